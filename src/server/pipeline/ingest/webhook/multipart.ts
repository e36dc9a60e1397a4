import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import { isStorableText, isUnsafeKey, maxJsonKeys } from "#domain/ingestion/strict-json.ts";

/** `filename` is for display only and never used as a path. */
export type SentFile = {
  field: string;
  filename: string | null;
  contentType: string;
  content: Buffer;
  sha256: Buffer;
};

type Problem = "bad_form" | "bad_text" | "too_wide";
type ParsedForm =
  | { ok: true; payload: Record<string, string | string[]>; files: SentFile[] }
  | { ok: false; code: Problem };
type Part = {
  name: string | undefined;
  filename: string | undefined;
  contentType: string;
  chunks: Buffer[];
};

const maxFiles = 20;
const maxFieldBytes = 1_048_576;

const open = (contentType: string): BusboyInstance | undefined => {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      limits: { parts: maxJsonKeys, headerPairs: 50, headerSize: 16_384 },
      // Fields are read as bytes too, so that their encoding can be checked.
      isPartAFile: () => true,
    });
  } catch {
    return undefined;
  }
};

const readParts = (contentType: string, body: Buffer): Promise<Part[] | Problem> =>
  new Promise((resolve) => {
    const reader = open(contentType);
    if (!reader) return resolve("bad_form");
    const parts: Part[] = [];
    reader.on("file", (name: string | undefined, stream, filename, _encoding, type) => {
      const part: Part = { name, filename, contentType: type, chunks: [] };
      parts.push(part);
      collect(stream, part.chunks, () => resolve("bad_form"));
    });
    reader.on("partsLimit", () => resolve("too_wide"));
    reader.on("error", () => resolve("bad_form"));
    reader.on("finish", () => resolve(parts));
    reader.end(body);
    // The whole body was written, so a reader that has not finished by then never will: it waits for the end of a
    // part's headers.
    setImmediate(() => resolve("bad_form"));
  });

const collect = (stream: BusboyFileStream, chunks: Buffer[], failed: () => void): void => {
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  stream.on("error", failed);
};

/** A name that is too long or malformed is shortened, not a reason to reject the file. */
const displayName = (filename: string | undefined): string | null => {
  const name = (filename ?? "").replace(/\p{Cc}/gu, "").trim();
  return name === "" ? null : name.slice(0, 255).toWellFormed();
};

const replaceBytes = (bytes: Buffer, from: string, to: string): Buffer =>
  Buffer.from(bytes.toString("latin1").replaceAll(from, to), "latin1");

const toSentFile = (field: string, { filename, contentType }: Part, content: Buffer): SentFile => ({
  field,
  filename: displayName(filename),
  contentType: contentType.slice(0, 200),
  content,
  sha256: createHash("sha256").update(content).digest(),
});

/** The fields of a form by name; a name that occurs more than once has the list of its values. */
export const groupFormFields = (
  pairs: Iterable<readonly [string, string]>,
): Record<string, string | string[]> => {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of pairs) {
    if (isUnsafeKey(name)) continue;
    const existing = fields.get(name);
    if (existing === undefined) fields.set(name, value);
    else if (Array.isArray(existing)) existing.push(value);
    else fields.set(name, [existing, value]);
  }
  return Object.fromEntries(fields);
};

/** Parses multipart/form-data: the fields become the payload, files are returned separately. */
export const parseMultipart = async (contentType: string, body: Buffer): Promise<ParsedForm> => {
  // Some senders end all lines with LF alone; the parser needs CRLF, and the content gets its LF back.
  const hasBareLineFeeds = !body.includes("\r\n");
  const parts = await readParts(contentType, hasBareLineFeeds ? replaceBytes(body, "\n", "\r\n") : body);
  if (typeof parts === "string") return { ok: false, code: parts };
  const pairs: [string, string][] = [];
  const files: SentFile[] = [];
  for (const part of parts) {
    const raw = Buffer.concat(part.chunks);
    const content = hasBareLineFeeds ? replaceBytes(raw, "\r\n", "\n") : raw;
    const isFile = part.filename !== undefined || part.contentType === "application/octet-stream";
    // A browser sends an empty file without a name when none was selected.
    if (isFile && !part.filename && content.length === 0) continue;
    if (part.name === undefined) return { ok: false, code: "bad_form" };
    if (!isStorableText(part.name)) return { ok: false, code: "bad_text" };
    if (isFile) {
      files.push(toSentFile(part.name, part, content));
      continue;
    }
    if (content.length > maxFieldBytes) return { ok: false, code: "bad_form" };
    const text = isUtf8(content) ? content.toString() : undefined;
    if (text === undefined || !isStorableText(text)) return { ok: false, code: "bad_text" };
    pairs.push([part.name, text]);
  }
  if (files.length > maxFiles) return { ok: false, code: "too_wide" };
  return { ok: true, payload: groupFormFields(pairs), files };
};
