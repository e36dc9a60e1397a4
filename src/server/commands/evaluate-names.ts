import { readFileSync } from "node:fs";
import * as z from "zod";
import { measureNames, type NamedText, parseMarkedNames } from "#domain/pii/names/measure-names.ts";

/** Texts with labelled spans, as microsoft/presidio-research writes them. */
const labelledTexts = z.array(
  z.object({
    full_text: z.string(),
    language: z.string().default("en"),
    spans: z.array(z.object({ entity_type: z.string(), start_position: z.int(), end_position: z.int() })),
  }),
);

/** JSON with labelled spans, or lines of `language<TAB>text` with the names in double square brackets. */
const readTexts = (file: string): NamedText[] => {
  const content = readFileSync(file, "utf8");
  if (!file.endsWith(".json"))
    return content
      .split("\n")
      .filter(Boolean)
      .map((line) => {
        const [language = "", ...rest] = line.split("\t");
        return parseMarkedNames(rest.join("\t"), language);
      });
  return labelledTexts.parse(JSON.parse(content)).map(({ full_text: text, language, spans }) => {
    const all = spans.map(({ entity_type: kind, start_position: start, end_position: end }) => ({
      kind,
      start,
      end,
    }));
    return {
      text,
      language,
      names: all.filter(({ kind }) => kind === "PERSON"),
      others: all.filter(({ kind }) => kind !== "PERSON"),
    };
  });
};

const [file] = process.argv.slice(2);
if (file === undefined) {
  console.error("Name a file of texts whose names are marked.");
  process.exit(1);
}
const percent = (part: number, whole: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
for (const [language, { texts, names, found, partly, wrong, wrongKinds }] of measureNames(readTexts(file))) {
  console.log(`${language}: ${texts} texts, ${names} names`);
  console.log(`  found      ${found} (${percent(found, names)})`);
  console.log(`  partly     ${partly} (${percent(partly, names)})`);
  console.log(`  wrong      ${wrong} (${(wrong / Math.max(1, texts)).toFixed(3)} a text)`);
  for (const [kind, count] of Object.entries(wrongKinds)) console.log(`    ${kind.padEnd(20)} ${count}`);
}
