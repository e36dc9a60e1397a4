import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { guessMapping } from "#domain/ingestion/guess-mapping.ts";
import { parseMappedValues } from "#domain/ingestion/mapped-values.ts";
import { mappingTemplate } from "#domain/ingestion/mapping.ts";
import { samplePayload } from "#domain/ingestion/sample-payload.ts";
import { createMappingEngine } from "./engine.ts";

const folder = join(import.meta.dirname, "../../../../shared/data/webhooks");
const present = existsSync(folder);
if (!present) process.stdout.write(`Skipped, for ${folder} is absent: real payloads of other projects\n`);

const payloads = (present ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : []).flatMap(
  (file) => {
    if (!file.endsWith(".json")) return [];
    try {
      return [{ file, payload: JSON.parse(readFileSync(join(folder, file), "utf8")) as unknown }];
    } catch {
      return [];
    }
  },
);

describe.skipIf(!present)("payloads of real systems", () => {
  const engine = createMappingEngine({ timeBoxMs: 5000 });
  afterAll(() => engine.close());

  test("have a valid guessed mapping whose fields all have a value", async () => {
    const inputs = payloads.map(({ payload }) => ({ template: guessMapping(payload), payload }));
    const results = await engine.map(inputs);
    results.forEach(({ values, problems }, index) => {
      const template = inputs[index]?.template ?? { person: {}, event: {} };
      const file = payloads[index]?.file;
      expect(mappingTemplate.safeParse(template).success, file).toBe(true);
      expect(problems, file).toEqual([]);
      const fieldCount = Object.keys(template.person).length + Object.keys(template.event).length;
      expect(Object.keys(values).length, file).toBe(fieldCount);
      // Some senders' examples contain numbers that cannot exist.
      const unusable = parseMappedValues(values).problems.filter(({ code }) => code !== "bad_phone");
      expect(unusable, file).toEqual([]);
    });
  });

  test("leave no e-mail address in samples generated from them", () => {
    const emailAddress = /[\w.+-]+@[\w-]+\.[\w.-]+/g;
    for (const { file, payload } of payloads) {
      const text = JSON.stringify(samplePayload({ template: null, lastPayload: payload, seed: 1 }));
      const remaining = (text.match(emailAddress) ?? []).filter(
        (email) => !email.toLowerCase().endsWith("@example.com"),
      );
      expect(remaining, file).toEqual([]);
    }
  });
});
