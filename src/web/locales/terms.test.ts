import { describe, expect, test } from "vitest";
import en from "#web/locales/en.json" with { type: "json" };
import es from "#web/locales/es.json" with { type: "json" };
import table from "../../../docs/terms.md?raw";

/** The locale files use the terms of docs/terms.md, and none of the variants that its table rules out. */

type Language = "en" | "es";
type Texts = { [key: string]: string | Texts };
type Row = { term: string; spanish: string; variants: Record<Language, string[]>; exceptions: string[] };

const flatten = (texts: Texts, prefix = ""): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );

const locales: Record<Language, [string, string][]> = { en: flatten(en), es: flatten(es) };
const languages: Language[] = ["en", "es"];
const keys = new Set(locales.en.map(([key]) => key));

const codeSpans = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text ?? "");

const rows: Row[] = table
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Term "))
  .map((line) => {
    const [term = "", spanish = "", , english = "", variantsEs = "", except = ""] = line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim());
    return {
      term,
      spanish,
      variants: { en: codeSpans(english), es: codeSpans(variantsEs) },
      exceptions: codeSpans(except),
    };
  });

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** A variant as whole words; `*` at its end stands for any ending. */
const toPattern = (variant: string): RegExp => {
  const isStem = variant.endsWith("*");
  const words = escaped(isStem ? variant.slice(0, -1) : variant);
  return new RegExp(`(?<![\\p{L}\\d])${words}${isStem ? "" : "(?![\\p{L}\\d])"}`, "iu");
};

/** The text without its variables and tags, which are no words of the reader. */
const words = (text: string): string => text.replace(/\{\{[^}]*\}\}|<[^>]*>|\$t\([^)]*\)/g, "…");

const findVariants = ({ variants, exceptions }: Row, language: Language): string[] =>
  variants[language].flatMap((variant) => {
    const pattern = toPattern(variant);
    return locales[language]
      .filter(([key, text]) => !exceptions.includes(key) && pattern.test(words(text)))
      .map(([key, text]) => `${key} says “${variant}”: ${text}`);
  });

describe("the terms of the interface", () => {
  test("are a table with a word in each language", () => {
    expect(rows.length).toBeGreaterThan(40);
    expect(rows.filter(({ term, spanish }) => term === "" || spanish === "")).toEqual([]);
    expect(new Set(rows.map(({ term }) => term)).size).toBe(rows.length);
  });

  test.each(rows)("$term · $spanish", (row) => {
    for (const language of languages) expect(findVariants(row, language)).toEqual([]);
  });

  test.each(rows)("$term is used", ({ term, spanish }) => {
    expect(locales.en.some(([, text]) => toPattern(`${term}*`).test(text))).toBe(true);
    expect(locales.es.some(([, text]) => toPattern(`${spanish}*`).test(text))).toBe(true);
  });

  test("except only keys that exist and need it", () => {
    for (const { variants, exceptions } of rows)
      for (const exception of exceptions) {
        expect(keys).toContain(exception);
        const needsIt = languages.some((language) =>
          locales[language].some(
            ([key, text]) =>
              key === exception && variants[language].some((variant) => toPattern(variant).test(words(text))),
          ),
        );
        expect([exception, needsIt]).toEqual([exception, true]);
      }
  });

  test("are told apart from parts of other words", () => {
    expect(toPattern("mend").test("Recommended")).toBe(false);
    expect(toPattern("añad*").test("El archivo está dañado")).toBe(false);
    expect(toPattern("vendor*").test("The AI vendors")).toBe(true);
    expect(words("Sends {{leaving}}")).toBe("Sends …");
  });
});
