import type { Language } from "#domain/language.ts";

const twimlType = "text/xml; charset=utf-8";

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Text from outside stays text: no markup, and no characters that XML has no place for. */
const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, "")
    .replaceAll(/[&<>"']/g, (found) => entities[found] ?? "");

const voices: Record<Language, { voice: string; language: string }> = {
  en: { voice: "Google.en-US-Neural2-F", language: "en-US" },
  es: { voice: "Google.es-US-Neural2-A", language: "es-US" },
};

/** One verb carries at most 4,096 characters. */
const longestSaid = 3000;

/** Cut where a sentence ends, else where a word does. */
const cut = (text: string): string[] => {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > longestSaid) {
    const start = rest.slice(0, longestSaid);
    const sentence = Math.max(start.lastIndexOf(". "), start.lastIndexOf("? "), start.lastIndexOf("! ")) + 1;
    const end = sentence > 0 ? sentence : Math.max(start.lastIndexOf(" "), 1);
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === "" ? pieces : [...pieces, rest];
};

export const say = (language: Language, text: string): string =>
  cut(text)
    .map(
      (piece) =>
        `<Say voice="${voices[language].voice}" language="${voices[language].language}">${escapeXml(piece)}</Say>`,
    )
    .join("");

/** Listens for one key or for words while the verbs inside are spoken, and asks us what comes next in any case. */
export const gather = (language: Language, action: string, inside: string): string =>
  `<Gather input="dtmf speech" numDigits="1" timeout="5" speechTimeout="auto" language="${voices[language].language}" action="${escapeXml(action)}" method="POST" actionOnEmptyResult="true">${inside}</Gather>`;

export const hangup = "<Hangup/>";

export const response = (...verbs: string[]): { contentType: string; body: string } => ({
  contentType: twimlType,
  body: `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs.join("")}</Response>`,
});
