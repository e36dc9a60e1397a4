import type { Channel } from "#domain/channels/channel.ts";
import { countSegments } from "./segments.ts";
import { readTarget, shortLinkKey, shortLinkName } from "./short-link.ts";
import { isVariable, variableSample } from "./variables.ts";

/**
 * The grammar: text with `{{name}}` or `{{name|fallback}}`. Nothing is computed, and a value is never parsed as a
 * template.
 */
type Piece =
  | { kind: "text"; text: string }
  | { kind: "variable"; name: string; fallback: string | null; at: number }
  | { kind: "link"; target: string; at: number }
  | { kind: "broken"; text: string; at: number };

const variable = /^\s*([a-z][a-z0-9_.]{0,79})\s*(?:\|([^{}]*))?$/;

const parsePieces = (template: string): Piece[] => {
  const pieces: Piece[] = [];
  let at = 0;
  while (at < template.length) {
    const open = template.indexOf("{{", at);
    if (open < 0) break;
    if (open > at) pieces.push({ kind: "text", text: template.slice(at, open) });
    const close = template.indexOf("}}", open + 2);
    if (close < 0) {
      pieces.push({ kind: "broken", text: "{{", at: open });
      at = open + 2;
      break;
    }
    const end = close + 2;
    const [, name, fallback] = variable.exec(template.slice(open + 2, close)) ?? [];
    if (name === undefined) pieces.push({ kind: "broken", text: template.slice(open, end), at: open });
    else if (name === shortLinkName) pieces.push({ kind: "link", target: fallback?.trim() ?? "", at: open });
    else pieces.push({ kind: "variable", name, fallback: fallback?.trim() ?? null, at: open });
    at = end;
  }
  if (at < template.length) pieces.push({ kind: "text", text: template.slice(at) });
  return pieces;
};

export type TemplateProblem =
  | { code: "template_blank" }
  | { code: "unknown_variable"; name: string; at: number }
  | { code: "broken_variable"; text: string; at: number }
  | { code: "broken_short_link"; text: string; at: number }
  | { code: "message_too_long"; length: number; most: number; unit: "segments" | "characters" };

/** The maximum length per channel: in parts for SMS, in characters for the others. */
const limits: Record<Channel, { unit: "segments" | "characters"; most: number }> = {
  sms: { unit: "segments", most: 10 },
  whatsapp: { unit: "characters", most: 1600 },
  email: { unit: "characters", most: 100_000 },
  call: { unit: "characters", most: 3000 },
  voice_agent: { unit: "characters", most: 10_000 },
  x: { unit: "characters", most: 10_000 },
};

/** Null if the channel can carry the message. */
export const checkLength = (
  text: string,
  channel: Channel,
): Extract<TemplateProblem, { code: "message_too_long" }> | null => {
  const { unit, most } = limits[channel];
  const length = unit === "segments" ? countSegments(text).segments : text.length;
  return length > most ? { code: "message_too_long", length, most, unit } : null;
};

/** Addresses make no sense when a voice reads them. */
const isSpoken = (channel: Channel): boolean => channel === "call" || channel === "voice_agent";

/** Every problem of a template. */
export const checkTemplate = (template: string, channel: Channel): TemplateProblem[] => {
  if (template.trim() === "") return [{ code: "template_blank" }];
  const pieces = parsePieces(template);
  const problems = pieces.flatMap((piece): TemplateProblem[] => {
    if (piece.kind === "broken") return [{ code: "broken_variable", text: piece.text, at: piece.at }];
    if (piece.kind === "variable" && !isVariable(piece.name))
      return [{ code: "unknown_variable", name: piece.name, at: piece.at }];
    if (piece.kind === "link" && (isSpoken(channel) || readTarget(piece.target) === null))
      return [{ code: "broken_short_link", text: piece.target, at: piece.at }];
    return [];
  });
  const samples = Object.fromEntries(variablesIn(template).map((name) => [name, variableSample(name)]));
  const long = checkLength(renderTemplate(template, samples).text, channel);
  return long ? [...problems, long] : problems;
};

/** The variables that a template uses, each once. */
export const variablesIn = (template: string): string[] => [
  ...new Set(parsePieces(template).flatMap((piece) => (piece.kind === "variable" ? [piece.name] : []))),
];

/** Where the short links of a template lead, each once. */
export const shortLinksIn = (template: string): string[] => [
  ...new Set(
    parsePieces(template).flatMap((piece) => (piece.kind === "link" ? (readTarget(piece.target) ?? []) : [])),
  ),
];

export type RenderedTemplate = {
  text: string;
  /** Variables with neither a value nor a fallback; such a message must not be sent. */
  missing: string[];
};

const maxValueLength = 500;

/** Values come from outside: they become one line of limited length without bidirectional control characters. */
const valueText = (value: unknown): string => {
  if (typeof value !== "string" && typeof value !== "number") return "";
  return String(value)
    .toWellFormed()
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, maxValueLength)
    .toWellFormed();
};

/** A broken piece stays as written and is listed as missing. A link without a short form is its whole address. */
export const renderTemplate = (
  template: string,
  values: Readonly<Record<string, unknown>>,
): RenderedTemplate => {
  const missing = new Set<string>();
  const text = parsePieces(template)
    .map((piece) => {
      if (piece.kind === "text") return piece.text;
      if (piece.kind === "broken") {
        missing.add(piece.text);
        return piece.text;
      }
      if (piece.kind === "link") {
        const target = readTarget(piece.target);
        if (target === null) missing.add(shortLinkName);
        const key = shortLinkKey(target ?? "");
        return Object.hasOwn(values, key) ? String(values[key]) : (target ?? "");
      }
      const value = Object.hasOwn(values, piece.name) ? valueText(values[piece.name]) : "";
      if (value !== "") return value;
      if (piece.fallback === null) missing.add(piece.name);
      return piece.fallback ?? "";
    })
    .join("");
  return { text, missing: [...missing] };
};

/** What stands in for each variable of a template that has no value; null where such a message is not sent. */
export const fallbacksIn = (template: string): Map<string, string | null> => {
  const fallbacks = new Map<string, string | null>();
  for (const piece of parsePieces(template)) {
    if (piece.kind !== "variable") continue;
    // One place without a fallback is enough to stop the message.
    const known = fallbacks.get(piece.name);
    fallbacks.set(piece.name, known === null ? null : piece.fallback);
  }
  return fallbacks;
};
