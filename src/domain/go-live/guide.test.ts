import { describe, expect, test } from "vitest";
import { channelToOpen, type GoLiveFacts, goLiveGuide, isConnected, openStep } from "./guide.ts";
import { type GoLiveChannel, provesCallback, recordsOfConnector } from "./records.ts";

const at = "2026-11-15T12:00:00.000Z";
const record = { at, by: "admin@example.com" };
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
const stepsOf = (channel: GoLiveChannel, facts: Partial<GoLiveFacts>) => {
  const found = goLiveGuide({ ...nothing, ...facts }).find((one) => one.channel === channel);
  return {
    ...Object.fromEntries((found?.steps ?? []).map(({ id, state }) => [id, state])),
    isReady: found?.isReady,
  };
};
const withTwilio = { hasPublicAddress: true, live: { ...nothing.live, twilio: true } };

describe("the go-live guide", () => {
  test("asks for an account before what needs one", () => {
    expect(stepsOf("sms", {})).toEqual({
      address: "todo",
      account: "todo",
      test: "later",
      number: "later",
      callback: "later",
      a2p: "todo",
      message: "later",
      isReady: false,
    });
  });

  test("asks nothing of a channel that it does not need", () => {
    expect(Object.keys(stepsOf("email", {}))).toEqual(["account", "test", "dns", "message", "isReady"]);
    expect(Object.keys(stepsOf("voice", {}))).not.toContain("a2p");
    expect(Object.keys(stepsOf("whatsapp", {}))).not.toContain("number");
  });

  test("shares a Twilio account between text messages, calls and WhatsApp", () => {
    const facts = {
      ...withTwilio,
      hasNumber: true,
      whatsappMessenger: "twilio-whatsapp",
      records: { "tested:twilio": record },
    };
    for (const channel of ["sms", "voice", "whatsapp"] as const)
      expect(stepsOf(channel, facts)).toMatchObject({ address: "done", account: "done", test: "done" });
    expect(stepsOf("email", facts)).toMatchObject({ account: "todo" });
  });

  test.each([
    ["twilio-whatsapp", { twilio: true, whatsapp: false, smtp: false, sendgrid: false }],
    ["whatsapp-meta", { twilio: false, whatsapp: true, smtp: false, sendgrid: false }],
    ["whatsapp-wati", { twilio: false, whatsapp: true, smtp: false, sendgrid: false }],
  ])("waits for the callback of %s", (messenger, live) => {
    const facts = { hasPublicAddress: true, live, whatsappMessenger: messenger };
    expect(stepsOf("whatsapp", facts)).toMatchObject({ callback: "todo" });
    const records = { [`callback:${messenger}`]: record };
    expect(stepsOf("whatsapp", { ...facts, records })).toMatchObject({ callback: "done" });
  });

  test.each([
    ["sms", "sent", "todo"],
    ["sms", "delivered", "done"],
    ["sms", "simulated", "todo"],
    ["email", "sent", "done"],
    ["email", "simulated", "todo"],
    ["voice", "failed", "todo"],
  ] as const)("a test message by %s that is %s leaves the step %s", (channel, status, state) => {
    const facts = {
      ...withTwilio,
      live: { twilio: true, whatsapp: true, smtp: true, sendgrid: false },
      records: { [`message:${channel}`]: record },
      messages: { [channel]: status },
    };
    expect(stepsOf(channel, facts)).toMatchObject({ message: state });
  });

  test("asks for the reports of SendGrid where it sends e-mail", () => {
    const facts: Partial<GoLiveFacts> = {
      hasPublicAddress: true,
      emailMessenger: "sendgrid",
      live: { ...nothing.live, sendgrid: true },
      isDnsValid: true,
      records: { "tested:smtp": record, "tested:sendgrid": record, dns: record, "message:email": record },
      messages: { email: "delivered" },
    };
    expect(stepsOf("email", facts)).toEqual({
      address: "done",
      account: "done",
      test: "done",
      callback: "todo",
      dns: "done",
      message: "done",
      isReady: false,
    });
    const reported = { ...facts, records: { ...facts.records, "callback:sendgrid": record } };
    expect(stepsOf("email", reported)).toMatchObject({ callback: "done", isReady: true });
    expect(stepsOf("email", { ...reported, live: nothing.live })).toMatchObject({ account: "todo" });
  });

  test("is ready when every step is done, and tells who ticked what when", () => {
    const facts: GoLiveFacts = {
      ...nothing,
      live: { ...nothing.live, smtp: true },
      isDnsValid: true,
      records: { "tested:smtp": record, dns: record, "message:email": record },
      messages: { email: "sent" },
    };
    const email = goLiveGuide(facts).find(({ channel }) => channel === "email");
    expect(email).toMatchObject({ isReady: true });
    expect(email?.steps.find(({ id }) => id === "dns")).toEqual({ id: "dns", state: "done", ...record });
    expect(goLiveGuide({ ...facts, isDnsValid: false })[3]).toMatchObject({ isReady: false });
  });
});

describe("the guide", () => {
  const twilio = { ...nothing, hasNumber: true, live: { ...nothing.live, twilio: true } };
  const tested = { ...twilio, records: { "tested:twilio": record } };
  const sms = (facts: GoLiveFacts) => {
    const [first] = goLiveGuide(facts);
    if (!first) throw new Error("No channel");
    return first;
  };

  test.each([
    ["nothing", nothing, "account"],
    ["a saved account", twilio, "test"],
    ["a tested account", tested, "address"],
    ["a tested account and an address", { ...tested, hasPublicAddress: true }, "callback"],
  ] as const)("with %s opens the step %s", (_, facts, step) => {
    expect(openStep(sms(facts))).toBe(step);
  });

  test("opens no step of a channel that is ready", () => {
    const steps = [{ id: "account" as const, state: "done" as const, at: null, by: null }];
    expect(openStep({ steps })).toBeNull();
  });

  test.each([
    ["nothing", nothing, false],
    ["a saved account", twilio, false],
    ["a tested account", tested, true],
  ] as const)("with %s the channel is connected: %s", (_, facts, expected) => {
    expect(isConnected(sms(facts))).toBe(expected);
  });

  test("goes on with the channel that was begun, else with the first", () => {
    expect(channelToOpen(goLiveGuide(nothing))).toBe("sms");
    expect(channelToOpen(goLiveGuide({ ...nothing, live: { ...nothing.live, smtp: true } }))).toBe("email");
    expect(channelToOpen([])).toBeNull();
  });
});

describe("records", () => {
  test("of a connector are those that a new account has to earn again", () => {
    expect(recordsOfConnector("twilio")).toEqual([
      "tested:twilio",
      "callback:twilio-sms",
      "callback:twilio-whatsapp",
      "callback:twilio-call",
    ]);
    expect(recordsOfConnector("smtp")).toEqual(["tested:smtp"]);
    expect(recordsOfConnector("hubspot")).toEqual([]);
  });

  test.each([
    ["twilio-sms", ["status"], false],
    ["twilio-sms", ["message"], true],
    ["twilio-whatsapp", ["status"], false],
    ["twilio-call", [], true],
    ["whatsapp-meta", [], false],
    ["whatsapp-meta", ["status"], true],
  ])("a callback to %s with %j proves the address: %s", (messenger, kinds, expected) => {
    expect(provesCallback(messenger, kinds)).toBe(expected);
  });
});
