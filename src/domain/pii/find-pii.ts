import type { PiiSpan } from "./detector.ts";
import { couldBeName, looksLikePersonName } from "./detectors/name.ts";
import { piiDetectors } from "./detectors.ts";
import { describeField, type FieldTraits, numericKinds } from "./field-traits.ts";
import type { PiiFinding, PiiKind } from "./kinds.ts";
import { scanText } from "./scanned-text.ts";
import { findSpans } from "./spans.ts";

/** How far a payload is looked into. */
export const piiLimits = { depth: 32, values: 10_000, findings: 500 } as const;

const valueMatchers = new Map(piiDetectors.map(({ kind, byField }) => [kind, byField?.holds]));
const rootField = describeField("", "");

type JsonFields = { readonly [key: string]: unknown };

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
const findSiblingLabel = (around: JsonFields): string | undefined => {
  for (const key of labelKeys) {
    const label = around[key];
    if (typeof label === "string" && label !== "" && label.length <= 120) return label;
  }
  return undefined;
};

const hasPersonSibling = (around: JsonFields, words: string): boolean => {
  for (const key of Object.keys(around)) {
    const field = describeField(key, "");
    if (field.impliesPerson && !field.isBareName && field.normalisedName !== words) {
      const value = around[key];
      if (value !== null && value !== "" && value !== undefined) return true;
    }
  }
  return false;
};

const isPersonName = (field: FieldTraits, value: string, around: JsonFields | undefined): boolean => {
  if (!field.isBareName || field.isThingName || !couldBeName(value)) return false;
  if (around && Object.hasOwn(around, "value") && field.normalisedName === "name") return false;
  return (
    looksLikePersonName(value) ||
    (field.needsParent && around !== undefined && hasPersonSibling(around, field.normalisedName))
  );
};

/** One span that is all of the value, or nearly. */
const coversWhole = (spans: readonly PiiSpan[], value: string): boolean =>
  spans.some(({ start, end }) => end - start >= value.trim().length - 2);

const isAccountNumber = (field: FieldTraits, value: string): boolean =>
  field.kinds.some((kind) => numericKinds.has(kind) && valueMatchers.get(kind)?.(value));

/** `from` and `to` hold numbers of phones as text, moments as numbers. */
const mayHoldInstant = (words: string): boolean => /(?:^|_)(?:from|to)$/.test(words);

export const findPiiUpTo = (payload: unknown, mostFindings: number): PiiFinding[] => {
  const findings: PiiFinding[] = [];
  const path: string[] = [];
  let left: number = piiLimits.values;

  const report = (kind: PiiKind): void => {
    const at = path.join("");
    findings.push({ path: at.startsWith(".") ? at.slice(1) : at, kind });
  };

  const lookAtText = (value: string, field: FieldTraits, around: JsonFields | undefined): void => {
    if (value === "") return;
    let spans = findSpans(scanText(value, field.holdsIdentifier, field.isVersion));
    // Digits in the field of an account are no phone, however they are grouped.
    if (spans.length === 1 && spans[0]?.kind === "phone" && isAccountNumber(field, value)) spans = [];
    const from = findings.length;
    for (const { kind } of spans) {
      if (findings.length >= mostFindings) return;
      if (!isReported(kind, from)) report(kind);
    }
    for (const kind of field.kinds) {
      if (findings.length >= mostFindings) return;
      // A value that is surely something else is not what its field says.
      if (coversWhole(spans, value)) break;
      if (!isReported(kind, from) && valueMatchers.get(kind)?.(value)) report(kind);
    }
    if (
      field.isBareName &&
      spans.length === 0 &&
      findings.length < mostFindings &&
      isPersonName(field, value, around)
    )
      report("name");
  };

  const isReported = (kind: PiiKind, from: number): boolean => {
    for (let at = from; at < findings.length; at++) if (findings[at]?.kind === kind) return true;
    return false;
  };

  const look = (value: unknown, field: FieldTraits, around: JsonFields | undefined, depth: number): void => {
    if (depth > piiLimits.depth || left-- <= 0 || findings.length >= mostFindings) return;
    if (typeof value === "string") lookAtText(value, field, around);
    else if (typeof value === "number" || typeof value === "bigint") {
      for (const kind of field.kinds) {
        if (findings.length >= mostFindings || kind === "name" || mayHoldInstant(field.normalisedName))
          return;
        if (valueMatchers.get(kind)?.(String(value))) report(kind);
      }
    } else if (Array.isArray(value)) {
      for (let at = 0; at < value.length && left > 0; at++) {
        path.push(`[${at}]`);
        look(value[at], field, undefined, depth + 1);
        path.pop();
      }
    } else if (value !== null && typeof value === "object") lookInside(value as JsonFields, field, depth);
  };

  const lookInside = (value: JsonFields, field: FieldTraits, depth: number): void => {
    const parent = field.isWrapper ? "" : field.normalisedName;
    for (const key of Object.keys(value)) {
      if (left <= 0 || findings.length >= mostFindings) return;
      let inner = describeField(key, parent);
      path.push(inner.pathStep);
      for (const kind of inner.kindsInName) if (findings.length < mostFindings) report(kind);
      if (inner.isValue) {
        const label = findSiblingLabel(value);
        inner = label === undefined ? (field.isWrapper ? inner : field) : describeField(label, "");
      }
      look(value[key], inner, value, depth + 1);
      path.pop();
    }
  };

  try {
    look(payload, rootField, undefined, 0);
  } catch {
    // Something that is no plain data, such as a property that throws: what was found until then stands.
  }
  return findings;
};

/** Where a payload holds what, one finding a place and kind. It never throws, and looks only so far. */
export const findPii = (payload: unknown): PiiFinding[] => findPiiUpTo(payload, piiLimits.findings);
