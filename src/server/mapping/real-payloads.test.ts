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
/** Fields and files about staff or tools, not about customers. */
const staff =
  /author|committer|creator|owner|pusher|_by\b|assignee|responsible|company|admin|performed|repo|noreply|campaign/i;

/** Paths of e-mail addresses and phone numbers by field name, independent of the code under test. */
const contactPaths = (payload: unknown): string[] => {
  const paths: string[] = [];
  const search = (value: unknown, key: string, path: string): void => {
    if (Array.isArray(value)) for (const item of value.slice(0, 30)) search(item, key, path);
    else if (value !== null && typeof value === "object")
      for (const [name, inner] of Object.entries(value)) search(inner, name, `${path}.${name}`);
    else if (typeof value === "string" || typeof value === "number") {
      const text = String(value);
      const isAddress = /e-?mail|correo/i.test(key) && address.test(text) && !/noreply/.test(text);
      const isNumber = /phone|mobile|^tel/i.test(key) && !/id$/i.test(key) && number.test(text);
      if (isAddress || isNumber) paths.push(path);
    }
  };
  search(payload, "", "");
  return paths;
};

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
      expect(parseMappedValues(values).problems, file).toEqual([]);
    });
  });

  test("have a guessed e-mail address or phone number if they contain one of a customer", () => {
    const withContacts = payloads.filter(({ payload }) => contactPaths(payload).length > 0);
    const customers = withContacts.filter(({ file, payload }) => {
      const paths = contactPaths(payload);
      return !staff.test(file) && paths.some((path) => !staff.test(path));
    });
    const isMapped = ({ payload }: { payload: unknown }) => {
      const { person } = guessMapping(payload);
      return (person.email ?? person.phone) !== undefined;
    };
    const missed = customers.filter((entry) => !isMapped(entry)).map(({ file }) => file);
    process.stdout.write(
      `${payloads.length} payloads; ${withContacts.length} contain an address or number in a field of that name, ` +
        `${withContacts.filter(isMapped).length} of them are mapped; ` +
        `${customers.length} contain one that is not of staff or of the tool, ` +
        `${customers.length - missed.length} of them are mapped\n`,
    );
    expect(missed).toEqual([]);
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
