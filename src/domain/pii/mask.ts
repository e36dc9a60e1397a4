import { describeField, findSpansInName } from "./field-traits.ts";
import { findPiiUpTo, piiLimits } from "./find-pii.ts";
import { isMasked, type PiiFinding, type PiiFlags, type PiiKind, piiKinds } from "./kinds.ts";
import { maskMark, maskSpans, maskValue } from "./mask-text.ts";
import { maxTextLength, scanText } from "./scanned-text.ts";
import { findSpans } from "./spans.ts";

/** Longer than any value that the scan limit could cut in two. */
const cutMargin = 64;

const maskText = (value: string, kinds: readonly PiiKind[]): string => {
  const isLong = value.length > maxTextLength;
  let text = value;
  if (kinds.length > 0) {
    const spans = findSpans(scanText(value)).filter(({ kind }) => kinds.includes(kind));
    const byField = kinds.find((kind) => !spans.some((span) => span.kind === kind));
    if (byField) return maskValue(value, byField);
    if (!isLong) return maskSpans(value, spans);
    const end = maxTextLength - cutMargin;
    text = maskSpans(
      value.slice(0, maxTextLength),
      spans.filter((span) => span.start < end),
    ).slice(0, -cutMargin);
  }
  return isLong ? `${text.slice(0, maxTextLength - cutMargin)}${maskMark}` : text;
};

const kindsByPath = (findings: readonly PiiFinding[], flags: PiiFlags): Map<string, PiiKind[]> => {
  const byPath = new Map<string, PiiKind[]>();
  for (const { path, kind } of findings) {
    if (!isMasked(kind, flags)) continue;
    const kinds = byPath.get(path);
    if (kinds) kinds.push(kind);
    else byPath.set(path, [kind]);
  }
  return byPath;
};

/**
 * A masked copy of a payload for views and logs. Whatever exceeded the scan limits is left out, since it may hold
 * personal data.
 */
export const maskPii = (payload: unknown, findings: readonly PiiFinding[], flags: PiiFlags): unknown => {
  if (!piiKinds.some((kind) => isMasked(kind, flags))) return payload;
  let valuesLeft: number = piiLimits.values;

  const copy = (value: unknown, path: string, depth: number): unknown => {
    if (depth > piiLimits.depth || valuesLeft-- <= 0) return maskMark;
    if (typeof value === "string") return maskText(value, maskedKinds.get(path) ?? []);
    if (typeof value === "number" || typeof value === "bigint") {
      const kind = maskedKinds.get(path)?.[0];
      return kind ? maskValue(String(value), kind) : value;
    }
    if (Array.isArray(value)) return copyList(value, path, depth);
    if (value !== null && typeof value === "object")
      return copyFields(value as Record<string, unknown>, path, depth);
    return value;
  };

  const copyList = (list: readonly unknown[], path: string, depth: number): unknown[] => {
    const items: unknown[] = [];
    for (let at = 0; at < list.length; at++) {
      items.push(copy(list[at], `${path}[${at}]`, depth + 1));
      if (valuesLeft <= 0) break;
    }
    return items;
  };

  const copyFields = (fields: Record<string, unknown>, path: string, depth: number): unknown => {
    const entries: [string, unknown][] = [];
    for (const key of Object.keys(fields)) {
      const { pathStep: step, kindsInName: ownKinds } = describeField(key, "");
      const innerPath = path === "" && step.startsWith(".") ? step.slice(1) : `${path}${step}`;
      const maskedKey = ownKinds.some((kind) => isMasked(kind, flags))
        ? maskSpans(
            key,
            findSpansInName(key).filter(({ kind }) => isMasked(kind, flags)),
          )
        : key;
      entries.push([maskedKey, copy(fields[key], innerPath, depth + 1)]);
      if (valuesLeft <= 0) break;
    }
    return Object.fromEntries(entries);
  };

  // A full list of findings may be incomplete.
  const allFindings =
    findings.length < piiLimits.findings ? findings : findPiiUpTo(payload, Number.POSITIVE_INFINITY);
  const maskedKinds = kindsByPath(allFindings, flags);
  try {
    return copy(payload, "", 0);
  } catch {
    return maskMark;
  }
};
