import { foldText, isDigit, isLetter } from "#domain/pii/chars.ts";
import { noSpans, type PiiDetector, type TextSpan } from "#domain/pii/detector.ts";

const isHex = (code: number): boolean =>
  isDigit(code) || (code >= 97 && code <= 102) || (code >= 65 && code <= 70);

const ipv4Pattern = /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/;

/** An IPv4 address that can identify a person: not loopback, unspecified or broadcast. */
const isPersonalIpv4 = (text: string): boolean =>
  ipv4Pattern.test(text) &&
  text.split(".").every((part) => Number(part) <= 255) &&
  !/^(?:0\.|127\.|255\.255\.255\.255$)/.test(text);

const isIpv6 = (text: string): boolean => {
  const mapped = /^::ffff:([\d.]+)$/i.exec(text);
  if (mapped) return isPersonalIpv4(mapped[1] ?? "");
  const halves = text.split("::");
  if (halves.length > 2) return false;
  const groups = halves.flatMap((half) => (half === "" ? [] : half.split(":")));
  if (!groups.every((group) => group.length >= 1 && group.length <= 4)) return false;
  if (halves.length === 1) return groups.length === 8 && groups.some((group) => group.length !== 2);
  const first = groups[0] ?? "";
  return (
    groups.length < 8 && (groups.length >= 3 || /^(?:fe80|f[cd]..|[23]...)$/i.test(first)) && halves[0] !== ""
  );
};

const versionWords =
  /(?:\b(?:v|ver|version|versiones|release|build|firmware|kernel|driver|section|seccion|clause|clausula|articulo|chapter|capitulo|rev|update|actualizacion)\.?:?\s?|[a-z]\/)$/;

const findIpv4 = (value: string, spans: TextSpan[]): void => {
  for (let at = 0; at < value.length; at++) {
    if (!isDigit(value.charCodeAt(at))) continue;
    let end = at + 1;
    while (
      isDigit(value.charCodeAt(end)) ||
      (value.charCodeAt(end) === 46 && isDigit(value.charCodeAt(end + 1)))
    )
      end++;
    const before = value.charCodeAt(at - 1);
    const isJoinedBefore = isLetter(before) || before === 95 || before === 45 || before === 46;
    const after = value.charCodeAt(end);
    const isJoinedAfter =
      isLetter(after) || after === 95 || (after === 45 && isLetter(value.charCodeAt(end + 1)));
    if (
      end - at >= 7 &&
      end - at <= 15 &&
      !isJoinedBefore &&
      !isJoinedAfter &&
      isPersonalIpv4(value.slice(at, end))
    ) {
      const words = foldText(value.slice(Math.max(0, at - 16), at));
      if (!versionWords.test(words)) spans.push({ start: at, end });
    }
    at = end;
  }
};

const findIpv6 = (value: string, spans: TextSpan[]): void => {
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (!isHex(code) && code !== 58) continue;
    let end = at + 1;
    while (isHex(value.charCodeAt(end)) || value.charCodeAt(end) === 58 || value.charCodeAt(end) === 46)
      end++;
    const next = end;
    while (end > at && value.charCodeAt(end - 1) === 46) end--;
    if (value.charCodeAt(end - 1) === 58 && value.charCodeAt(end - 2) !== 58) end--;
    const standsAlone = !isLetter(value.charCodeAt(at - 1)) && !isLetter(value.charCodeAt(next));
    if (standsAlone && end - at >= 6 && end - at <= 45 && isIpv6(value.slice(at, end)))
      spans.push({ start: at, end });
    at = next;
  }
};

export const ipDetector: PiiDetector = {
  kind: "ip",
  findInText: ({ value, digits, dots, colons, isVersion }) => {
    const mayHoldIpv4 = dots >= 3 && digits >= 4 && !isVersion;
    const mayHoldIpv6 = colons >= 2 && digits >= 1;
    if (!mayHoldIpv4 && !mayHoldIpv6) return noSpans;
    const spans: TextSpan[] = [];
    if (mayHoldIpv6) findIpv6(value, spans);
    if (mayHoldIpv4) findIpv4(value, spans);
    return spans;
  },
};
