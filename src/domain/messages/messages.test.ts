import { describe, expect, test } from "vitest";
import { languages } from "#domain/language.ts";
import { seedNames } from "./seed-templates/texts.ts";
import { templateSeeds } from "./seed-templates.ts";
import { countSegments, toCheapEncoding } from "./segments.ts";
import { checkLength, checkTemplate, renderTemplate, variablesIn } from "./template.ts";
import { isVariable, variableSample } from "./variables.ts";

describe("SMS segments", () => {
  test.each([
    ["", "gsm7", 0, 0, 160],
    ["a".repeat(160), "gsm7", 160, 1, 0],
    ["a".repeat(161), "gsm7", 161, 2, 145],
    ["a".repeat(306), "gsm7", 306, 2, 0],
    ["a".repeat(307), "gsm7", 307, 3, 152],
    ["€".repeat(80), "gsm7", 160, 1, 0],
    ["€".repeat(81), "gsm7", 162, 2, 143],
    // 153 is odd: the pair that would straddle goes over whole.
    ["€".repeat(153), "gsm7", 306, 3, 151],
    ["¿Mañana? ¡Sí!".replace("í", "i"), "gsm7", 13, 1, 147],
    ["ñÑéÉüÜ¿¡àèìòù", "gsm7", 13, 1, 147],
    ["á", "ucs2", 1, 1, 69],
    ["á".repeat(70), "ucs2", 70, 1, 0],
    ["á".repeat(71), "ucs2", 71, 2, 63],
    ["á".repeat(134), "ucs2", 134, 2, 0],
    ["😀".repeat(35), "ucs2", 70, 1, 0],
    // 67 is odd too: 33 faces to a part.
    ["😀".repeat(67), "ucs2", 134, 3, 65],
    ["`", "ucs2", 1, 1, 69],
    ["\ud800", "ucs2", 1, 1, 69],
  ])("%j", (text, encoding, units, segments, left) => {
    expect(countSegments(text)).toMatchObject({ encoding, units, segments, left });
  });

  test("the GSM table has 127 basic and ten extension characters", () => {
    const all = Array.from({ length: 0x3100 }, (_, code) => String.fromCharCode(code));
    const cheap = all.filter((character) => countSegments(character).encoding === "gsm7");
    expect(cheap.filter((character) => countSegments(character).units === 1)).toHaveLength(127);
    expect(cheap.filter((character) => countSegments(character).units === 2).sort()).toEqual(
      [..."\f^{}\\[~]|€"].sort(),
    );
  });

  test.each([
    ["Más información", "Mas informacion"],
    ["“María” – ¿mañana?…", '"Maria" - ¿mañana?...'],
    ["Más 😀", "Más 😀"],
    ["mañana", "mañana"],
  ])("%s becomes %s in the cheaper encoding", (text, cheap) => {
    expect(toCheapEncoding(text)).toBe(cheap);
  });

  test("lists the characters that need the expensive encoding", () => {
    expect(countSegments("así y allá, así").outside).toEqual(["í", "á"]);
  });
});

