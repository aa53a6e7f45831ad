import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useLanguage } from "../i18n";
import { useToast } from "../ui/Toasts";
import { useAgent } from "./use-agent";

/** A change of the workspace: what is shown is read anew after it, and a failure is told. `done` hears of it even when what asked is gone. */
export function useChange<Input, Output>(
  run: (agent: string, input: Input) => Promise<Output>,
  done?: (output: Output) => void,
) {
  const agent = useAgent();
  const client = useQueryClient();
  const tell = useToast();
  const { t } = useLanguage();
  return useMutation({
    mutationFn: (input: Input) => run(agent, input),
    onSuccess: done,
    onError: (error) => tell(t("change.failed", { why: error.message }), { tone: "bad" }),
    onSettled: () => client.invalidateQueries({ queryKey: ["agent", agent] }),
  });
}
