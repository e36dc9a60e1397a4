import type { Language } from "#domain/language.ts";

const twimlType = "text/xml; charset=utf-8";

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Also removes characters that are not allowed in XML. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]/g, "")
    .replaceAll(/[&<>"']/g, (character) => entities[character] ?? "");

const voices: Record<Language, { voice: string; language: string }> = {
  en: { voice: "Google.en-US-Neural2-F", language: "en-US" },
  es: { voice: "Google.es-US-Neural2-A", language: "es-US" },
};

/** Twilio accepts at most 4,096 characters in one Say verb; escaping makes the text longer. */
const maxSayLength = 3000;

/** Splits at the end of a sentence, else between words. */
const splitText = (text: string): string[] => {
  const pieces: string[] = [];
  let rest = text.trim();
  while (rest.length > maxSayLength) {
    const start = rest.slice(0, maxSayLength);
    const sentenceEnd =
      Math.max(start.lastIndexOf(". "), start.lastIndexOf("? "), start.lastIndexOf("! ")) + 1;
    const end = sentenceEnd > 0 ? sentenceEnd : Math.max(start.lastIndexOf(" "), 1);
    pieces.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === "" ? pieces : [...pieces, rest];
};

export const say = (language: Language, text: string): string =>
  splitText(text)
    .map(
      (piece) =>
        `<Say voice="${voices[language].voice}" language="${voices[language].language}">${escapeXml(piece)}</Say>`,
    )
    .join("");

/** Listens for one key or for speech during the prompts. Twilio requests the action URL even without input. */
export const gather = (language: Language, actionUrl: string, prompts: string): string =>
  `<Gather input="dtmf speech" numDigits="1" timeout="5" speechTimeout="auto" language="${voices[language].language}" action="${escapeXml(actionUrl)}" method="POST" actionOnEmptyResult="true">${prompts}</Gather>`;

export const hangup = "<Hangup/>";

export const response = (...verbs: string[]): { contentType: string; body: string } => ({
  contentType: twimlType,
  body: `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs.join("")}</Response>`,
});
