// The one client of the gateway: types from its OpenAPI document, the token from this tab, errors as one class.
import createClient from "openapi-fetch";
import { getToken, getUnlock, signOut } from "./session";
import type { components, paths } from "./types";

export type Schemas = components["schemas"];

/** What the gateway said went wrong, in its own words. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly kind: string,
    message: string,
    readonly current: string | null = null,
  ) {
    super(message);
  }
}

export const api = createClient<paths>({ baseUrl: "", cache: "no-store" });

api.use({
  onRequest({ request }) {
    const token = getToken();
    if (token) request.headers.set("authorization", `Bearer ${token}`);
    const unlock = getUnlock();
    if (unlock) request.headers.set("soul-unlock", unlock);
    return request;
  },
  onResponse({ response, request }) {
    if (response.status === 401 && request.headers.has("authorization")) signOut();
  },
});

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

function problem(error: unknown, status: number): ApiError {
  const body = error as Partial<Schemas["Problem"]> | undefined;
  const told = body?.error;
  if (told) return new ApiError(status, told.kind, told.message, told.current ?? null);
  return new ApiError(status, "internal", `The gateway answered with status ${status}.`);
}

/** The value of an answer; throws an ApiError where there is none. */
export async function value<T>(answer: Promise<Answer<T>>): Promise<T> {
  return (await valueWithTag(answer)).value;
}

/** The value of an answer with its ETag. */
export async function valueWithTag<T>(answer: Promise<Answer<T>>): Promise<{ value: T; etag: string }> {
  let told: Answer<T>;
  try {
    told = await answer;
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") throw error;
    throw new ApiError(0, "offline", "The gateway cannot be reached. Is `soul serve` still running?");
  }
  if (told.data === undefined) throw problem(told.error, told.response.status);
  return { value: told.data, etag: told.response.headers.get("etag") ?? "" };
}
