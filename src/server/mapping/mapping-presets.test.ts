import { afterAll, describe, expect, test } from "vitest";
import { guessMapping } from "#domain/ingestion/guess-mapping.ts";
import { parseMappedValues } from "#domain/ingestion/mapped-values.ts";
import { mappingTemplate } from "#domain/ingestion/mapping.ts";
import { mappingPresets } from "#domain/ingestion/mapping-presets.ts";
import { samplePayload } from "#domain/ingestion/sample-payload.ts";
import { createMappingEngine } from "./engine.ts";

const engine = createMappingEngine({ timeBoxMs: 5000 });
afterAll(() => engine.close());

const read = async (template: ReturnType<typeof guessMapping>, payload: unknown) => {
  const [mapped] = await engine.map([{ template, payload }]);
  const { person, event, problems } = parseMappedValues(mapped?.values ?? {});
  return { person, event, problems: [...(mapped?.problems ?? []), ...problems] };
};

test("presets have unique ids", () => {
  expect(new Set(mappingPresets.map(({ id }) => id)).size).toBe(mappingPresets.length);
});

describe.each(mappingPresets)("the preset $name", ({ template, sample }) => {
  test("is a valid mapping template", () => {
    expect(mappingTemplate.parse(template)).toEqual(template);
  });

  test("maps a complete contact from its sample", async () => {
    const { person, event, problems } = await read(template, sample);
    expect(problems).toEqual([]);
    expect(person.email ?? person.phone).toBeDefined();
    expect(event.type).toBeDefined();
    if (person.email !== undefined) expect(person.lastName).toBeDefined();
  });

  test("has the same e-mail address and phone number as the guessed mapping", async () => {
    const { person } = await read(template, sample);
    const guessed = await read(guessMapping(sample), sample);
    expect(guessed.problems).toEqual([]);
    expect([guessed.person.email, guessed.person.phone]).toEqual([person.email, person.phone]);
  });

  test("maps a contact from samples generated from its sample and from its paths", async () => {
    const similar = await read(template, samplePayload({ template, lastPayload: sample, seed: 7 }));
    expect(similar.problems).toEqual([]);
    const original = await read(template, sample);
    expect(similar.person.email === undefined).toBe(original.person.email === undefined);
    expect(similar.person.phone).toMatch(/^\+178755501\d\d$/);
    const generated = await read(template, samplePayload({ template, lastPayload: undefined, seed: 7 }));
    expect(generated.problems).toEqual([]);
  });
});