describe("a template", () => {
  const shortened = { "short_link|https://sol.example/a": "https://go.example/l/1" };
  const values = { first_name: "Ana", company_name: "Sol", "event.amount": 12, last_name: " ", ...shortened };
  test.each([
    ["Hi {{first_name}}!", "Hi Ana!", []],
    ["Hi {{ first_name }} of {{company_name}}", "Hi Ana of Sol", []],
    ["Hi {{last_name|friend}}", "Hi friend", []],
    ["Hi {{last_name| dear friend }}!", "Hi dear friend!", []],
    ["Hi{{last_name|}}!", "Hi!", []],
    ["Hi {{last_name}}", "Hi ", ["last_name"]],
    ["{{event.amount}} {{event.other}}", "12 ", ["event.other"]],
    ["{{first_name}}{{first_name}}", "AnaAna", []],
    ["no braces { } here", "no braces { } here", []],
    ["{{first_name", "{{first_name", ["{{"]],
    ["{{}} {{1+1}} {{a b}}", "{{}} {{1+1}} {{a b}}", ["{{}}", "{{1+1}}", "{{a b}}"]],
    [
      "{{constructor}}{{__proto__}}{{toString}}",
      "{{__proto__}}{{toString}}",
      ["constructor", "{{__proto__}}", "{{toString}}"],
    ],
    ["{{{first_name}}}", "{{{first_name}}}", ["{{{first_name}}"]],
    ["See {{short_link|https://sol.example/a}}", "See https://go.example/l/1", []],
    ["See {{ short_link | https://sol.example/b }}.", "See https://sol.example/b.", []],
    ["See {{short_link|mailto:a@b.example}}", "See ", ["short_link"]],
  ])("%s", (template, text, missing) => {
    expect(renderTemplate(template, values)).toEqual({ text, missing });
  });

  test("inserts values as one line of text and never as a template", () => {
    const hostile = {
      first_name: "{{company_name}}\r\nBcc: x@y.example\u202e\u0000",
      company_name: "a".repeat(9000),
    };
    expect(renderTemplate("{{first_name}}", hostile).text).toBe("{{company_name}} Bcc: x@y.example");
    expect(renderTemplate("{{company_name}}", hostile).text).toHaveLength(500);
    for (const value of [null, undefined, {}, [], true, () => 1])
      expect(renderTemplate("{{x}}", { x: value })).toEqual({ text: "", missing: ["x"] });
  });

  test.each([
    ["sms", "Hi {{first_name}}", []],
    ["sms", "Hi {{fist_name|x}} {{event.anything}}", ["unknown_variable"]],
    ["sms", "Hi {{first_name} and {{", ["broken_variable"]],
    ["sms", "  ", ["template_blank"]],
    ["sms", "a".repeat(1530), []],
    ["sms", "a".repeat(1531), ["message_too_long"]],
    ["sms", "á".repeat(671), ["message_too_long"]],
    ["sms", `${"a".repeat(1520)}{{company_address}}`, ["message_too_long"]],
    ["whatsapp", "a".repeat(1601), ["message_too_long"]],
    ["whatsapp", "a".repeat(1600), []],
    ["email", "a".repeat(5000), []],
    ["call", "a".repeat(3001), ["message_too_long"]],
    ["sms", "See {{short_link|https://sol.example/a?b=c}}", []],
    [
      "sms",
      "See {{short_link}} and {{short_link|javascript:alert(1)}}",
      ["broken_short_link", "broken_short_link"],
    ],
    ["sms", "See {{short_link|https://user:key@sol.example}}", ["broken_short_link"]],
    ["sms", "See {{short_link|https://sol.example/{{first_name}}}}", ["broken_variable"]],
    ["call", "See {{short_link|https://sol.example}}", ["broken_short_link"]],
  ] as const)("for %s is checked before it is sent: %s", (channel, template, codes) => {
    expect(checkTemplate(template, channel).map(({ code }) => code)).toEqual(codes);
  });

  test("gives the position of an unknown variable", () => {
    expect(checkTemplate("Hi {{nmae}}", "sms")).toEqual([{ code: "unknown_variable", name: "nmae", at: 3 }]);
  });

  test("renders a long row of braces quickly", () => {
    expect(checkTemplate("{{".repeat(50_000), "email").length).toBeGreaterThan(0);
    expect(renderTemplate("{{a|".repeat(50_000), {}).missing.length).toBeGreaterThan(0);
  });
});

describe("the templates of a new workspace", () => {
  test("cover each message in each channel and language", () => {
    const keys = templateSeeds.map(({ name, channel, language }) => `${name} ${channel} ${language}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength(seedNames.length * 4 * languages.length);
  });

  test.each(templateSeeds.map((one) => [`${one.name}, ${one.channel}, ${one.language}`, one] as const))(
    "%s",
    (_key, { channel, language, subject, body }) => {
      expect(checkTemplate(body, channel)).toEqual([]);
      expect(body).toContain("{{company_name}}");
      const values = Object.fromEntries(variablesIn(body).map((name) => [name, variableSample(name)]));
      const { text, missing } = renderTemplate(body, values);
      expect(missing).toEqual([]);
      const optOut = { sms: { en: "STOP", es: "ALTO" }, call: { en: "press 9", es: "oprima el 9" } };
      if (channel === "email") {
        expect(body).toContain("{{unsubscribe_link}}");
        expect(body).toContain("{{company_address}}");
        expect(checkTemplate(subject ?? "", "email")).toEqual([]);
      } else {
        expect(subject).toBeNull();
        expect(text).toContain(channel === "call" ? optOut.call[language] : optOut.sms[language]);
      }
      if (channel === "call")
        expect(text).toMatch(language === "en" ? /automated.*recorded/ : /automatizada.*grabada/);
      if (channel === "sms") expect(countSegments(text)).toMatchObject({ encoding: "gsm7" });
      if (channel === "sms") expect(countSegments(text).segments).toBeLessThanOrEqual(2);
      // Somebody whose name nobody knows is greeted as well.
      const { first_name: _name, ...others } = values;
      expect(renderTemplate(body, others).missing).toEqual([]);
      expect(renderTemplate(body, others).text).not.toMatch(/ {2}| [,.:!]/);
    },
  );

  test("use only existing variables", () => {
    const named = templateSeeds.flatMap(({ subject, body }) => [
      ...variablesIn(body),
      ...variablesIn(subject ?? ""),
    ]);
    expect(named.filter((name) => !isVariable(name))).toEqual([]);
    expect(checkLength("a", "sms")).toBeNull();
  });
});
