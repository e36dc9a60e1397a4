import { expect, test } from "vitest";
import type { locales } from "#domain/general-settings.ts";
import { workspaceFormat } from "./format.ts";

const instant = "2026-11-08T14:04:00Z";
const formatted = (language: string, locale: (typeof locales)[number]) => {
  const { dateTime, number } = workspaceFormat(language, { locale, timezone: "Europe/London" });
  // Spaces of several widths look the same.
  return `${dateTime(instant)} | ${number(12_345.5)}`.replaceAll(/\s/g, " ");
};

test.each([
  ["en", "en-US", "Nov 8, 2026, 2:04 PM | 12,345.5"],
  ["en", "en-GB", "8 Nov 2026, 14:04 | 12,345.5"],
  ["en", "es-ES", "8 Nov 2026, 14:04 | 12.345,5"],
  ["en", "es-PR", "Nov 8, 2026, 2:04 PM | 12,345.5"],
  ["en", "fr-FR", "8 Nov 2026, 14:04 | 12 345,5"],
  ["es", "en-US", "11/08/2026, 2:04 p. m. | 12,345.5"],
  ["es", "en-GB", "8 nov 2026, 14:04 | 12,345.5"],
  ["es", "es-ES", "8 nov 2026, 14:04 | 12.345,5"],
  ["es", "es-PR", "11/08/2026, 2:04 p. m. | 12,345.5"],
  ["es", "fr-FR", "8 nov 2026, 14:04 | 12 345,5"],
] as const)("in %s the locale %s writes %s", (language, locale, expected) => {
  expect(formatted(language, locale)).toBe(expected);
});

test("before the settings are known, the default locale is used", () => {
  expect(workspaceFormat("en", undefined).number(1234.5)).toBe("1,234.5");
});
