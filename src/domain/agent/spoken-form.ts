import type { ScriptLanguage } from "#domain/voice/script.ts";
import { stripInvisible } from "./plain-speech.ts";
import { speakLocalTime } from "./spoken-date.ts";

type SignWords = {
  dollars: string;
  dollar: string;
  cents: string;
  percent: string;
  at: string;
  dot: string;
  dash: string;
  underscore: string;
  slash: string;
  and: string;
  number: string;
};

const signWords: Record<ScriptLanguage, SignWords> = {
  en: {
    dollars: "dollars",
    dollar: "dollar",
    cents: "cents",
    percent: "percent",
    at: "at",
    dot: "dot",
    dash: "dash",
    underscore: "underscore",
    slash: "slash",
    and: "and",
    number: "number",
  },
  es: {
    dollars: "dólares",
    dollar: "dólar",
    cents: "centavos",
    percent: "por ciento",
    at: "arroba",
    dot: "punto",
    dash: "guion",
    underscore: "guion bajo",
    slash: "barra",
    and: "y",
    number: "número",
  },
  fr: {
    dollars: "dollars",
    dollar: "dollar",
    cents: "cents",
    percent: "pour cent",
    at: "arobase",
    dot: "point",
    dash: "tiret",
    underscore: "tiret bas",
    slash: "barre oblique",
    and: "et",
    number: "numéro",
  },
  de: {
    dollars: "Dollar",
    dollar: "Dollar",
    cents: "Cent",
    percent: "Prozent",
    at: "at",
    dot: "Punkt",
    dash: "Bindestrich",
    underscore: "Unterstrich",
    slash: "Schrägstrich",
    and: "und",
    number: "Nummer",
  },
};

const withoutMarkdown = (text: string): string =>
  text
    .replaceAll(/```[\s\S]*?(?:```|$)/g, " ")
    .replaceAll(/!\[[^\]]*\]\([^)]*\)/g, " ")
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")
    .replaceAll(/<[^>\n]{1,80}>/g, " ")
    .replaceAll(/^\s{0,3}#{1,6}\s+/gm, "")
    .replaceAll(/^\s*(?:[-*+•]|\d{1,2}[.)])\s+/gm, "")
    .replaceAll(/^\s*>\s?/gm, "")
    .replaceAll(/(\*\*|__|~~)(.*?)\1/g, "$2")
    .replaceAll(/(^|\s)[*_]([^*_\n]+)[*_](?=\s|[.,;:!?]|$)/g, "$1$2")
    .replaceAll(/`([^`]*)`/g, "$1")
    .replaceAll(/\s*\|\s*/g, ", ")
    .replaceAll(/\p{Extended_Pictographic}/gu, " ");

const speakAddress = (address: string, words: SignWords): string =>
  address
    .replace(/^https?:\/\//i, "")
    .replace(/^www\./i, "")
    .replace(/\/$/, "")
    .replaceAll("@", ` ${words.at} `)
    .replaceAll(".", ` ${words.dot} `)
    .replaceAll("-", ` ${words.dash} `)
    .replaceAll("_", ` ${words.underscore} `)
    .replaceAll("/", ` ${words.slash} `)
    .replaceAll(/ +/g, " ")
    .trim();

/** "787-555-1234" in groups of single digits. */
const speakPhone = (...groups: string[]): string =>
  groups
    .filter(Boolean)
    .map((group) => [...group].join(" "))
    .join(", ");

const speakAmount = (whole: string, cents: string | undefined, words: SignWords): string => {
  const amount = `${whole} ${whole === "1" ? words.dollar : words.dollars}`;
  return cents === undefined || cents === "00"
    ? amount
    : `${amount} ${words.and} ${Number(cents)} ${words.cents}`;
};

const twoDigits = (value: string): string => value.padStart(2, "0");

/** A text as it is said aloud: no markup, and amounts, dates, telephones and addresses in words of the language. */
export const toSpokenForm = (text: string, language: ScriptLanguage): string => {
  const words = signWords[language];
  return withoutMarkdown(stripInvisible(text))
    .replaceAll(/[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, (address) => speakAddress(address, words))
    .replaceAll(/(?:https?:\/\/|www\.)[^\s,;)]*[^\s,;).!?]/gi, (address) => speakAddress(address, words))
    .replaceAll(/\b[a-z0-9-]+\.(?:com|net|org|pr|io|app)(?:\/[\w-]+)*\b/gi, (address) =>
      speakAddress(address, words),
    )
    .replaceAll(/\b\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2})?\b/g, (date) => speakLocalTime(date, language))
    .replaceAll(/\b(\d{1,2})\/(\d{1,2})\/(\d{4})\b/g, (whole, month: string, day: string, year: string) =>
      Number(month) >= 1 && Number(month) <= 12
        ? speakLocalTime(`${year}-${twoDigits(month)}-${twoDigits(day)}`, language)
        : whole,
    )
    .replaceAll(
      /(?:\+?1[ .-]?)?\(?\b(\d{3})\)?[ .-]?(\d{3})[ .-](\d{4})\b/g,
      (_, area: string, prefix: string, line: string) => speakPhone(area, prefix, line),
    )
    .replaceAll(
      /(?:US)?\$\s?(\d[\d,]*)(?:\.(\d{2}))?(?!\d)/g,
      (_, whole: string, cents?: string) =>
        speakAmount(whole.replace(/,$/, ""), cents, words) + (whole.endsWith(",") ? "," : ""),
    )
    .replaceAll(/(\d)\s?%/g, `$1 ${words.percent}`)
    .replaceAll(/\s&\s/g, ` ${words.and} `)
    .replaceAll(/#(?=\d)/g, `${words.number} `)
    .replaceAll(/\b24\/7\b/g, "24 7")
    .replaceAll(/[*_~`|<>{}[\]\\]+/g, " ")
    .replaceAll(/\s+([,.;:!?])/g, "$1")
    .replaceAll(/\s+/g, " ")
    .trim();
};
