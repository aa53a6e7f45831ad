import { useParams } from "react-router";

/** The agent this page is about, from its address. */
export function useAgent(): string {
  return useParams().agent ?? "";
}

export function agentPath(agent: string, ...rest: string[]): string {
  return ["", "a", agent, ...rest].map((part) => part.split("/").map(encodeURIComponent).join("/")).join("/");
}
