import { createHash } from "node:crypto";
import type { EventProblem } from "#domain/ingestion/event.ts";
import { itemsOf } from "#domain/ingestion/pull.ts";
import type { PullSettings } from "#domain/ingestion/settings.ts";
import { parseStrictJson } from "#domain/ingestion/strict-json.ts";
import { canonicalJson } from "#server/audit/entry.ts";
import type { MappingEngine } from "#server/mapping/engine.ts";
import { keyOf } from "#server/pipeline/ingest/deduplication.ts";
import type { NewEvent } from "#server/store/ingestion/events.ts";
import { failure, type PullFailure } from "./failure.ts";

export type Page = {
  events: Omit<NewEvent, "endpointId">[];
  itemCount: number;
  /** Hash of all that the page holds. */
  content: string;
  cursor: unknown;
  /** How new each item says it is. */
  times: unknown[];
};
export type ReadPage = { ok: true; page: Page } | { ok: false; failure: PullFailure };

const itemsAtOnce = 200;
/** Well within the lease. */
const longestMs = 60_000;

const decoder = new TextDecoder("utf-8", { fatal: true });
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Makes events of an answer: each item with a key by which it is known again. */
export const readPage = async (
  settings: PullSettings,
  body: Buffer,
  contentType: string,
  mapping: MappingEngine,
): Promise<ReadPage> => {
  const read = valueIn(body, contentType);
  if (!read.ok) return read;
  const { itemPath, pagination, since } = settings;
  const items = itemsOf(itemPath === null ? read.value : await foundIn(mapping, itemPath, read.value));
  if (!items) return { ok: false, failure: failure("The answer has nothing at the item path.") };
  // A cursor that cannot be read is no end of the listing.
  const cursor = pagination.by === "cursor" && (await mapping.evaluate(pagination.path, read.value));
  if (cursor && !cursor.ok) return { ok: false, failure: failure("The cursor's path cannot be read.") };
  const events: Page["events"] = [];
  const times: unknown[] = [];
  const until = Date.now() + longestMs;
  for (let at = 0; at < items.length; at += itemsAtOnce) {
    if (Date.now() > until) return { ok: false, failure: failure("The items' expressions take too long.") };
    const some = items
      .slice(at, at + itemsAtOnce)
      .map((item): Judged => (read.isClean ? { ok: true, value: item } : judge(item)));
    events.push(...(await Promise.all(some.map((one) => eventOf(settings, one, mapping)))));
    const timed = since ? some.flatMap((one) => (one.ok ? foundIn(mapping, since.path, one.value) : [])) : [];
    times.push(...(await Promise.all(timed)));
  }
  const content = sha256(events.map((event) => event.deduplicationKey).join("\n"));
  return {
    ok: true,
    page: { events, itemCount: items.length, content, cursor: cursor ? cursor.value : undefined, times },
  };
};

type Value = { ok: true; value: unknown; isClean: boolean } | { ok: false; failure: PullFailure };

const valueIn = (body: Buffer, contentType: string): Value => {
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    return { ok: false, failure: failure("The answer is not text in UTF-8.") };
  }
  if (/text\/html/i.test(contentType) || /^\s*<(!doctype|html)/i.test(text))
    return {
      ok: false,
      failure: failure("The answer is a web page instead of JSON; it may be a sign-in page."),
    };
  const read = parseStrictJson(text);
  if (read.ok) return { ...read, isClean: true };
  // One item that cannot be kept must not keep its neighbours out: then each is judged by itself.
  if (read.code === "bad_text" || read.code === "too_wide") {
    try {
      return { ok: true, value: JSON.parse(text) as unknown, isClean: false };
    } catch {
      // Said below.
    }
  }
  return { ok: false, failure: failure(sentences[read.code]) };
};

const sentences: Record<Extract<ReturnType<typeof parseStrictJson>, { ok: false }>["code"], string> = {
  bad_json: "The answer is not JSON.",
  duplicate_keys: "The answer is JSON that says the same key twice.",
  too_deep: "The answer is JSON that is nested too deep.",
  too_wide: "The answer is JSON with too many keys in one object.",
  bad_text: "The answer holds text that cannot be kept.",
};

type Judged =
  | { ok: true; value: unknown }
  | { ok: false; text: string; problem: EventProblem & { code: "bad_text" | "too_wide" } };

const keptOfUnreadable = 100_000;

const judge = (item: unknown): Judged => {
  const text = JSON.stringify(item);
  const strict = parseStrictJson(text);
  if (strict.ok) return strict;
  const code = strict.code === "too_wide" ? "too_wide" : "bad_text";
  return { ok: false, text: text.slice(0, keptOfUnreadable).toWellFormed(), problem: { code } };
};

const eventOf = async (
  { itemId }: PullSettings,
  judged: Judged,
  mapping: MappingEngine,
): Promise<Omit<NewEvent, "endpointId">> => {
  if (!judged.ok) {
    const key = `dead:${sha256(judged.text)}`;
    return {
      rawData: { text: judged.text },
      deduplicationKey: key,
      status: "dead",
      problems: [judged.problem],
    };
  }
  const id = itemId === null ? null : await keyOf(mapping, itemId, judged.value);
  return { rawData: judged.value, deduplicationKey: id ?? `sha256:${sha256(canonicalJson(judged.value))}` };
};

const foundIn = async (mapping: MappingEngine, expression: string, payload: unknown): Promise<unknown> => {
  const found = await mapping.evaluate(expression, payload);
  return found.ok ? found.value : undefined;
};
