import { noSpans, type PiiDetector, type TextSpan } from "#domain/pii/detector.ts";
import { getWords } from "#domain/pii/scanned-text.ts";
import type { Word } from "#domain/pii/words.ts";
import { isHouseNumber, isNamePart, shapesStartingAt } from "./address-shapes.ts";

/** Extends a match by a house number before it and by town, state and postal code after it. */
const extendAddress = (words: readonly Word[], from: number, to: number): [number, number] => {
  let first = from;
  for (let at = from - 1; at >= 0 && at >= from - 5; at--) {
    if (words[at + 1]?.gap === "break" || words[at + 1]?.gap === "comma") break;
    if (isHouseNumber(words[at])) first = at;
    else if (!words[at]?.capital) break;
  }
  let last = to;
  for (let at = to + 1; at < words.length && at <= to + 9; at++) {
    const word = words[at];
    if (!word || word.gap === "break" || (!word.numeric && !isNamePart(word))) break;
    if (word.numeric && /^\d{3,5}(?:-\d{3,4})?$/.test(word.plain)) last = at;
  }
  return [first, last];
};

const findAddressSpans = (words: readonly Word[]): TextSpan[] => {
  const spans: TextSpan[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    for (const shape of word ? shapesStartingAt(word) : []) {
      const match = shape(words, at);
      if (match === undefined) continue;
      const [from, to] =
        typeof match === "number"
          ? extendAddress(words, at, match)
          : extendAddress(words, ...(match as [number, number]));
      const span = { start: words[from]?.start ?? 0, end: words[to]?.end ?? 0 };
      const last = spans.at(-1);
      if (last && span.start <= last.end) last.end = Math.max(last.end, span.end);
      else spans.push(span);
      at = Math.max(at, to);
      break;
    }
  }
  return spans;
};

export const addressDetector: PiiDetector = {
  kind: "address",
  findInText: (text) => (text.digits === 0 || text.blanks === 0 ? noSpans : findAddressSpans(getWords(text))),
  byField: {
    matchesName: (fieldName) =>
      (/(?:^|_)(?:(?:street|home|mailing|postal|billing|shipping|delivery|residential|physical|full|customer|work)_)?(?:address(?:_?line)?|addr)(?:_?[123])?$/.test(
        fieldName,
      ) ||
        /(?:^|_)(?:street(?:_?(?:name|address|number))?(?:_?[12])?|(?:address_)?line_?[12]|direccion(?:_(?:postal|fisica|completa|de_envio|residencial))?(?:_?[12])?|calle|domicilio|zip|zip_?code|post_?code|postal_?code|codigo_postal)$/.test(
          fieldName,
        )) &&
      !/(?:ip|mac|web|wallet|e?_?mail|correo|crypto|bitcoin|eth|server|host|remote|network|memory|contract)_(?:addr|address)$/.test(
        fieldName,
      ),
    matchesValue: (value) =>
      value.length >= 4 &&
      value.length <= 300 &&
      !/@|:\/\/|^0x|^[\da-f:.]+:[\da-f:.]*$/i.test(value) &&
      ((/\p{L}/u.test(value) && /\s/.test(value)) || /\d{4,5}/.test(value)) &&
      !/^\d{1,3}(?:\.\d{1,3}){3}$/.test(value),
  },
};
