import { describe, expect, test } from "vitest";
import { recogniseColumns } from "#domain/import/recognise-columns.ts";
import { languages } from "#domain/language.ts";
import { exportColumns } from "./export-columns.ts";
import { exportTitles } from "./export-titles.ts";

const targets: Partial<Record<(typeof exportColumns)[number], string>> = {
  furtherEmails: "email",
  furtherPhones: "phone",
  intentScore: "skip",
  propensityToBuy: "skip",
  churnRisk: "skip",
  updatedAt: "skip",
};

describe("the headings of an export", () => {
  test.each(languages)("in %s are recognised by an import", (language) => {
    const headers = exportColumns.map((column) => exportTitles[column][language]);
    const found = recogniseColumns(headers, [], { fields: [], country: "PR" });
    expect(found.map(({ guess }) => guess.target)).toEqual(
      exportColumns.map((column) => targets[column] ?? column),
    );
  });

  test.each(languages)("in %s are all different", (language) => {
    expect(new Set(exportColumns.map((column) => exportTitles[column][language])).size).toBe(
      exportColumns.length,
    );
  });
});
