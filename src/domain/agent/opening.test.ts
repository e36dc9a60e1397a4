import { describe, expect, test } from "vitest";
import { type ScriptLanguage, scriptLanguages } from "#domain/voice/script.ts";
import { openingOf, voicemailOf } from "./opening.ts";
import { agentPhrases } from "./phrases.ts";

const opening = "Hi Ana, I am calling about your quote. Is now a good time?";

describe("the opening", () => {
  test("says who calls, that it is a machine and recorded, how to opt out, then the script", () => {
    expect(openingOf({ language: "en", business: "Sol Caribe", isRecorded: true, opening })).toEqual({
      text: `Hello, this is the AI assistant of Sol Caribe. This call is recorded. If you do not want our calls, say stop or press 9. ${opening}`,
      notice: "Hello, this is the AI assistant of Sol Caribe. This call is recorded.",
      rest: `If you do not want our calls, say stop or press 9. ${opening}`,
    });
  });

  test.each([
    ["Hello, I am the automated assistant of Sol Caribe. This call may be recorded. How are you?"],
    ["We recorded your interest in solar power. Is now a good time?"],
    ["Hi Ana, this call is recorded. Is now a good time?"],
  ])("the notice does not depend on the script: %s", (own) => {
    expect(openingOf({ language: "en", business: "Sol Caribe", isRecorded: true, opening: own }).notice).toBe(
      "Hello, this is the AI assistant of Sol Caribe. This call is recorded.",
    );
  });

  test("a script that offers the opt-out itself gets no second hint", () => {
    const own = "Press 9 to stop our calls. How are you?";
    expect(openingOf({ language: "en", business: null, isRecorded: false, opening: own }).rest).toBe(own);
  });

  test("a script that names another business or calls itself a person is disclosed", () => {
    const own = "Soy el asistente automatizado de Otra Empresa.";
    expect(
      openingOf({ language: "es", business: "Sol Caribe", isRecorded: false, opening: own }).text,
    ).toContain("inteligencia artificial de Sol Caribe");
    expect(
      openingOf({ language: "en", business: "Sol", isRecorded: false, opening: "I am Maria." }).text,
    ).toContain("AI assistant of Sol");
  });

  test("a disclosure late in a long script does not count", () => {
    const own = `${"We sell panels. ".repeat(20)}I am the AI assistant of Sol.`;
    expect(openingOf({ language: "en", business: "Sol", isRecorded: false, opening: own }).notice).not.toBe(
      "",
    );
  });

  test("does not greet twice", () => {
    const { text } = openingOf({
      language: "es",
      business: null,
      isRecorded: false,
      opening: "Buenos días, le llamo por su cita.",
    });
    expect(text.match(/saludos|buenos días/gi)).toHaveLength(1);
    expect(text).toMatch(/Le llamo por su cita\.$/);
  });

  test("without a recording there is no notice of one", () => {
    expect(
      openingOf({ language: "de", business: null, isRecorded: false, opening: "" }).notice,
    ).not.toContain(agentPhrases.de.recorded);
  });

  test.each(scriptLanguages)(
    "the notice in %s takes at most eight seconds, also for a long name",
    (language) => {
      for (const business of [
        null,
        "Sol Caribe",
        "Compañía de Energía Renovable y Servicios Eléctricos del Caribe Oriental Inc",
      ]) {
        const { notice } = openingOf({ language, business, isRecorded: true, opening });
        expect(notice.length).toBeLessThanOrEqual(8 * 14);
        expect(notice).toContain(agentPhrases[language].recorded);
      }
    },
  );
});

test.each(scriptLanguages)(
  "a message on an answering machine in %s is complete and short",
  (language: ScriptLanguage) => {
    const text = voicemailOf({
      language,
      business: "Sol Caribe",
      purpose: `Hello. ${opening} ${"It is about solar. ".repeat(40)}`,
    });
    expect(text.length).toBeLessThanOrEqual(25 * 14);
    expect(text).toContain("Sol Caribe");
    expect(text).toContain("calling about your quote");
    expect(text.endsWith(agentPhrases[language].optOutByText)).toBe(true);
  },
);
