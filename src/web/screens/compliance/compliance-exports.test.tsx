import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { complianceApi } from "#contract/compliance.ts";
import { consentsApi } from "#contract/consents.ts";
import { deliveriesApi } from "#contract/deliveries.ts";
import { answer } from "../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../test/web/render.tsx";

const answers = [
  answer(complianceApi.summary, () => ({
    consents: { sms: 0, email: 0, call: 0, dnc: 0 },
    quietHours: { activeRules: 0, blockedToday: 0, timezones: 0 },
    audit: { eventsToday: 0, dataChanges: 0, failedActions: 0 },
  })),
  answer(complianceApi.auditLogs, () => []),
  answer(consentsApi.consents, () => ({ records: [], nextBefore: null })),
  answer(consentsApi.reviews, () => []),
  answer(deliveriesApi.list, () => ({ actions: [], nextBefore: null })),
];

const linkOf = (name: string): URL => new URL(screen.getByRole<HTMLAnchorElement>("menuitem", { name }).href);

test("the audit log is exported in the language of the interface, with the names of the API, or signed", async () => {
  const { click } = await renderScreen("/compliance?type=sign_in", { answers, language: "es" });
  await click(await screen.findByRole("button", { name: "Exportar" }));
  const words = linkOf("CSV para hojas de cálculo");
  expect(words.pathname).toBe(complianceApi.exportAudit.path);
  expect(Object.fromEntries(words.searchParams)).toEqual({
    format: "csv",
    type: "sign_in",
    names: "words",
    language: "es",
  });
  expect(linkOf("CSV con los campos de la API").searchParams.get("names")).toBe("machine");
  expect(linkOf("Líneas JSON firmadas").searchParams.get("format")).toBe("jsonl");
});

test("a ledger is exported in the language of the interface or with the names of the API", async () => {
  const { click } = await renderScreen("/compliance?tab=consents", { answers });
  await click(await screen.findByRole("button", { name: "Export" }));
  const words = linkOf("CSV for spreadsheets");
  expect(words.pathname).toBe(consentsApi.exportConsents.path);
  expect(Object.fromEntries(words.searchParams)).toEqual({ names: "words", language: "en" });
  expect(linkOf("CSV with API field names").searchParams.get("names")).toBe("machine");
});
