import { isDigit } from "#domain/pii/chars.ts";
import { noSpans, type PiiDetector, type TextSpan } from "#domain/pii/detector.ts";

/** Length of an IBAN by country. */
const lengthByCountry = new Map(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 " +
    "ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 " +
    "LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 " +
    "PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
);

const isAlphanumeric = (code: number): boolean =>
  isDigit(code) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);

/** The IBAN check (ISO 7064): the rearranged number modulo 97 is 1. */
const passesMod97 = (account: string): boolean => {
  const rearranged = account.slice(4) + account.slice(0, 4);
  let remainder = 0;
  for (let at = 0; at < rearranged.length; at++) {
    const code = rearranged.charCodeAt(at);
    remainder = isDigit(code) ? (remainder * 10 + code - 48) % 97 : (remainder * 100 + (code & 95) - 55) % 97;
  }
  return remainder === 1;
};

const matchAt = (value: string, start: number): TextSpan | undefined => {
  const length = lengthByCountry.get(value.slice(start, start + 2).toUpperCase());
  if (length === undefined) return undefined;
  let account = "";
  let at = start;
  for (; account.length < length; at++) {
    const code = value.charCodeAt(at);
    if (isAlphanumeric(code)) account += value[at];
    // Groups may be separated by one blank or hyphen.
    else if ((code !== 32 && code !== 45 && code !== 160) || !isAlphanumeric(value.charCodeAt(at + 1)))
      return undefined;
  }
  return !isAlphanumeric(value.charCodeAt(at)) && passesMod97(account) ? { start, end: at } : undefined;
};

const countDigits = (value: string): number => value.replaceAll(/\D/g, "").length;

export const ibanDetector: PiiDetector = {
  kind: "iban",
  findInText: ({ value, digits }) => {
    if (digits < 8 || value.length < 15) return noSpans;
    const spans: TextSpan[] = [];
    for (let at = 2; at < value.length - 12; at++) {
      // An IBAN begins a word with two letters and two digits.
      if (!isDigit(value.charCodeAt(at)) || !isDigit(value.charCodeAt(at + 1))) continue;
      if (isDigit(value.charCodeAt(at - 1)) || isAlphanumeric(value.charCodeAt(at - 3))) continue;
      const span = matchAt(value, at - 2);
      if (!span) continue;
      spans.push(span);
      at = span.end;
    }
    return spans;
  },
  byField: {
    matchesName: (fieldName) =>
      /(?:^|_)(?:iban|clabe|bank_account|(?:bank_)?account_(?:number|no)|cuenta(?:_bancaria)?|(?:numero|num|no)_(?:de_)?cuenta)(?:_|$)/.test(
        fieldName,
      ),
    matchesValue: (value) =>
      value.length <= 42 && /^[A-Za-z]{0,4}[\dA-Za-z\s-]+$/.test(value) && countDigits(value) >= 8,
  },
};
