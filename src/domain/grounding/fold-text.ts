import { stripInvisible } from "#domain/agent/plain-speech.ts";
import { rewriteFigures } from "./rewrite-figures.ts";

const maxLength = 4000;

/** Phrases that no dictionary of words brings together. */
const phraseWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "walk in": "without appointment",
    "walk ins": "without appointment",
    "drop in": "without appointment",
    "drop ins": "without appointment",
    "take care of": "handle",
    "takes care of": "handles",
    "in charge of": "handling",
    "mano de obra": "labor",
    "al dia siguiente": "next day",
    "a domicilio": "entrega",
    "bienes raices": "inmobiliaria",
    "real estate": "inmobiliaria",
    "llave en mano": "completo",
    "de segunda mano": "usado",
    "fin de semana": "weekend",
    "fines de semana": "weekends",
    "money back": "refund",
    "sign up": "enroll",
    "pick up": "pickup",
    "drop off": "dropoff",
    "set up": "setup",
    "check up": "checkup",
    "de lunes a viernes": "de lunes a viernes",
  }),
);
const phrasePattern = new RegExp(`\\b(?:${[...phraseWords.keys()].join("|")})\\b`, "gi");

/** Plain letters with their case; "a. m." becomes "am", and a dash between numbers becomes "to". */
export const plainText = (text: string): string => rewriteFigures(withPlainLetters(text)).trim();

const withPlainLetters = (text: string): string =>
  stripInvisible(text.slice(0, maxLength))
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/['’`´]/g, "")
    .replaceAll(/\b([ap])\. ?m\b\.?/gi, "$1m")
    .replaceAll(/(?<=\d)(?:am|pm)\b/gi, " $&")
    .replaceAll(/(\d) ?[-–—] ?(?=[$\d])/g, "$1 to ")
    .replaceAll(/[-–—](?=\p{L})/gu, " ")
    .replaceAll(/\s+/g, " ")
    .replaceAll(phrasePattern, (phrase) => phraseWords.get(phrase.toLowerCase()) ?? phrase);

const endings =
  /(?:aciones|iciones|uciones|ations?|acion|itions?|icion|mientos?|ments?|idades|idad|ities|ity|amente|mente|ingly|ably|ables?|ibles?|ings?|ical(?:ly)?|icos?|icas?|aron|ieron|amos|emos|imos|ando|iendo|arlos?|arlas?|erlos?|arse|irse|erse|aran?|eran?|iran?|adores|adora?|idores|idora?|ados?|adas?|idos?|idas?|ales|ance|ence|ancia|encia|aba[ns]?|ia[ns]?|ers?|ors?|ed|ies|ly|ar|er|ir|an|en|es|as|os|is|[aeioys])$/;
/** "Tráigala", "devolverlo", "pidiéndolas". */
const attachedPronoun = /(?<=.{3}(?:[aei]|[aei]r|ndo|mos))(?:(?:se|me|te|nos)(?:los?|las?|les?)|los?|las?)$/;
const minStem = 3;

/** A stem that most forms of a word share, also across the two languages: "instalación" and "installation". */
export const stemOf = (word: string): string => {
  let stem = (word.length >= 7 ? word.replace(attachedPronoun, "") : word)
    .replaceAll(/([^\d])\1/g, "$1")
    .replace(/^ph/, "f")
    .replaceAll("th", "t")
    .replaceAll("ph", "f")
    .replace(/s$/, (end) => (word.length > 3 ? "" : end));
  if (stem.length < 4) return stem;
  for (let round = 0; round < 2; round++) {
    const shorter = stem.replace(endings, "");
    if (
      shorter.length >= (round === 0 ? minStem : minStem + 1) ||
      (round === 1 && shorter.length >= minStem && word.length > 6)
    )
      stem = shorter;
  }
  const again = stem.length > 5 ? stem.replace(/(?:[aeiouy]|ar|er|ir|ad|id|t|c)$/, "") : stem;
  return again.length >= 4 ? again : stem;
};
