import { piiKinds } from "#domain/pii.ts";
import { system } from "#server/audit/entry.ts";
import { type HookTarget, insertEvent } from "#server/store/endpoints.ts";
import type { Write } from "#server/store/write.ts";
import { type HookRequest, type HookVerdict, verifyHook } from "./verify-hook.ts";

export type Received =
  | { ok: true; eventId: string }
  | { ok: false; reason: "inactive" | "bad_body" | (HookVerdict & { ok: false })["reason"] };

const typeFields = ["type", "event", "event_type", "eventType"];

const eventTypeOf = (payload: unknown): string | null => {
  if (payload === null || typeof payload !== "object") return null;
  for (const field of typeFields) {
    const value = (payload as Record<string, unknown>)[field];
    if (typeof value === "string" && value !== "") return value.slice(0, 200);
  }
  return null;
};

const decoder = new TextDecoder("utf-8", { fatal: true });

/** JSON as it is, a form as its fields, anything else as text; nothing when it cannot be stored as it came. */
const payloadOf = ({ headers, body }: HookRequest): { payload: unknown } | undefined => {
  try {
    const text = decoder.decode(body);
    if (text.includes("\u0000")) return undefined;
    const type = headers["content-type"] ?? "";
    if (type.includes("application/x-www-form-urlencoded")) {
      return { payload: Object.fromEntries(new URLSearchParams(text)) };
    }
    if (type.includes("json") || /^\s*[[{]/.test(text)) {
      const payload: unknown = JSON.parse(text);
      // PostgreSQL cannot hold it, however it is written.
      return /\\u0000/.test(text) ? undefined : { payload };
    }
    return { payload: { text } };
  } catch {
    return undefined;
  }
};

/** The first stage: check who sends, keep what was sent, and only then say that it was accepted. */
export const receive = async (write: Write, hook: HookTarget, request: HookRequest): Promise<Received> => {
  if (hook.status === "inactive") return { ok: false, reason: "inactive" };
  const verdict = verifyHook(hook.authMethod, request, hook.secrets);
  if (!verdict.ok) return verdict;
  const read = payloadOf(request);
  if (!read) return { ok: false, reason: "bad_body" };
  const eventId = await write(system, ({ tx, touch }) => {
    touch("events");
    return insertEvent(tx, {
      endpointId: hook.id,
      eventType: eventTypeOf(read.payload),
      rawData: read.payload,
      piiDetected: piiKinds(read.payload).size > 0,
    });
  });
  return { ok: true, eventId };
};
