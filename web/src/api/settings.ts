// What a person sets: read and changed.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { api, type Schemas, value } from "./client";

function of(agent: string) {
  return { params: { path: { agent_name: agent } } };
}

export function useConfig(agent: string) {
  return useQuery({ queryKey: ["agent", agent, "config"], queryFn: () => value(api.GET("/api/workspace/{agent_name}/config", of(agent))) });
}

export function useModels(agent: string) {
  return useQuery({ queryKey: ["agent", agent, "models"], queryFn: () => value(api.GET("/api/workspace/{agent_name}/models", of(agent))) });
}

/** Where an agent is reached; a probe has each messenger asked who we are. */
export function useChannels(agent: string, probe: boolean) {
  return useQuery({
    queryKey: ["agent", agent, "channels", probe],
    placeholderData: keepPreviousData,
    queryFn: () => value(api.GET("/api/workspace/{agent_name}/channels", { params: { path: { agent_name: agent }, query: { probe } } })),
  });
}

export function useTokens(agent: string) {
  return useQuery({ queryKey: ["agent", agent, "tokens"], queryFn: () => value(api.GET("/api/workspace/{agent_name}/tokens", of(agent))) });
}

export function useConnectors(agent: string) {
  return useQuery({ queryKey: ["agent", agent, "connectors"], queryFn: () => value(api.GET("/api/workspace/{agent_name}/connectors", of(agent))) });
}

export function configure(agent: string, body: Schemas["ConfigChange"]) {
  return value(api.POST("/api/workspace/{agent_name}/config", { ...of(agent), body }));
}

export function testModel(agent: string, model: string) {
  return value(api.POST("/api/workspace/{agent_name}/models/test", { ...of(agent), body: { model } }));
}

export function revokeToken(agent: string, id: string) {
  return value(api.DELETE("/api/workspace/{agent_name}/tokens/{id}", { params: { path: { agent_name: agent, id } } }));
}
