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

const address = /^[^@\s<>]+@[^@\s<>]+\.[a-z]{2,}$/i;
const number = /^\+?[\d ().-]{9,20}$/;
/** Whose fields these are is no customer. */
const staff =
  /author|committer|creator|owner|pusher|_by\b|assignee|responsible|company|admin|performed|repo|noreply|campaign/i;

/** Addresses and numbers in fields that are called so, each with its path; found in another way than guesses are. */
const contactsIn = (payload: unknown): string[] => {
  const found: string[] = [];
  const look = (value: unknown, key: string, path: string): void => {
    if (Array.isArray(value)) for (const item of value.slice(0, 30)) look(item, key, path);
    else if (value !== null && typeof value === "object")
      for (const [name, inner] of Object.entries(value)) look(inner, name, `${path}.${name}`);
    else if (typeof value === "string" || typeof value === "number") {
      const text = String(value);
      const isAddress = /e-?mail|correo/i.test(key) && address.test(text) && !/noreply/.test(text);
      const isNumber = /phone|mobile|^tel/i.test(key) && !/id$/i.test(key) && number.test(text);
      if (isAddress || isNumber) found.push(path);
    }
  };
  look(payload, "", "");
  return found;
};

describe.skipIf(!present)("payloads that real systems sent", () => {
  const engine = createMappingEngine({ timeBoxMs: 5000 });
  afterAll(() => engine.close());

  test("are all guessed without harm, and each guess finds what it names", async () => {
    const work = payloads.map(({ payload }) => ({ template: guessMapping(payload), payload }));
    const results = await engine.map(work);
    results.forEach(({ values, problems }, at) => {
      const template = work[at]?.template ?? { person: {}, event: {} };
      expect(mappingTemplate.safeParse(template).success, payloads[at]?.file).toBe(true);
      expect(problems, payloads[at]?.file).toEqual([]);
      const asked = Object.keys(template.person).length + Object.keys(template.event).length;
      expect(Object.keys(values).length, payloads[at]?.file).toBe(asked);
      expect(parseMappedValues(values).problems, payloads[at]?.file).toEqual([]);
    });
  });

  test("are mapped where they carry somebody's address or number", () => {
    const carrying = payloads.filter(({ payload }) => contactsIn(payload).length > 0);
    const customers = carrying.filter(({ file, payload }) => {
      const paths = contactsIn(payload);
      return !staff.test(file) && paths.some((path) => !staff.test(path));
    });
    const isMapped = ({ payload }: { payload: unknown }) => {
      const { person } = guessMapping(payload);
      return (person.email ?? person.phone) !== undefined;
    };
    const missed = customers.filter((one) => !isMapped(one)).map(({ file }) => file);
    process.stdout.write(
      `${payloads.length} payloads; ${carrying.length} carry an address or number in a field of that name, ` +
        `${carrying.filter(isMapped).length} of them are mapped; ` +
        `${customers.length} carry one that is not plainly of staff or of the tool, ` +
        `${customers.length - missed.length} of them are mapped\n`,
    );
    expect(missed).toEqual([]);
  });

  test("leave no address of theirs in the samples made of them", () => {
    const known = /[\w.+-]+@[\w-]+\.[\w.-]+/g;
    for (const { file, payload } of payloads) {
      const text = JSON.stringify(samplePayload({ template: null, lastPayload: payload, seed: 1 }));
      const left = (text.match(known) ?? []).filter((found) => !found.toLowerCase().endsWith("@example.com"));
      expect(left, file).toEqual([]);
    }
  });
});
