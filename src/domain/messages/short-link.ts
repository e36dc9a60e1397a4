/**
 * A link that is shortened when a message is sent is written `{{short_link|https://…}}`. The address is fixed: a value
 * of a person never becomes part of where a link leads.
 */
export const shortLinkName = "short_link";

export const shortLinkMark = (target: string): string => `{{${shortLinkName}|${target}}}`;

/** Under which name the values of a message have the short form of an address. */
export const shortLinkKey = (target: string): string => `${shortLinkName}|${target}`;

const maxTargetLength = 2000;

const label = String.raw`[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?`;
/** A host without a name and a password before it, which would show another one. */
const address = new RegExp(String.raw`^https?://(${label}(?:\.${label})*)(?::(\d{1,5}))?(?:[/?#]|$)`, "iu");
const outside = /[\s<>"'`\\^|\p{Cc}]/u;
const maxPort = 65_535;

/** The address that a link leads to; null for what is none, such as a script. */
export const readTarget = (text: string): string | null => {
  const trimmed = text.trim();
  if (trimmed.length > maxTargetLength || outside.test(trimmed)) return null;
  const [, host, port = "0"] = address.exec(trimmed) ?? [];
  return host === undefined || Number(port) > maxPort ? null : trimmed;
};

/** The host of an address, as a reader sees it. */
export const hostOf = (target: string): string => address.exec(target)?.[1] ?? target;

/** The path of a short link: this, and its code. */
export const shortLinkPath = "/l/";
export const shortLinkCodeLength = 16;
/** As long as a real one. */
export const sampleShortLink = (origin: string): string =>
  `${origin}${shortLinkPath}${"k7Qx2mPd".repeat(2).slice(0, shortLinkCodeLength)}`;

/** A text with whole addresses as long as it is sent; without an origin they are sent whole. */
export const withSampleLinks = (text: string, targets: readonly string[], origin: string | null): string =>
  origin === null
    ? text
    : targets.reduce((shorter, target) => shorter.replaceAll(target, sampleShortLink(origin)), text);

/** How long a short link leads to its target. */
export const shortLinkDays = 365;

const markedOrBare = /\{\{[^{}]*\}\}|https?:\/\/[^\s<>"'{}|]*[^\s<>"'{}|.,;:!?)\]]/g;

/** How far back the figures of a template's links go. */
export const linkFigureDays = 90;

/** The addresses in a text that are not shortened yet, each once. */
export const findLongLinks = (text: string): string[] => [
  ...new Set([...text.matchAll(markedOrBare)].map(([found]) => found).filter((found) => readTarget(found))),
];

/** The text with its addresses marked as short links. */
export const shortenLinks = (text: string): string =>
  text.replaceAll(markedOrBare, (found) => (readTarget(found) ? shortLinkMark(found) : found));
