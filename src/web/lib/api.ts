import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { CallOf, Endpoint, OutputOf } from "#contract/endpoint.ts";
import type { ProblemBody } from "#contract/problems.ts";
import { isBackground } from "./activity.ts";
import { invalidateTopics } from "./query-client.ts";

/** A refused call. The message is `status: body`, the problem is the body read. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: ProblemBody | undefined;
  /** Seconds the server asks us to wait. */
  readonly retryAfter: number | undefined;

  constructor(status: number, text: string, retryAfter: number | undefined) {
    super(`${status}: ${text}`);
    this.name = "ApiError";
    this.status = status;
    this.problem = readProblem(text);
    this.retryAfter = retryAfter;
  }
}

const readProblem = (text: string): ProblemBody | undefined => {
  try {
    const body: unknown = JSON.parse(text);
    return body !== null && typeof body === "object" && "code" in body && "message" in body
      ? (body as ProblemBody)
      : undefined;
  } catch {
    return undefined;
  }
};

/** What the server said, in the words meant for a person. */
export const serverMessage = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.problem?.message : undefined;

const request = async (
  method: string,
  url: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<unknown> => {
  const headers: Record<string, string> = {
    accept: "application/json",
    "accept-language": document.documentElement.lang,
  };
  if (isBackground()) headers["x-faro-background"] = "1";
  const init: RequestInit = { method, headers, credentials: "include" };
  if (signal) init.signal = signal;
  if (body !== undefined) {
    headers["content-type"] = "application/json";
    init.body = JSON.stringify(body);
  }
  const response = await fetch(url, init);
  const text = await response.text();
  if (!response.ok) {
    const wait = Number(response.headers.get("retry-after"));
    throw new ApiError(response.status, text || response.statusText, wait > 0 ? wait : undefined);
  }
  return text === "" ? undefined : JSON.parse(text);
};

type Values = Record<string, unknown>;
type AnyCall = { params?: Values; query?: Values; body?: unknown };

/** The pieces of the address; joined with slashes they are the path, and a last record is the query string. */
const pieces = (endpoint: Endpoint, input: AnyCall): (string | Values)[] => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const parts: (string | Values)[] = path.split("/");
  if (input.query && Object.keys(input.query).length > 0) parts.push(input.query);
  return parts;
};

const address = (key: readonly (string | Values)[]): string => {
  const path = key.filter((piece) => typeof piece === "string").join("/");
  const search = new URLSearchParams();
  for (const piece of key) {
    if (typeof piece === "string") continue;
    for (const [name, value] of Object.entries(piece)) {
      if (value === undefined || value === null || value === "") continue;
      for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item));
    }
  }
  return search.size > 0 ? `${path}?${search}` : path;
};

type Arguments<E extends Endpoint> = keyof E["input"] extends never ? [] : [input: CallOf<E>];

export const callApi = async <E extends Endpoint>(
  endpoint: E,
  ...args: Arguments<E>
): Promise<OutputOf<E>> => {
  const input: AnyCall = args[0] ?? {};
  return (await request(endpoint.method, address(pieces(endpoint, input)), input.body)) as OutputOf<E>;
};

export const query = <E extends Endpoint & { method: "GET" }>(endpoint: E, ...args: Arguments<E>) =>
  queryOptions({
    queryKey: pieces(endpoint, args[0] ?? {}),
    queryFn: async ({ queryKey, signal }) =>
      (await request("GET", address(queryKey), undefined, signal)) as OutputOf<E>,
    meta: { topics: endpoint.topics },
  });

/** A write as a mutation: when it succeeds, every read of the topics it names is fetched anew. */
export const useCall = <E extends Endpoint>(endpoint: E) => {
  const client = useQueryClient();
  return useMutation<OutputOf<E>, Error, Arguments<E>[0]>({
    mutationFn: (input) => callApi(endpoint, ...((input === undefined ? [] : [input]) as Arguments<E>)),
    onSuccess: () => invalidateTopics(client, endpoint.topics),
  });
};
