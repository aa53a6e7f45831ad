import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { beginChat, type Reply, say, showChat, stopChat, type TurnEvent } from "../api/chat";
import { useLanguage } from "../i18n";

/** A line that is being answered. */
export interface Turn {
  said: string;
  replies: Reply[];
  /** A model's words so far. */
  text: string;
  /** What it does meanwhile. */
  doing: string[];
  /** How many exchanges were there before. */
  after: number;
}

function heard(turn: Turn, event: TurnEvent): Turn {
  switch (event.kind) {
    case "text":
      return { ...turn, text: turn.text + event.data };
    case "reply":
      return { ...turn, text: "", replies: [...turn.replies, event.data] };
    case "tool":
      return { ...turn, doing: [...turn.doing, `${event.data.name}: ${event.data.outcome}`] };
    case "notice":
      return { ...turn, doing: [...turn.doing, event.data] };
    default:
      return turn;
  }
}

/** One conversation: what was said, what is being said, and how to go on. Without a session the first line begins one. */
export function useChat(agent: string, session: string | undefined, onSession: (id: string) => void) {
  const { locale } = useLanguage();
  const client = useQueryClient();
  const [turn, setTurn] = useState<Turn | null>(null);
  const [failed, setFailed] = useState<Error | null>(null);
  const key = (id: string) => ["agent", agent, "chat", id];
  const view = useQuery({
    queryKey: key(session ?? ""),
    queryFn: () => showChat(agent, session ?? ""),
    enabled: session !== undefined,
    // An answer that another tab waits for.
    refetchInterval: (query) => (query.state.data?.answering && !turn ? 1000 : false),
  });

  const send = async (text: string, room?: string) => {
    setFailed(null);
    setTurn({ said: text, replies: [], text: "", doing: [], after: view.data?.exchanges.length ?? 0 });
    try {
      let id = session;
      if (!id) {
        const begun = await beginChat(agent, { language: locale, room: room || null });
        client.setQueryData(key(begun.id), begun);
        setTurn((now) => now && { ...now, after: begun.exchanges.length });
        id = begun.id;
        onSession(id);
      }
      let current = id;
      await say(agent, id, text, (event) => {
        if (event.kind === "session") current = event.data;
        setTurn((now) => now && heard(now, event));
      });
      await client.invalidateQueries({ queryKey: ["agent", agent] });
      await client.fetchQuery({ queryKey: key(current), queryFn: () => showChat(agent, current), staleTime: 0 });
      if (current !== id) onSession(current);
    } catch (error) {
      setFailed(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setTurn(null);
    }
  };
  const stop = () => {
    if (session) void stopChat(agent, session);
  };
  const exchanges = view.data?.exchanges ?? [];
  return { view, turn, failed, send, stop, exchanges: turn ? exchanges.slice(0, turn.after) : exchanges };
}
