/** Longer lines are never a quotation or signature mark. */
const maxMarkLength = 400;
const maxWrappedLines = 4;

const rulerLine = /^\s*[-_=*]{5,}\s*$/;
const originalMark =
  /^\s*[-_]{2,}\s*(original message|original appointment|mensaje original|mensagem original|message d'origine)\s*[-_]{2,}\s*$/i;
const attributionMark =
  /^\s*[>*_]*\s*(?:(?:on|el|le|em|am)\s.{4,300}|.{0,200}?<[^<>\s]+@[^<>\s]+>.{0,60}|(?:\d{4}[-/]|\d{1,2}[-/]).{4,300})\s?(?:wrote|writes|escribi[oó]|ha escrito|a écrit|escreveu|schrieb)\s*:\s*[*_]*\s*$/iu;
const attributionStart = /^\s*[>*_]*\s*(on|el|le|em|am|\d{1,4}[-/])\b/i;
const headerStart = /^\s*[*_]*(from|de|von)\s*:[*_]*\s*\S/i;
const headerLine =
  /^\s*[*_]*(sent|date|to|cc|subject|reply-to|importance|enviado( el)?|fecha|para|asunto|responder a|gesendet|an|betreff|envoy[eé]|objet|[àa])\s*:[*_]*/i;
const forwardMark =
  /^\s*[-_*>]*\s*(begin forwarded message|forwarded message|inicio del mensaje reenviado|mensaje reenviado|-+ ?(forwarded by|reenviado por))\b/i;
const signatureMark = /^\s*(--|—|__)\s*$/;
const deviceMark =
  /^\s*[*_]*(sent (from|via|using)|enviado (desde|con|via|vía|por)|get outlook for|obt[eé]n(er)? outlook|descarga outlook)\b[^.,;!?]{0,60}(<?\(?https?:\/\/\S*)?\s*$/iu;
const listFooter = /^_{20,}\s*$/;

/**
 * The sender's own text, without quotations and signature. Answers between quoted lines are kept. If nothing is left,
 * the message was not a reply and is returned whole.
 */
export const extractReply = (text: string): string => {
  const lines = text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").split("\n");
  const segments = unquotedSegments(lines);
  const reply = segments
    .map(withoutSignature)
    .map((segment) => segment.join("\n").trim())
    .filter((segment) => segment !== "")
    .join("\n\n");
  return reply === "" ? text.trim() : reply;
};

/** The parts between quotations. */
const unquotedSegments = (lines: string[]): string[][] => {
  const segments: string[][] = [[]];
  const current = () => segments.at(-1) as string[];
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as string;
    if (/^\s{0,3}>/.test(line)) {
      if (current().length > 0) segments.push([]);
      continue;
    }
    if (startsOriginalMessage(lines, at)) break;
    // Forwarded content is part of the message.
    if (line.length <= maxMarkLength && forwardMark.test(line)) {
      for (const rest of lines.slice(at)) current().push(rest);
      break;
    }
    const attributionCount = attributionLines(lines, at);
    if (attributionCount === 0) {
      current().push(line);
      continue;
    }
    // After the attribution either each line is marked as quoted, or everything to the end is.
    const next = lines[nextNonEmptyLine(lines, at + attributionCount)];
    if (next !== undefined && !/^\s{0,3}>/.test(next)) break;
    at += attributionCount - 1;
    if (current().length > 0) segments.push([]);
  }
  return segments;
};

const startsOriginalMessage = (lines: string[], at: number): boolean => {
  const line = lines[at] as string;
  if (line.length > maxMarkLength) return false;
  if (originalMark.test(line)) return true;
  if (!rulerLine.test(line)) return isHeaderBlock(lines, at);
  const next = nextNonEmptyLine(lines, at + 1);
  return next < lines.length && isHeaderBlock(lines, next);
};

const nextNonEmptyLine = (lines: string[], from: number): number => {
  let at = from;
  while (at < lines.length && lines[at]?.trim() === "") at++;
  return at;
};

/** `From:` followed by at least two other header lines. */
const isHeaderBlock = (lines: string[], at: number): boolean =>
  headerStart.test((lines[at] as string).slice(0, maxMarkLength)) &&
  lines.slice(at + 1, at + 9).filter((line) => line.length <= maxMarkLength && headerLine.test(line))
    .length >= 2;

/** Number of lines that the attribution ("On … wrote:") takes here; 0 when there is none. */
const attributionLines = (lines: string[], at: number): number => {
  let joined = "";
  for (let count = 1; count <= maxWrappedLines; count++) {
    const line = lines[at + count - 1];
    if (line === undefined || line.trim() === "" || joined.length + line.length > maxMarkLength) return 0;
    // An attribution that begins on a later line is found from there.
    if (count > 1 && (attributionStart.test(line) || !/[@<]/.test(joined)) && !attributionStart.test(joined))
      return 0;
    joined = count === 1 ? line : `${joined} ${line.trim()}`;
    // An attribution contains a date or an address.
    if (attributionMark.test(joined)) return /\d|@/.test(joined) ? count : 0;
  }
  return 0;
};

const withoutSignature = (segment: string[]): string[] => {
  const mark = segment.findIndex((line) => signatureMark.test(line));
  let lines = trimEnd(mark < 0 ? segment : segment.slice(0, mark));
  // A device line may precede a list footer, and a name both.
  for (let round = 0; round < 4; round++) lines = trimEnd(lines.slice(0, signatureStart(lines)));
  return lines;
};

/** Index of the first trailing line that is signature or footer. */
const signatureStart = (lines: string[]): number => {
  const end = lines.length;
  const footer = lines.findLastIndex((line) => listFooter.test(line));
  if (footer >= 0 && end - footer <= 7 && lines.slice(footer).some((line) => /https?:|@/.test(line)))
    return footer;
  const last = lines.at(-1) ?? "";
  if (deviceMark.test(last)) return end - 1;
  return end > 2 && lines.at(-2)?.trim() === "" && isDashedName(last.trim()) ? end - 1 : end;
};

const isDashedName = (line: string): boolean =>
  line.length <= 40 && /^[-–—]\p{Lu}[\p{L}.'’]*( [\p{L}.'’]+){0,2}$/u.test(line);

const trimEnd = (lines: string[]): string[] => {
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return lines.slice(0, last + 1);
};
