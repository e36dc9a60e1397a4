import type { Channel } from "#domain/channels/channel.ts";
import { countSegments } from "./segments.ts";
import { isVariable, variableSample } from "./variables.ts";

/**
 * The whole grammar: text with `{{name}}` or `{{name|words to use when there is none}}`. Nothing is computed, and what
 * a variable holds is never read as a template again.
 */
type Piece =
  | { kind: "text"; text: string }
  | { kind: "variable"; name: string; otherwise: string | null; at: number }
  | { kind: "broken"; text: string; at: number };

const variable = /^\s*([a-z][a-z0-9_.]{0,79})\s*(?:\|([^{}]*))?$/;

const piecesOf = (template: string): Piece[] => {
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
    const [, name, otherwise] = variable.exec(template.slice(open + 2, close)) ?? [];
    pieces.push(
      name === undefined
        ? { kind: "broken", text: template.slice(open, end), at: open }
        : { kind: "variable", name, otherwise: otherwise?.trim() ?? null, at: open },
    );
    at = end;
  }
  if (at < template.length) pieces.push({ kind: "text", text: template.slice(at) });
  return pieces;
};

export type TemplateProblem =
  | { code: "template_blank" }
  | { code: "unknown_variable"; name: string; at: number }
  | { code: "broken_variable"; text: string; at: number }
  | { code: "message_too_long"; length: number; most: number; unit: "segments" | "characters" };

/** What each way can carry. SMS by the parts it is cut into; the others by characters. */
const limits: Record<Channel, { unit: "segments" | "characters"; most: number }> = {
  sms: { unit: "segments", most: 10 },
  whatsapp: { unit: "characters", most: 1600 },
  email: { unit: "characters", most: 100_000 },
  call: { unit: "characters", most: 3000 },
  voice_agent: { unit: "characters", most: 10_000 },
};

/** A message, ready to go, that its channel cannot carry; null when it can. */
export const checkLength = (
  text: string,
  channel: Channel,
): Extract<TemplateProblem, { code: "message_too_long" }> | null => {
  const { unit, most } = limits[channel];
  const length = unit === "segments" ? countSegments(text).segments : text.length;
  return length > most ? { code: "message_too_long", length, most, unit } : null;
};

/** Everything that is wrong with a template, before anybody is sent it. */
export const checkTemplate = (template: string, channel: Channel): TemplateProblem[] => {
  if (template.trim() === "") return [{ code: "template_blank" }];
  const pieces = piecesOf(template);
  const problems = pieces.flatMap((piece): TemplateProblem[] => {
    if (piece.kind === "broken") return [{ code: "broken_variable", text: piece.text, at: piece.at }];
    if (piece.kind === "variable" && !isVariable(piece.name))
      return [{ code: "unknown_variable", name: piece.name, at: piece.at }];
    return [];
  });
  const samples = Object.fromEntries(variablesIn(template).map((name) => [name, variableSample(name)]));
  const long = checkLength(renderTemplate(template, samples).text, channel);
  return long ? [...problems, long] : problems;
};

/** The names a template uses, each once. */
export const variablesIn = (template: string): string[] => [
  ...new Set(piecesOf(template).flatMap((piece) => (piece.kind === "variable" ? [piece.name] : []))),
];

export type RenderedTemplate = {
  text: string;
  /** Variables that had neither a value nor words instead: such a message should not go out. */
  missing: string[];
};

const longestValue = 500;

/** Values come from outside: on one line, without marks that turn the direction of the text, and not endless. */
const valueText = (value: unknown): string => {
  if (typeof value !== "string" && typeof value !== "number") return "";
  return String(value)
    .toWellFormed()
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim()
    .slice(0, longestValue)
    .toWellFormed();
};

/** A broken piece stays as it is written, and is told as missing. */
export const renderTemplate = (
  template: string,
  values: Readonly<Record<string, unknown>>,
): RenderedTemplate => {
  const missing = new Set<string>();
  const text = piecesOf(template)
    .map((piece) => {
      if (piece.kind === "text") return piece.text;
      if (piece.kind === "broken") {
        missing.add(piece.text);
        return piece.text;
      }
      const value = Object.hasOwn(values, piece.name) ? valueText(values[piece.name]) : "";
      if (value !== "") return value;
      if (piece.otherwise === null) missing.add(piece.name);
      return piece.otherwise ?? "";
    })
    .join("");
  return { text, missing: [...missing] };
};
