import { expect, test } from "vitest";
import { type ChannelCheck, channelAnswer, chooseChannel } from "./channel-answers.ts";

const now = Date.parse("2026-11-16T12:00:00Z");
const toneOf = (code: string) => (code.startsWith("stop") ? "stop" : "note") as "stop" | "note";
const check = (channel: ChannelCheck["channel"], values: Partial<ChannelCheck> = {}): ChannelCheck => ({
  channel,
  ruling: "send",
  until: null,
  reasons: [],
  ...values,
});
const answer = (each: ChannelCheck, until: string | null = null) => channelAnswer(each, until, now, toneOf);

test("A channel that may send says so", () => {
  expect(answer(check("sms"))).toEqual({ kind: "now" });
});

test("WhatsApp tells how much of its window is left", () => {
  expect(answer(check("whatsapp"), "2026-11-17T11:48:00Z")).toEqual({
    kind: "window",
    hours: 23,
    minutes: 48,
  });
  expect(answer(check("whatsapp"), "2026-11-16T11:00:00Z")).toEqual({ kind: "now" });
  expect(answer(check("sms"), "2026-11-17T11:48:00Z")).toEqual({ kind: "now" });
});

test("A channel that waits tells until when, or that it is held", () => {
  const until = "2026-11-17T12:00:00Z";
  expect(answer(check("call", { ruling: "wait", until }))).toEqual({ kind: "later", at: until });
  expect(answer(check("call", { ruling: "wait" }))).toEqual({ kind: "held" });
});

test("A stopped channel names the reason that stops it, not those that only note something", () => {
  const reasons = [{ code: "note_local_time" }, { code: "stop_consent" }];
  expect(answer(check("email", { ruling: "stop", reasons }))).toEqual({
    kind: "stopped",
    code: "stop_consent",
  });
});

test("The reply goes by the channel in use, then by that of their last message, then by one that may send", () => {
  const checks = [
    check("sms", { ruling: "wait", until: "2026-11-17T12:00:00Z" }),
    check("whatsapp", { ruling: "stop" }),
    check("email"),
  ];
  expect(chooseChannel(checks, "sms", "email")).toBe("sms");
  expect(chooseChannel(checks, null, "sms")).toBe("sms");
  expect(chooseChannel(checks, "whatsapp", "whatsapp")).toBe("email");
  expect(chooseChannel([check("sms", { ruling: "stop" })], null, null)).toBeUndefined();
});
