import type { PiiSpan } from "./detector.ts";
import { couldBeName, looksLikePerson } from "./detectors/name.ts";
import { detectors } from "./detectors.ts";
import { type Field, fieldOf, numbered } from "./field.ts";
import type { PiiFinding, PiiKind } from "./kinds.ts";
import { spansIn } from "./spans.ts";
import { readText } from "./text.ts";

/** How far a payload is looked into. */
export const limits = { depth: 32, values: 10_000, findings: 500 } as const;

const holdsOf = new Map(detectors.map(({ kind, byField }) => [kind, byField?.holds]));
const root = fieldOf("", "");

type Around = { readonly [key: string]: unknown };

const labelKeys = [
  "label",
  "name",
  "key",
  "field",
  "title",
  "question",
  "field_name",
  "etiqueta",
  "pregunta",
];

/** `{"name": "email", "values": […]}`: the field is named by what stands beside its value. */
const labelBeside = (around: Around): string | undefined => {
  for (const key of labelKeys) {
    const label = around[key];
    if (typeof label === "string" && label !== "" && label.length <= 120) return label;
  }
  return undefined;
};

const hasPersonBeside = (around: Around, words: string): boolean => {
  for (const key of Object.keys(around)) {
    const field = fieldOf(key, "");
    if (field.marksPerson && !field.bareName && field.words !== words) {
      const value = around[key];
      if (value !== null && value !== "" && value !== undefined) return true;
    }
  }
  return false;
};

const isPersonsName = (field: Field, value: string, around: Around | undefined): boolean => {
  if (!field.bareName || field.thing || !couldBeName(value)) return false;
  if (around && Object.hasOwn(around, "value") && field.words === "name") return false;
  return (
    looksLikePerson(value) ||
    (field.needsParent && around !== undefined && hasPersonBeside(around, field.words))
  );
};

/** One span that is all of the value, or nearly. */
const isAllOf = (spans: readonly PiiSpan[], value: string): boolean =>
  spans.some(({ start, end }) => end - start >= value.trim().length - 2);

const isNumbered = (field: Field, value: string): boolean =>
  field.kinds.some((kind) => numbered.has(kind) && holdsOf.get(kind)?.(value));

/** `from` and `to` hold numbers of phones as text, moments as numbers. */
const isMoment = (words: string): boolean => /(?:^|_)(?:from|to)$/.test(words);

export const findPiiUpTo = (payload: unknown, mostFindings: number): PiiFinding[] => {
  const findings: PiiFinding[] = [];
  const path: string[] = [];
  let left: number = limits.values;

  const report = (kind: PiiKind): void => {
    const at = path.join("");
    findings.push({ path: at.startsWith(".") ? at.slice(1) : at, kind });
  };

  const lookAtText = (value: string, field: Field, around: Around | undefined): void => {
    if (value === "") return;
    let spans = spansIn(readText(value, field.namesThing, field.isVersion));
    // Digits in the field of an account are no phone, however they are grouped.
    if (spans.length === 1 && spans[0]?.kind === "phone" && isNumbered(field, value)) spans = [];
    const from = findings.length;
    for (const { kind } of spans) {
      if (findings.length >= mostFindings) return;
      if (!isReported(kind, from)) report(kind);
    }
    for (const kind of field.kinds) {
      if (findings.length >= mostFindings) return;
      // A value that is surely something else is not what its field says.
      if (isAllOf(spans, value)) break;
      if (!isReported(kind, from) && holdsOf.get(kind)?.(value)) report(kind);
    }
    if (
      field.bareName &&
      spans.length === 0 &&
      findings.length < mostFindings &&
      isPersonsName(field, value, around)
    )
      report("name");
  };

  const isReported = (kind: PiiKind, from: number): boolean => {
    for (let at = from; at < findings.length; at++) if (findings[at]?.kind === kind) return true;
    return false;
  };

  const look = (value: unknown, field: Field, around: Around | undefined, depth: number): void => {
    if (depth > limits.depth || left-- <= 0 || findings.length >= mostFindings) return;
    if (typeof value === "string") lookAtText(value, field, around);
    else if (typeof value === "number" || typeof value === "bigint") {
      for (const kind of field.kinds) {
        if (findings.length >= mostFindings || kind === "name" || isMoment(field.words)) return;
        if (holdsOf.get(kind)?.(String(value))) report(kind);
      }
    } else if (Array.isArray(value)) {
      for (let at = 0; at < value.length && left > 0; at++) {
        path.push(`[${at}]`);
        look(value[at], field, undefined, depth + 1);
        path.pop();
      }
    } else if (value !== null && typeof value === "object") lookInside(value as Around, field, depth);
  };

  const lookInside = (value: Around, field: Field, depth: number): void => {
    const parent = field.isWrapper ? "" : field.words;
    for (const key of Object.keys(value)) {
      if (left <= 0 || findings.length >= mostFindings) return;
      let inner = fieldOf(key, parent);
      path.push(inner.step);
      for (const kind of inner.ownKinds) if (findings.length < mostFindings) report(kind);
      if (inner.isValue) {
        const label = labelBeside(value);
        inner = label === undefined ? (field.isWrapper ? inner : field) : fieldOf(label, "");
      }
      look(value[key], inner, value, depth + 1);
      path.pop();
    }
  };

  try {
    look(payload, root, undefined, 0);
  } catch {
    // Something that is no plain data, such as a property that throws: what was found until then stands.
  }
  return findings;
};

/** Where a payload holds what, one finding a place and kind. It never throws, and looks only so far. */
export const findPii = (payload: unknown): PiiFinding[] => findPiiUpTo(payload, limits.findings);
