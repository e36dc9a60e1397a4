import { expect, test } from "vitest";
import type { Channel } from "#domain/channels/channel.ts";
import { compileRule } from "#domain/rules/evaluate.ts";
import type { PlannedMessage } from "#domain/rules/kinds.ts";
import { chooseMessage } from "./choose-message.ts";

const messageWith = (words: object = {}): PlannedMessage => {
  const actions = [{ id: "a", type: "preferred_channel", template: "Hello there", words }];
  const { sequence } = compileRule({ triggers: [], conditions: [], actions });
  const does = sequence?.steps[0]?.does;
  if (!does || !("channel" in does)) throw new Error("It is no message");
  return does;
};

type Ruling = "send" | "stop" | "soon" | "late" | "held";
const decisions = {
  send: { kind: "send" },
  stop: { kind: "stop" },
  soon: { kind: "wait", until: 50 },
  late: { kind: "wait", until: 150 },
  held: { kind: "wait", until: null },
} as const;

test.each<[string, Channel | null, Partial<Record<Channel, Ruling>>, Channel]>([
  ["the preferred one", "email", { sms: "send", email: "send", whatsapp: "send" }, "email"],
  ["the first where none is preferred", null, { sms: "send", email: "send", whatsapp: "send" }, "sms"],
  [
    "the first where the preferred one is a call",
    "call",
    { sms: "send", email: "send", whatsapp: "send" },
    "sms",
  ],
  [
    "the preferred one in a quiet hour",
    "whatsapp",
    { sms: "send", email: "send", whatsapp: "soon" },
    "whatsapp",
  ],
  [
    "another where it would come too late",
    "whatsapp",
    { sms: "stop", email: "send", whatsapp: "late" },
    "email",
  ],
  [
    "another where it waits for a change",
    "whatsapp",
    { sms: "stop", email: "soon", whatsapp: "held" },
    "email",
  ],
  ["another where it is stopped", "sms", { sms: "stop", email: "send", whatsapp: "stop" }, "email"],
  [
    "one that waits rather than one that is stopped",
    "sms",
    { sms: "stop", email: "stop", whatsapp: "held" },
    "whatsapp",
  ],
  [
    "the preferred one where none may be used",
    "email",
    { sms: "stop", email: "stop", whatsapp: "stop" },
    "email",
  ],
])("a message goes on %s", (_what, preferred, rulings, expected) => {
  const decide = ({ channel }: PlannedMessage) => decisions[rulings[channel] ?? "stop"];
  expect(chooseMessage(messageWith(), { preferred, decide, latest: 100 }).channel).toBe(expected);
});

test("each channel has its own words, or the text for all", () => {
  const words = { whatsapp: "Welcome_Back", email: " " };
  expect(messageWith(words).alternatives).toEqual([
    { channel: "sms", template: "Hello there", is: "text" },
    { channel: "whatsapp", template: "welcome_back", is: "name" },
    { channel: "email", template: "Hello there", is: "text" },
  ]);
});

test("a message on one channel is not asked about", () => {
  const message: PlannedMessage = { channel: "sms", template: "welcome", is: "name" };
  const decide = () => {
    throw new Error("asked");
  };
  expect(chooseMessage(message, { preferred: "email", decide, latest: 100 })).toBe(message);
});
