import type { StreamingVendorContext } from "#server/connectors/vendor-context.ts";
import { EgressStreamError } from "#server/egress/egress.ts";

const maxAnswerBytes = 2 * 1024 * 1024;

/** The `fetch` of a vendor's SDK: it reaches that vendor's host only, through the guarded egress client. */
export const createVendorFetch =
  (context: Pick<StreamingVendorContext<never>, "stream">, host: string, timeoutMs: number): typeof fetch =>
  async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin !== new URL(host).origin) throw new EgressStreamError("blocked");
    const answer = await context.stream({
      path: url.pathname + url.search,
      method: init?.method === "GET" ? "GET" : "POST",
      headers: { ...Object.fromEntries(new Headers(init?.headers)), accept: "*/*" },
      ...(typeof init?.body === "string" ? { body: init.body } : {}),
      timeoutMs,
      maxBytes: maxAnswerBytes,
      ...(init?.signal ? { signal: init.signal } : {}),
    });
    if (!answer.ok) throw new EgressStreamError(answer.failure);
    return new Response(ReadableStream.from(answer.body), {
      status: answer.status,
      headers: answer.headers,
    });
  };
