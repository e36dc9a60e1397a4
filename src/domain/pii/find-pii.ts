import type { PiiSpan } from "./detector.ts";
import { couldBeName, looksLikePersonName } from "./detectors/name.ts";
import { piiDetectors } from "./detectors.ts";
import { describeField, type FieldTraits, numericKinds } from "./field-traits.ts";
import type { PiiFinding, PiiKind } from "./kinds.ts";
import { scanText } from "./scanned-text.ts";
import { findSpans } from "./spans.ts";

export const piiLimits = { depth: 32, values: 10_000, findings: 500 } as const;

const valueMatchers = new Map(piiDetectors.map(({ kind, byField }) => [kind, byField?.matchesValue]));
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

/** `{"name": "email", "values": […]}`: a sibling names the value. */
const findSiblingLabel = (siblings: JsonFields): string | undefined => {
  for (const key of labelKeys) {
    const label = siblings[key];
    if (typeof label === "string" && label !== "" && label.length <= 120) return label;
  }
  return undefined;
};

const hasPersonSibling = (siblings: JsonFields, fieldName: string): boolean => {
  for (const key of Object.keys(siblings)) {
    const field = describeField(key, "");
    if (field.impliesPerson && !field.isBareName && field.normalisedName !== fieldName) {
      const value = siblings[key];
      if (value !== null && value !== "" && value !== undefined) return true;
    }
  }
  return false;
};

const isPersonName = (field: FieldTraits, value: string, siblings: JsonFields | undefined): boolean => {
  if (!field.isBareName || field.isThingName || !couldBeName(value)) return false;
  if (siblings && Object.hasOwn(siblings, "value") && field.normalisedName === "name") return false;
  return (
    looksLikePersonName(value) ||
    (field.needsParent && siblings !== undefined && hasPersonSibling(siblings, field.normalisedName))
  );
};

/** Whether one span covers the value, apart from two characters. */
const coversWhole = (spans: readonly PiiSpan[], value: string): boolean =>
  spans.some(({ start, end }) => end - start >= value.trim().length - 2);

const isAccountNumber = (field: FieldTraits, value: string): boolean =>
  field.kinds.some((kind) => numericKinds.has(kind) && valueMatchers.get(kind)?.(value));

/** A number in `from` or `to` is a timestamp; phone numbers come as text there. */
const mayHoldInstant = (fieldName: string): boolean => /(?:^|_)(?:from|to)$/.test(fieldName);

export const findPiiUpTo = (payload: unknown, maxFindings: number): PiiFinding[] => {
  const findings: PiiFinding[] = [];
  const path: string[] = [];
  let valuesLeft: number = piiLimits.values;

  const report = (kind: PiiKind): void => {
    const at = path.join("");
    findings.push({ path: at.startsWith(".") ? at.slice(1) : at, kind });
  };

  const searchText = (value: string, field: FieldTraits, siblings: JsonFields | undefined): void => {
    if (value === "") return;
    let spans = findSpans(scanText(value, field.holdsIdentifier, field.isVersion));
    // Digits in an account field are not a phone number, however they are grouped.
    if (spans.length === 1 && spans[0]?.kind === "phone" && isAccountNumber(field, value)) spans = [];
    const firstFinding = findings.length;
    for (const { kind } of spans) {
      if (findings.length >= maxFindings) return;
      if (!isReported(kind, firstFinding)) report(kind);
    }
    for (const kind of field.kinds) {
      if (findings.length >= maxFindings) return;
      // A value that is clearly another kind overrules the field's name.
      if (coversWhole(spans, value)) break;
      if (!isReported(kind, firstFinding) && valueMatchers.get(kind)?.(value)) report(kind);
    }
    if (
      field.isBareName &&
      spans.length === 0 &&
      findings.length < maxFindings &&
      isPersonName(field, value, siblings)
    )
      report("name");
  };

  const isReported = (kind: PiiKind, firstFinding: number): boolean => {
    for (let at = firstFinding; at < findings.length; at++) if (findings[at]?.kind === kind) return true;
    return false;
  };

  const search = (
    value: unknown,
    field: FieldTraits,
    siblings: JsonFields | undefined,
    depth: number,
  ): void => {
    if (depth > piiLimits.depth || valuesLeft-- <= 0 || findings.length >= maxFindings) return;
    if (typeof value === "string") searchText(value, field, siblings);
    else if (typeof value === "number" || typeof value === "bigint") {
      for (const kind of field.kinds) {
        if (findings.length >= maxFindings || kind === "name" || mayHoldInstant(field.normalisedName)) return;
        if (valueMatchers.get(kind)?.(String(value))) report(kind);
      }
    } else if (Array.isArray(value)) {
      for (let at = 0; at < value.length && valuesLeft > 0; at++) {
        path.push(`[${at}]`);
        search(value[at], field, undefined, depth + 1);
        path.pop();
      }
    } else if (value !== null && typeof value === "object") searchFields(value as JsonFields, field, depth);
  };

  const searchFields = (value: JsonFields, field: FieldTraits, depth: number): void => {
    const parent = field.isWrapper ? "" : field.normalisedName;
    for (const key of Object.keys(value)) {
      if (valuesLeft <= 0 || findings.length >= maxFindings) return;
      let innerField = describeField(key, parent);
      path.push(innerField.pathStep);
      for (const kind of innerField.kindsInName) if (findings.length < maxFindings) report(kind);
      if (innerField.isValue) {
        const label = findSiblingLabel(value);
        innerField = label === undefined ? (field.isWrapper ? innerField : field) : describeField(label, "");
      }
      search(value[key], innerField, value, depth + 1);
      path.pop();
    }
  };

  try {
    search(payload, rootField, undefined, 0);
  } catch {
    // Not plain data, such as a property that throws: the findings so far stand.
  }
  return findings;
};

/** Finds personal data, once per path and kind, within `piiLimits`. Never throws. */
export const findPii = (payload: unknown): PiiFinding[] => findPiiUpTo(payload, piiLimits.findings);
