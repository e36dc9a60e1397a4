import { describe, expect, test } from "vitest";
import { readReply } from "#domain/compliance/read-reply.ts";
import {
  laterPhrasesOf,
  measurePhrases,
  phraseRounds,
  phrasesOf,
  phrasesOfRound,
} from "../fixtures/opt-out-phrases.ts";

const languages = ["en", "es"] as const;
const halves = ["development", "held back"] as const;

describe("labelled phrases", () => {
  test.each(languages.flatMap((language) => halves.map((half) => [language, half] as const)))(
    "opt-outs in %s are recognised, %s half",
    (language, half) => {
      const phrases = phrasesOf(language, half);
      const figures = measurePhrases(phrases);
      process.stdout.write(
        `opt-outs in ${language}, ${half}: ${phrases.length} phrases, recall ${figures.recall.toFixed(3)}, precision ${figures.precision.toFixed(3)}, recognised or held ${figures.safety.toFixed(3)}\n`,
      );
      expect(phrases.length).toBeGreaterThan(200);
      expect(figures.recall).toBeGreaterThanOrEqual(0.95);
      expect(figures.precision).toBeGreaterThanOrEqual(0.97);
      expect(figures.safety).toBeGreaterThanOrEqual(0.98);
      expect(figures.heldForNothing).toBeLessThan(0.2);
    },
  );

  test.each(languages)("later phrases in %s stay recognised", (language) => {
    const { recall, precision } = measurePhrases(laterPhrasesOf(language));
    expect(recall).toBeGreaterThanOrEqual(0.95);
    expect(precision).toBeGreaterThanOrEqual(0.97);
  });
});

describe("phrases labelled before they were read", () => {
  test.each(phraseRounds)(
    "of round $round in $language stay recognised (first recall $firstRecall, precision $firstPrecision)",
    ({ round, language }) => {
      const { recall, precision } = measurePhrases(phrasesOfRound(round, language));
      expect(recall).toBeGreaterThanOrEqual(0.92);
      expect(precision).toBeGreaterThanOrEqual(0.96);
    },
  );
});

describe("scope and negation", () => {
  test.each([
    ["quiero darme de baja del servicio de mensajes", "opt_out"],
    ["I'm revoking my consent", "opt_out"],
    ["no me escriban mas x favor", "opt_out"],
    ["no paren de mandarme ofertas", "none"],
    ["stop sending it to my old address, the new one is 12 Oak St", "none"],
    ["i unsubscribed from netflix", "none"],
    ["don't stop sending me offers", "none"],
    ["no quiero que dejen de mandarme ofertas", "none"],
    ["stop calling, text me instead", "ambiguous"],
    ["no me llamen hasta la semana que viene", "ambiguous"],
    ["if you text me again before noon I want off the list", "ambiguous"],
    ["stop texting me or I'll call my lawyer", "opt_out"],
    ["haha stop, you're too funny, see you tomorrow", "ambiguous"],
    ["no me mandés más mensajes", "opt_out"],
    ["stop mesaging this number", "opt_out"],
  ])("%s is %s", (text, kind) => expect(readReply(text).kind).toBe(kind));
});
