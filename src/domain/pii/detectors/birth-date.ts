import { noSpans, type PiiDetector, type TextSpan } from "#domain/pii/detector.ts";
import { getWords } from "#domain/pii/scanned-text.ts";

const birthWords: ReadonlySet<string> = new Set(
  "born dob birth birthdate birthday bday nacido nacida naci nacio nacimiento nac fnac cumpleanos".split(" "),
);

const month =
  "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|setiembre|octubre|noviembre|diciembre|ene|abr|ago|set|dic)\\b\\.?";
const datePattern = new RegExp(
  [
    "\\b\\d{4}[-/.]\\d{1,2}[-/.]\\d{1,2}(?!\\d)",
    "\\b\\d{1,2}[-/.]\\d{1,2}[-/.](?:\\d{4}|\\d{2})(?!\\d)",
    `\\b\\d{1,2}(?:st|nd|rd|th|º)?[ -](?:de |of )?${month}(?:,? ?(?:de |del |-)?\\d{2,4}\\b)?`,
    `\\b${month} ?\\d{1,2}(?:st|nd|rd|th)?\\b(?:,? ?\\d{4}\\b)?`,
    "\\b(?:19|20)\\d{6}\\b",
  ].join("|"),
  "i",
);

const maxSearchLength = 70;
/** Characters between a birth word and the start of the date. */
const maxDistance = 40;
const unrelatedText =
  /[.!?;]\s+\p{L}|\b(?:order|invoice|pedido|factura|appointment|cita|created|due|expires|vence|delivery|entrega|meeting|reunion|reunión|party|fiesta)\b/iu;

export const birthDateDetector: PiiDetector = {
  kind: "birth_date",
  findInText: (text) => {
    const { value, digits, blanks } = text;
    if (digits === 0 || blanks === 0) return noSpans;
    const spans: TextSpan[] = [];
    for (const word of getWords(text)) {
      if (word.start < (spans.at(-1)?.end ?? 0) || !birthWords.has(word.plain)) continue;
      const match = datePattern.exec(value.slice(word.end, word.end + maxSearchLength));
      if (!match || match.index > maxDistance) continue;
      if (unrelatedText.test(value.slice(word.end, word.end + match.index))) continue;
      spans.push({ start: word.end + match.index, end: word.end + match.index + match[0].length });
    }
    return spans;
  },
  byField: {
    matchesName: (fieldName) =>
      /(?:^|_)(?:dob|d_o_b|birth_?(?:date|day|dates|month|year)?|date_of_birth|bday|born(?:_on|_at)?|fecha_(?:de_)?nac(?:imiento)?|f_nac|nacimiento(?:_(?:dia|mes|ano))?|cumpleanos|dob_(?:day|month|year))$/.test(
        fieldName,
      ),
    matchesValue: (value) => value.length <= 40 && /\d/.test(value) && !/^0+$/.test(value),
  },
};
