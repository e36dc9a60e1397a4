/** Where Faro is, and the token with which the program calls it. */
export type FaroOptions = {
  /** Such as `https://faro.example.com`. */
  url: string;
  /** Made under Settings › API; it starts with `faro_`. */
  token: string;
  /** The language of error messages. */
  language?: "en" | "es";
  /** How often a request is sent again after 429, 503 or a lost connection; 3 unless told. */
  retries?: number;
  fetch?: typeof fetch;
};

export type CallOptions = {
  /** A write with a key may be repeated: the first answer comes again. Without one, the client makes its own. */
  idempotencyKey?: string;
  signal?: AbortSignal;
};

export type FaroIssue = { path: string; message: string };

/** A refused request, with the code of the problem. */
export class FaroError extends Error {
  readonly status: number;
  readonly code: string;
  readonly issues: FaroIssue[];
  readonly details: unknown;

  constructor(
    status: number,
    body: { code?: string; message?: string; issues?: FaroIssue[]; details?: unknown },
  ) {
    super(body.message ?? `Faro answered ${status}`);
    this.name = "FaroError";
    this.status = status;
    this.code = body.code ?? "unknown";
    this.issues = body.issues ?? [];
    this.details = body.details;
  }
}

export type FaroRequest = {
  params?: object | undefined;
  query?: object | undefined;
  body?: unknown;
};

export type Send = (
  method: string,
  path: string,
  request: FaroRequest,
  options: CallOptions,
) => Promise<unknown>;

const wait = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

const toAddress = (base: string, path: string, { params = {}, query = {} }: FaroRequest): string => {
  const values = params as Record<string, string | undefined>;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const url = new URL(filled, base);
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  return url.href;
};

/** How long to wait before the next attempt, in milliseconds; undefined where there is none. */
const pauseOf = (response: Response | undefined, attempt: number, retries: number): number | undefined => {
  if (attempt >= retries) return undefined;
  if (response && response.status !== 429 && response.status !== 503) return undefined;
  const named = Number(response?.headers.get("retry-after") ?? Number.NaN);
  return Number.isFinite(named) ? named * 1000 : 250 * 2 ** attempt;
};

/** Sends requests with the token. Every write has a key, so that sending it again does nothing twice. */
export const createSend = (options: FaroOptions): Send => {
  const { url, token, language = "en", retries = 3, fetch: send = fetch } = options;
  return async (method, path, request, { idempotencyKey, signal }) => {
    const isWrite = method !== "GET";
    const init: RequestInit = {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        "accept-language": language,
        ...(request.body === undefined ? {} : { "content-type": "application/json" }),
        ...(isWrite ? { "idempotency-key": idempotencyKey ?? crypto.randomUUID() } : {}),
      },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      ...(signal ? { signal } : {}),
    };
    const address = toAddress(url, path, request);
    for (let attempt = 0; ; attempt++) {
      const response = await send(address, init).catch((error: unknown) => {
        if (signal?.aborted || pauseOf(undefined, attempt, retries) === undefined) throw error;
        return undefined;
      });
      const pause = response?.ok ? undefined : pauseOf(response, attempt, retries);
      if (pause !== undefined) {
        await wait(pause, signal);
        continue;
      }
      if (!response) throw new Error("Faro did not answer");
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.includes("json") ?? false;
      if (response.ok) return isJson && text !== "" ? JSON.parse(text) : text;
      throw new FaroError(response.status, isJson ? JSON.parse(text) : {});
    }
  };
};

type Page = { nextCursor?: string | null; nextBefore?: string | null };
type PagedRequest = { query?: { cursor?: string; before?: string } };

/** All pages of a list, one after the other: `for await (const page of pages(faro.people.list, {}))`. */
export async function* pages<R, A extends Page>(
  list: (request: R) => Promise<A>,
  request: NoInfer<NonNullable<R>>,
): AsyncGenerator<A, void, void> {
  const { query = {} } = request as PagedRequest;
  let position: { cursor?: string; before?: string } = {};
  for (;;) {
    const page = await list({ ...request, query: { ...query, ...position } });
    yield page;
    const { nextCursor, nextBefore } = page;
    if (nextCursor) position = { cursor: nextCursor };
    else if (nextBefore) position = { before: nextBefore };
    else return;
  }
}
