import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { listen } from "../api/events";

/** Keeps what is shown of an agent current while the page is open; says whether it is connected. */
export function useLive(agent: string): boolean {
  const client = useQueryClient();
  const [connected, setConnected] = useState(true);
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    void listen(agent, stop.signal, {
      onState: setConnected,
      onEvent: (event) => {
        if (event.type === "ready") return;
        clearTimeout(timer);
        timer = setTimeout(() => void client.invalidateQueries({ queryKey: ["agent", agent] }), 150);
      },
    });
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [agent, client]);
  return connected;
}
