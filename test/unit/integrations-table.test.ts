import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { vendors as simulators } from "#sandbox/vendors.ts";
import { aiConnectors, apiKeyConnectors, integrationConnectors } from "#server/connectors/connectors.ts";
import { findPeopleVendor } from "#server/connectors/people/people-vendors.ts";
import { findWorkVendor } from "#server/connectors/work/work-vendors.ts";

const connectors = [...integrationConnectors, ...apiKeyConnectors, ...aiConnectors];
const text = readFileSync("docs/integrations.md", "utf8");
const rows = text
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| Integration"))
  .map((line) => {
    const [label = "", does = "", operations = "", proof = "", simulator = ""] = line
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    return { label, does, operations, proof, simulator };
  });
const codes = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? "");

/** The names of all operations in a vendor's definition. */
const operationsOf = (value: unknown): string[] => {
  if (typeof value !== "object" || value === null) return [];
  if ("run" in value && "name" in value) return [String(value.name)];
  return Object.values(value).flatMap(operationsOf);
};

describe("the cards of the directory", () => {
  test.each(["en", "es"])("say in %s what each integration does, in one line", (language) => {
    const { connectorAbout } = JSON.parse(readFileSync(`src/web/locales/${language}.json`, "utf8"));
    const shown = [...integrationConnectors, ...apiKeyConnectors].filter(({ group }) => group !== "maps");
    expect(Object.keys(connectorAbout).toSorted()).toEqual(shown.map(({ id }) => id).toSorted());
    for (const text of Object.values(connectorAbout)) expect(String(text).length).toBeLessThan(36);
  });
});

describe("the table of integrations", () => {
  test("has a row for each connector, and no other", () => {
    expect(rows.map(({ label }) => label).toSorted()).toEqual(
      connectors.map(({ label }) => label).toSorted(),
    );
  });

  test.each(connectors.map(({ id, label }) => [label, id]))("tells the truth about %s", (label, id) => {
    const row = rows.find((one) => one.label === label);
    const [people, work] = [findPeopleVendor(id), findWorkVendor(id)];
    expect(row?.operations.includes("sync of people")).toBe(people !== undefined);
    if (work) {
      const { connector: _, ...operations } = work;
      expect(codes(row?.operations ?? "").toSorted()).toEqual(operationsOf(operations).toSorted());
    }
    for (const file of codes(row?.proof ?? "")) expect(existsSync(file), file).toBe(true);
    // Mail has a server of its own in the sandbox.
    const names = [...simulators.map((one) => one.id), "smtp"];
    expect(names).toContain(codes(row?.simulator ?? "")[0]);
  });

  test("names all operations of the sync", () => {
    const hubspot = findPeopleVendor("hubspot");
    for (const name of operationsOf({ ...hubspot, connector: undefined }))
      expect(text).toContain(`\`${name}\``);
  });
});
