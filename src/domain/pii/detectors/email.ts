import { isDigit, isLetter } from "#domain/pii/chars.ts";
import { noSpans, type PiiDetector, type TextSpan } from "#domain/pii/detector.ts";

const maxLocalLength = 64;
const maxDomainLength = 253;

// The signs RFC 5322 allows, without those that end an address in running text or a link.
const localSigns = new Set([..."._+-'%#!*~^&"].map((sign) => sign.charCodeAt(0)));
const isLocalChar = (code: number): boolean => isDigit(code) || isLetter(code) || localSigns.has(code);
const isDomainChar = (code: number): boolean => isDigit(code) || isLetter(code) || code === 45 || code === 46;

const topLevelDomain = /^(?:xn--[a-z0-9-]{2,59}|\p{L}{2,24})$/iu;
/** `logo@2x.png` is a file name. */
const fileEnding = /^(?:png|jpe?g|gif|svg|webp|ico|css|js|mjs|ts|map)$/i;

const matchAt = (value: string, at: number, signLength: number): TextSpan | undefined => {
  let start = at;
  while (start > 0 && at - start < maxLocalLength && isLocalChar(value.charCodeAt(start - 1))) start--;
  while (start < at && !isDigit(value.charCodeAt(start)) && !isLetter(value.charCodeAt(start))) start++;
  if (start === at || value.charCodeAt(at - 1) === 46) return undefined;
  const from = at + signLength;
  let end = from;
  while (end - from < maxDomainLength && isDomainChar(value.charCodeAt(end))) end++;
  while (end > from && !isDigit(value.charCodeAt(end - 1)) && !isLetter(value.charCodeAt(end - 1))) end--;
  const domain = value.slice(from, end);
  const dot = domain.lastIndexOf(".");
  if (dot < 1 || domain.includes("..") || domain.startsWith("-")) return undefined;
  const last = domain.slice(dot + 1);
  return topLevelDomain.test(last) && !fileEnding.test(last) ? { start, end } : undefined;
};

/** The user of a URL or connection string: `https://user:password@host`, `git@host:owner/repo`. */
const isLogin = (value: string, { start }: TextSpan): boolean =>
  value.startsWith("git@", start) || /\/\/(?:[^\s/@]*:)?$/.test(value.slice(Math.max(0, start - 80), start));

export const emailDetector: PiiDetector = {
  kind: "email",
  findInText: ({ value, hasAt }) => {
    if (!hasAt) return noSpans;
    const spans: TextSpan[] = [];
    for (let at = 0; at < value.length; at++) {
      const code = value.charCodeAt(at);
      const signLength = code === 64 ? 1 : code === 37 && value.startsWith("40", at + 1) ? 3 : 0;
      if (signLength === 0) continue;
      const span = matchAt(value, at, signLength);
      if (!span || isLogin(value, span)) continue;
      spans.push(span);
      at = span.end - 1;
    }
    return spans;
  },
  byField: {
    matchesName: (fieldName) => /(?:^|_)(?:e_?mails?|correos?|mail)(?:_|$)/.test(fieldName),
    matchesValue: (value) =>
      value.length <= 320 &&
      /^[^\s@]{1,64}(?:@|\s?(?:\(at\)|\[at\]| at | arroba )\s?)[^\s@]{2,253}(?:\s?(?:dot|punto)\s?\w{2,24})?$/i.test(
        value.trim(),
      ),
  },
};
