import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type GoLiveProgress, goLiveApi } from "#contract/go-live.ts";
import { integrationsApi } from "#contract/integrations.ts";
import { settingsApi } from "#contract/settings.ts";
import { type GoLiveFacts, goLiveGuide } from "#domain/go-live/guide.ts";
import { queryClient } from "#web/lib/query-client.ts";
import { answer } from "../../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../../test/web/render.tsx";
import { instant, sampleConnector } from "../../../../../test/web/samples.ts";

const nothing: GoLiveFacts = {
  hasPublicAddress: false,
  live: { twilio: false, whatsapp: false, smtp: false, sendgrid: false },
  emailMessenger: "smtp",
  whatsappMessenger: null,
  hasNumber: false,
  isDnsValid: false,
  records: {},
  messages: {},
};
const connected: GoLiveFacts = { ...nothing, hasNumber: true, live: { ...nothing.live, twilio: true } };
const tested: GoLiveFacts = { ...connected, records: { "tested:twilio": { at: instant, by: "Ana" } } };

const progressOf = (facts: GoLiveFacts): GoLiveProgress => ({
  channels: goLiveGuide(facts),
  publicUrl: null,
  callbackUrls: [],
  whatsappMessenger: null,
  emailMessenger: "smtp",
  fromNumber: facts.hasNumber ? "+17875550100" : null,
  mail: null,
  dns: null,
  messages: [],
});

const show = async (start: GoLiveFacts, channel = "") => {
  let facts = start;
  const page = await renderScreen(`/settings?tab=go-live${channel && `&channel=${channel}`}`, {
    answers: [
      answer(goLiveApi.progress, () => progressOf(facts)),
      answer(integrationsApi.connectors, () => [{ ...sampleConnector("Twilio", "messaging"), id: "twilio" }]),
      answer(integrationsApi.apiKeys, () => []),
      answer(integrationsApi.phoneNumbers, () => []),
      answer(settingsApi.testSends, () => ({ allowed: false, by: null, at: null })),
    ],
  });
  await screen.findByRole("navigation", { name: "Channels" });
  return {
    ...page,
    become: async (next: GoLiveFacts) => {
      facts = next;
      await queryClient.invalidateQueries();
    },
  };
};

const openSteps = (): (string | null)[] =>
  screen
    .getAllByRole("button", { expanded: true })
    .filter((button) => button.closest("ol"))
    .map((button) => button.textContent);

test("one channel is shown, with its account open and its fields in place", async () => {
  await show(nothing);
  expect(screen.getByRole("heading", { level: 2, name: "SMS" })).toBeTruthy();
  expect(screen.queryByRole("heading", { level: 2, name: "WhatsApp" })).toBeNull();
  expect(openSteps()).toEqual(["Account (to do)"]);
  await screen.findByRole("button", { name: "Save Twilio" });
});

test("what is not possible yet is one line each, and is explained once", async () => {
  await show(nothing);
  expect(screen.getAllByText("Dashed steps follow once the account is connected.")).toHaveLength(1);
  expect(screen.queryByRole("button", { name: /^Connection test/ })).toBeNull();
  expect(screen.getByText("Connection test")).toBeTruthy();
});

test("a step that is done gives way to the next by itself", async () => {
  const { become } = await show(nothing, "sms");
  await become(connected);
  await screen.findByRole("button", { name: "Test Twilio" });
  expect(openSteps()).toEqual(["Connection test (to do)"]);
  await become(tested);
  await screen.findByText(/FARO_PUBLIC_URL/);
  expect(openSteps()).toEqual(["Public address (to do)"]);
});

test("another step is opened by a press, and closes the one before", async () => {
  const { click } = await show(tested, "sms");
  await click(screen.getByRole("button", { name: /^A2P 10DLC registration/ }));
  expect(openSteps()).toEqual(["A2P 10DLC registration (to do)"]);
  await click(screen.getByRole("button", { name: /^A2P 10DLC registration/ }));
  expect(screen.queryByText(/Regulatory Compliance/)).toBeNull();
});

test("the channels show how far they are, and the address chooses one", async () => {
  await show(tested, "voice");
  const channels = within(screen.getByRole("navigation", { name: "Channels" }));
  expect(channels.getByRole("link", { current: true }).textContent).toContain("Calls");
  expect(channels.getByRole("link", { name: /^SMS/ }).textContent).toContain("3 of 7 steps");
});
