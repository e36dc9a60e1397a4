import { ndjsonType } from "#domain/ingestion/list-body.ts";
import {
  isStorableText,
  type JsonProblem,
  maxJsonKeys,
  parseStrictJson,
} from "#domain/ingestion/strict-json.ts";
import { groupFormFields, parseMultipart, type SentFile } from "./multipart.ts";

export type ParsedBody =
  /** `json` is the text of the payload where it can be stored as it was sent. */
  | { ok: true; payload: unknown; files: SentFile[]; json?: string }
  | { ok: false; code: JsonProblem | "bad_form" };

const accepted = (payload: unknown): ParsedBody & { ok: true } => ({ ok: true, payload, files: [] });
const refused = (code: JsonProblem | "bad_form"): ParsedBody => ({ ok: false, code });

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The text without its byte order mark; undefined when the bytes are invalid in their charset. */
const decode = (contentType: string, body: Buffer): string | undefined => {
  const charset = /;\s*charset="?([\w.:-]+)"?/i.exec(contentType)?.[1];
  try {
    if (charset === undefined || /^utf-?8$/i.test(charset)) return utf8.decode(body);
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch {
    return undefined;
  }
};

const parseJson = (text: string): ParsedBody => {
  const parsed = parseStrictJson(text);
  if (!parsed.ok) return refused(parsed.code);
  return parsed.asSent ? { ...accepted(parsed.value), json: text } : accepted(parsed.value);
};

/** Several lines of JSON are stored as text, because together they are no JSON; the recorder splits them. */
const parseJsonOrLines = (text: string): ParsedBody => {
  const parsed = parseJson(text);
  if (parsed.ok || parsed.code !== "bad_json") return parsed;
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return lines.length > 1 && lines.every((line) => startsLikeJson.test(line) && parseStrictJson(line).ok)
    ? accepted({ text, contentType: ndjsonType })
    : parsed;
};

const replacementCharacter = "\ufffd";

const parseForm = (text: string): ParsedBody => {
  if (text.split("&", maxJsonKeys + 1).length > maxJsonKeys) return refused("too_wide");
  const pairs = [...new URLSearchParams(text)];
  const isDamaged = pairs.some((pair) => pair.some((part) => part.includes(replacementCharacter)));
  // Invalid UTF-8 decodes to this character, unless the sender sent the character itself.
  if (isDamaged && !/%EF%BF%BD|\ufffd/i.test(text)) return refused("bad_text");
  const isStorable = pairs.every((pair) => pair.every(isStorableText));
  return isStorable ? accepted(groupFormFields(pairs)) : refused("bad_text");
};

const startsLikeJson = /^\s*[[{]/;
const jsonType = /[/+]json$/;

/** Parses a body by its media type; JSON is also recognised under a wrong or missing type. */
export const parseBody = (contentType: string, body: Buffer): ParsedBody | Promise<ParsedBody> => {
  if (body.length === 0) return accepted({});
  const mediaType = (contentType.split(";", 1)[0] ?? "").trim().toLowerCase();
  if (mediaType === "multipart/form-data") return parseMultipart(contentType, body);
  const text = decode(contentType, body);
  if (text === undefined) return refused("bad_text");
  if (jsonType.test(mediaType)) return parseJsonOrLines(text);
  if (startsLikeJson.test(text)) {
    const parsed = parseJsonOrLines(text);
    // Without a type the text must have been meant as JSON; with another type it may just start like JSON.
    if (parsed.ok || parsed.code !== "bad_json" || mediaType === "") return parsed;
  }
  if (mediaType === "application/x-www-form-urlencoded") return parseForm(text);
  return isStorableText(text)
    ? accepted({ text, contentType: mediaType === "" ? "text/plain" : mediaType.slice(0, 200) })
    : refused("bad_text");
};
