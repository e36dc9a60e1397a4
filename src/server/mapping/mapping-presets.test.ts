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

test("presets have ids of their own", () => {
  expect(new Set(mappingPresets.map(({ id }) => id)).size).toBe(mappingPresets.length);
});

describe.each(mappingPresets)("the preset $name", ({ template, sample }) => {
  test("is a mapping that an endpoint may keep", () => {
    expect(mappingTemplate.parse(template)).toEqual(template);
  });

  test("reads a whole contact from its sample", async () => {
    const { person, event, problems } = await read(template, sample);
    expect(problems).toEqual([]);
    expect(person.email ?? person.phone).toBeDefined();
    expect(event.type).toBeDefined();
    if (person.email !== undefined) expect(person.lastName).toBeDefined();
  });

  test("is guessed to the same address and number", async () => {
    const { person } = await read(template, sample);
    const guessed = await read(guessMapping(sample), sample);
    expect(guessed.problems).toEqual([]);
    expect([guessed.person.email, guessed.person.phone]).toEqual([person.email, person.phone]);
  });

  test("reads a contact from samples made of its sample and of its own paths", async () => {
    const like = await read(template, samplePayload({ template, lastPayload: sample, seed: 7 }));
    expect(like.problems).toEqual([]);
    const original = await read(template, sample);
    expect(like.person.email === undefined).toBe(original.person.email === undefined);
    expect(like.person.phone).toMatch(/^\+178755501\d\d$/);
    const made = await read(template, samplePayload({ template, lastPayload: undefined, seed: 7 }));
    expect(made.problems).toEqual([]);
  });
});
