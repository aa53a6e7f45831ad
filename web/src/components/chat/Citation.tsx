import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { api, value } from "../../api/client";
import { agentPath, useAgent } from "../../hooks/use-agent";
import { useLanguage } from "../../i18n";
import { Button } from "../../ui/Button";
import { Dialog } from "../../ui/Dialog";
import { Loaded } from "../../ui/states";
import { MemoryDetail } from "../MemoryDetail";

/** A place in a file, as `path:line` or `path:first-last`. */
export function placeOf(citation: string): { path: string; line: number } | null {
  const found = /^(.+?\.md):(\d+)/.exec(citation);
  return found ? { path: found[1] ?? "", line: Number(found[2]) } : null;
}

/** Whether a citation is the id of a memory itself. */
function isId(citation: string): boolean {
  return /^(episode|entity|core|procedure|vault):\S+$/.test(citation);
}

/** Where something stands; opens the memory beside the conversation. */
export function Citation({ at }: { at: string }) {
  const { t } = useLanguage();
  const [open, setOpen] = useState(false);
  const place = placeOf(at);
  if (!place && !isId(at)) return <span className="citation mono">{at}</span>;
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" className="citation mono" onClick={() => setOpen(true)}>
        {at}
      </button>
      {open && place && <CitedMemory {...place} onClose={close} />}
      {open && !place && (
        <Dialog title={t("chat.cited")} wide onClose={close}>
          <MemoryDetail id={at} onClose={close} />
        </Dialog>
      )}
    </>
  );
}

function CitedMemory({ path, line, onClose }: { path: string; line: number; onClose: () => void }) {
  const { t } = useLanguage();
  const agent = useAgent();
  const found = useQuery({
    queryKey: ["agent", agent, "memories", "at", path],
    queryFn: () => value(api.GET("/api/workspace/{agent_name}/memories", { params: { path: { agent_name: agent }, query: { path, limit: 1000 } } })),
  });
  return (
    <Dialog
      title={t("chat.cited")}
      wide
      onClose={onClose}
      actions={
        <>
          <Link className="button" to={`${agentPath(agent, "files", path)}?line=${line}`}>
            {t("graph.file")}
          </Link>
          <Button look="primary" onClick={onClose}>
            {t("close")}
          </Button>
        </>
      }
    >
      <Loaded query={found}>
        {(page) => {
          const memory = page.memories.find((one) => (one.lines[0] ?? 0) <= line && line <= (one.lines[1] ?? 0));
          return memory ? <MemoryDetail id={memory.id} onClose={onClose} /> : <p className="quiet">{t("chat.citedFile", { path, line })}</p>;
        }}
      </Loaded>
    </Dialog>
  );
}
