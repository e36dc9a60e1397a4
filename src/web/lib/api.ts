import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type * as z from "zod";
import type { ApiRoute } from "#contract/api-route.ts";
import type { ProblemBody } from "#contract/problems.ts";
import { isBackground } from "./activity.ts";
import { invalidateTopics } from "./query-client.ts";

/** An error response. The message is `status: body`; `problem` is the parsed body. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: ProblemBody | undefined;
  /** The Retry-After header, in seconds. */
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

/** The server's message for the user. */
export const serverMessage = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.problem?.message : undefined;

let firstRead: Date | undefined;

/** When this page began to read, by the server's clock. */
export const firstReadAt = (): Date | undefined => firstRead;

/** The answer's date has whole seconds and is that of its end. */
const noteFirstRead = (answeredAt: string | null, tookMs: number): void => {
  if (firstRead === undefined && answeredAt) firstRead = new Date(Date.parse(answeredAt) - tookMs);
};

const sendRequest = async (
  method: string,
  url: string,
  body?: unknown,
  signal?: AbortSignal,
): Promise<{ body: unknown; headers: Headers }> => {
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
  const sentAt = performance.now();
  const response = await fetch(url, init);
  noteFirstRead(response.headers.get("date"), performance.now() - sentAt);
  const text = await response.text();
  if (!response.ok) {
    const retryAfter = Number(response.headers.get("retry-after"));
    throw new ApiError(response.status, text || response.statusText, retryAfter > 0 ? retryAfter : undefined);
  }
  return { body: text === "" ? undefined : JSON.parse(text), headers: response.headers };
};

const request = async (...args: Parameters<typeof sendRequest>): Promise<unknown> =>
  (await sendRequest(...args)).body;

/** A call without its schemas; the types of its input and answer remain. */
export type RouteWithoutSchemas<E extends ApiRoute = ApiRoute> = Pick<E, "method" | "path" | "topics"> &
  Partial<Pick<E, "input" | "output">>;

type Schemas<E extends RouteWithoutSchemas> = NonNullable<E["input"]>;
type RequestOf<E extends RouteWithoutSchemas> = {
  [K in keyof Schemas<E>]: Schemas<E>[K] extends z.ZodType ? z.input<Schemas<E>[K]> : never;
};
type AnswerOf<E extends RouteWithoutSchemas> = z.infer<NonNullable<E["output"]>>;

type Values = Record<string, unknown>;
type RequestInput = { params?: Values; query?: Values; body?: unknown };

/** The query key: the segments of the path, then the query parameters as a record if there are any. */
const queryKeyOf = (endpoint: RouteWithoutSchemas, input: RequestInput): (string | Values)[] => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const parts: (string | Values)[] = path.split("/");
  if (input.query && Object.keys(input.query).length > 0) parts.push(input.query);
  return parts;
};

const urlOf = (key: readonly (string | Values)[]): string => {
  const path = key.filter((segment) => typeof segment === "string").join("/");
  const search = new URLSearchParams();
  for (const segment of key) {
    if (typeof segment === "string") continue;
    for (const [name, value] of Object.entries(segment)) {
      if (value === undefined || value === null || value === "") continue;
      for (const item of Array.isArray(value) ? value : [value]) search.append(name, String(item));
    }
  }
  return search.size > 0 ? `${path}?${search}` : path;
};

type CallArguments<E extends RouteWithoutSchemas> = keyof Schemas<E> extends never
  ? []
  : [input: RequestOf<E>];

export const callApi = async <E extends RouteWithoutSchemas>(
  endpoint: E,
  ...args: CallArguments<E>
): Promise<AnswerOf<E>> => {
  const input: RequestInput = args[0] ?? {};
  return (await request(endpoint.method, urlOf(queryKeyOf(endpoint, input)), input.body)) as AnswerOf<E>;
};

/** A page of a list whose next page is named by a header. */
export const callApiPage = async <E extends RouteWithoutSchemas & { method: "GET" }>(
  endpoint: E,
  input: RequestOf<E>,
): Promise<{ rows: AnswerOf<E>; nextCursor: string | null }> => {
  const { body, headers } = await sendRequest("GET", urlOf(queryKeyOf(endpoint, input as RequestInput)));
  return { rows: body as AnswerOf<E>, nextCursor: headers.get("x-next-cursor") };
};

export const apiQuery = <E extends RouteWithoutSchemas & { method: "GET" }>(
  endpoint: E,
  ...args: CallArguments<E>
) =>
  queryOptions({
    queryKey: queryKeyOf(endpoint, args[0] ?? {}),
    queryFn: async ({ queryKey, signal }) =>
      (await request("GET", urlOf(queryKey), undefined, signal)) as AnswerOf<E>,
    meta: { topics: endpoint.topics },
  });

type MutationCallbacks<T> = {
  onSuccess?: (answer: T) => void;
  onError?: (error: Error) => void;
  onSettled?: () => void;
};

/** A mutation; on success, all queries of the endpoint's topics are refetched. */
export const useApiMutation = <E extends RouteWithoutSchemas>(endpoint: E) => {
  const client = useQueryClient();
  const mutation = useMutation<AnswerOf<E>, Error, CallArguments<E>[0]>({
    mutationFn: (input) => callApi(endpoint, ...((input === undefined ? [] : [input]) as CallArguments<E>)),
    onSuccess: () => invalidateTopics(client, endpoint.topics),
  });
  const { mutateAsync } = mutation;
  return {
    ...mutation,
    /** Calls back even when the component is gone, because a live update may replace it before the answer arrives. */
    mutate: (input: CallArguments<E>[0], callbacks: MutationCallbacks<AnswerOf<E>> = {}): void => {
      const { onSuccess, onError = () => {}, onSettled } = callbacks;
      void mutateAsync(input).then(onSuccess, onError).finally(onSettled);
    },
  };
};
