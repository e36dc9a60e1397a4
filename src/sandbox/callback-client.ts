import { Agent } from "undici";
import { loopbackTarget } from "./loopback.ts";

export type SimulatedCallback = {
  vendor: string;
  url: string;
  method?: "GET" | "POST";
  headers: Record<string, string>;
  body?: string;
};
export type SimulatedCallbackResponse = {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
};

/** A callback as the vendor's own log would show it. */
export type CallbackLogEntry = {
  id: number;
  at: string;
  vendor: string;
  /** Without its query, which may carry secrets. */
  url: string;
  body: string;
  /** Null until the business responds, or when it never does. */
  status: number | null;
  error?: string;
};

export type CallbackClient = {
  /** The response of the business; undefined when there was none in time. */
  post: (callback: SimulatedCallback) => Promise<SimulatedCallbackResponse | undefined>;
  /** A file of the business; undefined when it cannot be fetched from this machine. */
  fetchFile: (url: string) => Promise<{ contentType: string; content: Buffer } | undefined>;
  list: (since: number) => CallbackLogEntry[];
  close: () => Promise<void>;
};

const capacity = 5000;
const timeoutMs = 15_000;
const maxResponseBytes = 1024 * 1024;
const maxFileBytes = 8 * 1024 * 1024;

export const createCallbackClient = (origins: () => Readonly<Record<string, string>>): CallbackClient => {
  // Every host name resolves to this machine.
  const agent = new Agent({
    connections: 64,
    connect: {
      timeout: 5000,
      lookup: (_name, options, done) =>
        options.all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4),
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
  const entries: CallbackLogEntry[] = [];
  let posted = 0;

  // `dispatch` avoids a stream per response: there are thousands of short ones a second.
  const attempt = (target: URL, { method = "POST", headers, body }: SimulatedCallback) =>
    new Promise<SimulatedCallbackResponse>((resolve, reject) => {
      const chunks: Buffer[] = [];
      let [status, size] = [0, 0];
      let responseHeaders: SimulatedCallbackResponse["headers"] = {};
      agent.dispatch(
        {
          origin: target.origin,
          path: `${target.pathname}${target.search}`,
          method,
          headers,
          body: body ?? null,
        },
        {
          onRequestStart: () => {},
          onResponseStart: (_controller, code, received) => {
            status = code;
            responseHeaders = received;
          },
          onResponseData: (controller, chunk) => {
            size += chunk.length;
            if (size > maxResponseBytes) controller.abort(new Error("The answer is too large"));
            else chunks.push(chunk);
          },
          onResponseEnd: () =>
            resolve({ status, headers: responseHeaders, body: Buffer.concat(chunks).toString("utf8") }),
          onResponseError: (_controller, error) => reject(error),
        },
      );
    });

  return {
    post: async (callback) => {
      const entry: CallbackLogEntry = {
        id: ++posted,
        at: new Date().toISOString(),
        vendor: callback.vendor,
        url: callback.url.split("?")[0] ?? "",
        body: (callback.body ?? "").slice(0, 4096),
        status: null,
      };
      entries.push(entry);
      if (entries.length > capacity) entries.splice(0, capacity / 10);
      const target = loopbackTarget(callback.url, origins());
      if (!target) {
        entry.error = "Not an address of this machine";
        return undefined;
      }
      try {
        // Tried once more only when the request was certainly not sent; a response of any status is final.
        const response = await attempt(target, callback).catch((error: unknown) => {
          if (!isConnectError(error)) throw error;
          return attempt(target, callback);
        });
        entry.status = response.status;
        return response;
      } catch (error) {
        entry.error = error instanceof Error ? error.message : String(error);
        return undefined;
      }
    },
    fetchFile: async (url) => {
      const target = loopbackTarget(url, origins());
      if (!target) return undefined;
      try {
        const { statusCode, headers, body } = await agent.request({
          origin: target.origin,
          path: `${target.pathname}${target.search}`,
          method: "GET",
        });
        const content = Buffer.from(await body.arrayBuffer());
        const contentType = String(headers["content-type"] ?? "application/octet-stream");
        return statusCode === 200 && content.length <= maxFileBytes ? { contentType, content } : undefined;
      } catch {
        return undefined;
      }
    },
    list: (since) => entries.filter(({ id }) => id > since),
    close: () => agent.destroy(),
  };
};

const isConnectError = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  ["ECONNREFUSED", "UND_ERR_CONNECT_TIMEOUT"].includes(String(error.code));
