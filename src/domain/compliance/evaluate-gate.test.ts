import { describe, expect, test } from "vitest";
import type { Channel } from "#domain/channels/channel.ts";
import { gateChecks } from "./checks.ts";
import type { Consent } from "./consent.ts";
import { defaultGatePolicy } from "./defaults.ts";
import { type Approved, evaluateGate, type GateDecision } from "./evaluate-gate.ts";
import type { GateFacts } from "./facts.ts";
import { hoursTable, regionCapsTable } from "./hours-table.ts";
import type { SendIntent } from "./send-intent.ts";

const hour = 3_600_000;
const day = 24 * hour;
/** A Wednesday, 14:00 in San Juan. */
const now = Date.UTC(2026, 10, 18, 18);

const granted = (channel: Consent["channel"], change: Partial<Consent> = {}): Consent => ({
  channel,
  purpose: "marketing",
  state: "granted",
  written: true,
  at: now - 30 * day,
  proof: "proof-1",
  ...change,
});
const connected = {
  sms: "live",
  whatsapp: "live",
  email: "live",
  call: "live",
  voice_agent: "live",
  x: "live",
} as const;

const facts = (change: Partial<GateFacts> = {}): GateFacts => ({
  connections: connected,
  now,
  phone: "+17875550148",
  lineType: null,
  email: "ana@example.com",
  x: "x:1860000000000000001",
  where: { zip: null, region: null, zone: null },
  consents: [granted("sms"), granted("whatsapp"), granted("call"), granted("email")],
  suppressions: [],
  underReview: null,
  takenUntil: null,
  dnc: null,
  recentSends: [],
  caps: { perDay: 2, perWeek: 5, perRule: { count: 1, days: 30 } },
  regionCaps: regionCapsTable,
  lastInboundAt: {},
  whatsappLimitedAt: null,
  hoursRules: hoursTable,
  holidays: [],
  policy: defaultGatePolicy,
  ...change,
});
const intent = (channel: Channel, change: Partial<SendIntent> = {}): SendIntent => ({
  personId: "person-1",
  channel,
  purpose: "marketing",
  content: "freeform",
  template: null,
  ruleId: "rule-1",
  repeatLimit: null,
  ...change,
});
const summary = (decision: GateDecision): string =>
  `${decision.kind} ${decision.reasons.map(({ code }) => code).join(" ")}`.trim();
const evaluated = (
  channel: Channel,
  change: Partial<GateFacts> = {},
  intentChange: Partial<SendIntent> = {},
): string => summary(evaluateGate(intent(channel, intentChange), facts(change)));

type Message = { channel: Channel; to: string; text: string };
const approve = (channel: Channel, message: Message): Approved<Message> => {
  const decision = evaluateGate(intent(channel), facts());
  if (decision.kind !== "send") throw new Error("The gate did not allow it");
  return decision.approve(message);
};

describe("addresses", () => {
  test.each<[Channel, Partial<GateFacts>, string]>([
    ["sms", {}, "send consent_given"],
    ["sms", { phone: null }, "stop address_missing"],
    ["email", { email: null }, "stop address_missing"],
    ["sms", { phone: "787-555-0148" }, "stop address_invalid"],
    ["sms", { phone: "+1787555014" }, "stop address_invalid"],
    ["call", { phone: "+18005550148" }, "stop address_not_reachable"],
    ["sms", { phone: "+19005550148" }, "stop address_not_reachable"],
    ["sms", { lineType: "landline" }, "stop address_not_reachable"],
    ["call", { lineType: "landline" }, "send consent_given"],
    ["email", { email: "ana@example" }, "stop address_invalid"],
    ["email", { email: "ana..b@example.com" }, "stop address_invalid"],
    ["email", { email: "a b@example.com" }, "stop address_invalid"],
    ["email", { email: "ana@xn--oate-iqa.xn--fiqs8s" }, "send consent_given"],
    ["email", { phone: null }, "send consent_given"],
  ])("%s with %j: %s", (channel, change, expected) =>
    expect(evaluated(channel, change).split(" ").slice(0, 2).join(" ")).toBe(expected),
  );
});

describe("opt-outs, reviews and lists", () => {
  const optedOut = { scope: "all", at: now - 60_000, source: "keyword", confirmedAt: null } as const;

  test("an opt-out of everything stops every channel; one of e-mail stops e-mail", () => {
    for (const channel of ["sms", "call", "voice_agent", "email"] as const) {
      expect(evaluated(channel, { suppressions: [optedOut] })).toBe("stop opted_out");
      expect(evaluated(channel, { suppressions: [{ ...optedOut, scope: "email" }] })).toBe(
        channel === "email" ? "stop opted_out" : "send consent_given",
      );
    }
    expect(evaluated("voice_agent", { suppressions: [{ ...optedOut, scope: "call" }] })).toBe(
      "stop opted_out",
    );
  });

  test("one confirmation may follow an opt-out within five minutes, at night too", () => {
    const confirm = { purpose: "confirmation", ruleId: null } as const;
    const night = Date.UTC(2026, 10, 18, 6);
    const stopped = { ...optedOut, at: night - 1000 };
    expect(evaluated("sms", { now: night, suppressions: [stopped], consents: [] }, confirm)).toBe(
      "send opt_out_confirmation",
    );
    expect(
      evaluated("sms", { now: night, suppressions: [{ ...stopped, confirmedAt: night }] }, confirm),
    ).toBe("stop opt_out_already_confirmed");
    expect(evaluated("sms", { suppressions: [{ ...optedOut, at: now - hour }] }, confirm)).toBe(
      "stop nothing_to_confirm",
    );
    expect(evaluated("sms", {}, confirm)).toBe("stop nothing_to_confirm");
  });

  test("a reply under review makes everything wait without an end", () => {
    const decision = evaluateGate(intent("sms"), facts({ underReview: { at: now } }));
    expect(decision).toMatchObject({
      kind: "wait",
      until: null,
      reasons: [{ code: "opt_out_under_review" }],
    });
  });

  test("a person's own request stops everything; the national registry yields to written consent", () => {
    expect(evaluated("email", { dnc: { at: 0, source: "person" } })).toBe("stop do_not_contact");
    const national = { dnc: { at: 0, source: "national" } } as const;
    expect(evaluated("call", national)).toBe("send do_not_call_list_answered_by_consent consent_given");
    expect(evaluated("call", { ...national, consents: [granted("call", { written: false })] })).toBe(
      "stop do_not_contact",
    );
  });
});

describe("consent", () => {
  test.each<[string, Channel, Consent[], string]>([
    ["none", "sms", [], "stop consent_missing"],
    ["another channel's", "sms", [granted("email")], "stop consent_missing"],
    ["a denied one", "sms", [granted("sms", { state: "denied" })], "stop consent_denied"],
    ["an imported one", "sms", [granted("sms", { state: "unproven" })], "stop consent_unproven"],
    ["one without its proof", "sms", [granted("sms", { proof: null })], "stop consent_unproven"],
    [
      "a later denial",
      "sms",
      [granted("sms"), granted("sms", { state: "denied", at: now })],
      "stop consent_denied",
    ],
    [
      "a denial at the same instant",
      "sms",
      [granted("sms", { state: "denied" }), granted("sms")],
      "stop consent_denied",
    ],
    [
      "a later grant",
      "sms",
      [granted("sms", { state: "denied", at: 0 }), granted("sms")],
      "send consent_given",
    ],
    [
      "a spoken one for a voice agent",
      "voice_agent",
      [granted("call", { written: false })],
      "stop consent_not_written",
    ],
    ["a spoken one for a person's call", "call", [granted("call", { written: false })], "send consent_given"],
    [
      "one in a form that awaits its confirmation",
      "sms",
      [granted("sms", { state: "unproven", awaitsConfirmation: true })],
      "stop consent_unproven",
    ],
    ["one for service only", "sms", [granted("sms", { purpose: "service" })], "stop consent_missing"],
  ])("marketing with %s by %s", (_, channel, consents, expected) =>
    expect(evaluated(channel, { consents })).toBe(expected),
  );

  test("a service message may answer a message of the last day on the same channel", () => {
    const service = { purpose: "service" } as const;
    const wrote = { consents: [], lastInboundAt: { sms: now - day + 1 } };
    expect(evaluated("sms", wrote, service)).toBe("send answers_conversation");
    expect(evaluated("email", wrote, service)).toBe("stop consent_missing");
    expect(evaluated("sms", { consents: [], lastInboundAt: { sms: now - day } }, service)).toBe(
      "stop consent_missing",
    );
    expect(evaluated("sms", { consents: [], lastInboundAt: { sms: now + hour } }, service)).toBe(
      "stop consent_missing",
    );
    expect(evaluated("sms", wrote)).toBe("stop consent_missing");
    const denied = [granted("sms", { state: "denied", at: now - 60_000 })];
    expect(evaluated("sms", { ...wrote, consents: denied }, service)).toBe("stop consent_denied");
    const unproven = [granted("call", { state: "unproven" })];
    expect(evaluated("voice_agent", { consents: unproven }, service)).toBe("stop consent_unproven");
    expect(evaluated("call", { consents: unproven }, service)).toBe("send consent_given");
    const ticked = [granted("sms", { state: "unproven", awaitsConfirmation: true })];
    expect(evaluated("sms", { consents: ticked }, service)).toBe("stop consent_unproven");
  });

  test("the request to confirm a form needs no consent, but respects a refusal", () => {
    const optIn = { purpose: "opt_in" } as const;
    expect(evaluated("sms", { consents: [] }, optIn)).toBe("send asked_in_form");
    const denied = [granted("sms", { state: "denied" })];
    expect(evaluated("sms", { consents: denied }, optIn)).toBe("stop consent_denied");
  });
});

test("the line about help goes to whoever wrote of danger minutes ago, and never later", () => {
  const safety = { purpose: "safety", ruleId: null } as const;
  const night = Date.UTC(2026, 10, 18, 6);
  const optedOut = [{ scope: "all", at: night - day, source: "keyword", confirmedAt: null }] as const;
  const after = (minutes: number): Partial<GateFacts> => ({
    now: night,
    consents: [],
    suppressions: [...optedOut],
    dnc: { at: night - day, source: "person" },
    underReview: { at: night - day },
    lastInboundAt: { sms: night - minutes * 60_000 },
  });
  expect(evaluated("sms", after(1), safety)).toBe("send answers_danger");
  expect(evaluated("sms", after(16), safety)).toBe("stop danger_too_old");
  expect(evaluated("sms", { ...after(1), lastInboundAt: {} }, safety)).toBe("stop danger_too_old");
  const bounced = [{ scope: "all", at: night, source: "bounce", confirmedAt: null }] as const;
  expect(evaluated("sms", { ...after(1), suppressions: [...bounced] }, safety)).toBe("stop address_bounced");
});

describe("X", () => {
  const service = { purpose: "service" } as const;
  const wrote = (daysAgo: number) => ({ lastInboundAt: { x: now - daysAgo * day } });
  test.each<[string, Partial<GateFacts>, Partial<SendIntent>, string]>([
    ["an answer after a weekend", wrote(3), service, "send answers_conversation"],
    ["an answer after the last day", wrote(31), service, "stop only_answers"],
    [
      "a message to a person who never wrote there",
      { lastInboundAt: { sms: now } },
      service,
      "stop only_answers",
    ],
    ["marketing, whatever they wrote", wrote(0), {}, "stop only_answers"],
    ["an answer at night", { ...wrote(0), now: now + 12 * 3_600_000 }, service, "send answers_conversation"],
    ["a person without an account", { ...wrote(0), x: null }, service, "stop address_missing"],
    [
      "a person who opted out by SMS of everything",
      { ...wrote(0), suppressions: [{ scope: "all", source: "reply", at: now, confirmedAt: null }] },
      service,
      "stop opted_out",
    ],
    [
      "a person who opted out of SMS alone",
      { ...wrote(0), suppressions: [{ scope: "sms", source: "reply", at: now, confirmedAt: null }] },
      service,
      "send answers_conversation",
    ],
    [
      "a person who asked not to be contacted",
      { ...wrote(0), dnc: { at: now, source: "person" } },
      service,
      "stop do_not_contact",
    ],
  ])("%s", (_, change, intentChange, expected) =>
    expect(evaluated("x", change, intentChange)).toBe(expected),
  );

  test("the message goes to the account that was evaluated, and to no other", () => {
    const decision = evaluateGate(intent("x", service), facts(wrote(0)));
    if (decision.kind !== "send") throw new Error("The gate did not allow it");
    const text = "Hola";
    expect(decision.approve({ channel: "x", to: "x:1860000000000000001", text }).message.text).toBe(text);
    expect(() => decision.approve({ channel: "x", to: "x:1860000000000000002", text })).toThrow();
  });
});

describe("frequency caps", () => {
  const sent = (ago: number, change = {}) => ({
    at: now - ago,
    channel: "sms" as const,
    ruleId: "other",
    purpose: "marketing" as const,
    words: null,
    ...change,
  });

  test("wait until the oldest counted message is old enough", () => {
    const recentSends = [sent(hour), sent(20 * hour), sent(2 * day)];
    expect(evaluateGate(intent("sms"), facts({ recentSends }))).toMatchObject({
      kind: "wait",
      until: now + 4 * hour,
      reasons: [{ code: "cap_per_day", limit: 2 }],
    });
    expect(evaluateGate(intent("sms"), facts({ now: now + 4 * hour - 1, recentSends })).kind).toBe("wait");
    expect(evaluateGate(intent("sms"), facts({ now: now + 4 * hour, recentSends })).kind).toBe("send");
  });

  test("the longest wait applies", () => {
    const recentSends = [1, 2, 3, 4, 5].map((days) => sent(days * day));
    expect(evaluateGate(intent("sms"), facts({ recentSends }))).toMatchObject({ until: now + 2 * day });
    const ofRule = [...recentSends, sent(6 * day, { ruleId: "rule-1" })];
    expect(evaluateGate(intent("sms"), facts({ recentSends: ofRule }))).toMatchObject({
      until: now + 24 * day,
    });
  });

  test("service messages are neither counted nor limited", () => {
    const recentSends = [sent(1), sent(2), sent(3)];
    const lastInboundAt = { sms: now };
    expect(evaluated("sms", { recentSends, lastInboundAt }, { purpose: "service" })).toBe(
      "send answers_conversation",
    );
    const service = recentSends.map((send) => ({ ...send, purpose: "service" as const }));
    expect(evaluated("sms", { recentSends: service })).toBe("send consent_given");
  });

  test("a limit of zero never ends by itself", () => {
    const caps = { perDay: 0, perWeek: null, perRule: null };
    expect(evaluateGate(intent("sms"), facts({ caps }))).toMatchObject({ kind: "wait", until: null });
  });

  test("the legal limit of Florida applies there and where the place is unknown", () => {
    const caps = { perDay: null, perWeek: null, perRule: null };
    const recentSends = [sent(1), sent(2), sent(3)];
    expect(evaluated("sms", { caps, recentSends })).toBe("send consent_given");
    expect(evaluated("sms", { caps, recentSends, phone: "+13055550148" })).toBe("wait cap_by_law");
    expect(evaluated("sms", { caps, recentSends, phone: "+12225550148" })).toBe("wait cap_by_law cap_by_law");
    expect(evaluated("email", { caps, recentSends, phone: "+13055550148" })).toBe("send consent_given");
  });
});

describe("the WhatsApp window", () => {
  test("allows free text within a day and an approved template later; otherwise waits", () => {
    const open = { lastInboundAt: { whatsapp: now - day + 1 } };
    expect(evaluated("whatsapp", open)).toBe("send consent_given");
    const closed = { lastInboundAt: { whatsapp: now - day } };
    expect(evaluateGate(intent("whatsapp"), facts(closed))).toMatchObject({
      kind: "wait",
      until: null,
      reasons: [{ code: "whatsapp_window_closed" }],
    });
    const named = { template: "hola" };
    expect(evaluated("whatsapp", closed, named)).toBe("wait whatsapp_template_not_approved");
    const switched = evaluateGate(intent("whatsapp", { ...named, approvedTemplate: true }), facts(closed));
    expect(summary(switched)).toBe("send consent_given whatsapp_template_used whatsapp_marketing_untested");
    expect(switched.kind === "send" && switched.content).toBe("template");
    const asked = { ...named, content: "template", approvedTemplate: true } as const;
    expect(evaluated("whatsapp", {}, asked)).toBe("send consent_given whatsapp_marketing_untested");
  });
});

describe("the decision", () => {
  test("contains every reason, and a stop overrides a wait", () => {
    const night = Date.UTC(2026, 10, 18, 6);
    expect(
      evaluated("sms", { now: night, phone: "+17875550148", consents: [], underReview: { at: 0 } }),
    ).toBe("stop consent_missing opt_out_under_review quiet_hours quiet_hours");
  });

  test("a foreign number waits until its place is known; an unknown place gets the worst case", () => {
    expect(evaluated("sms", { phone: "+34612345678" })).toBe("wait place_abroad");
    const where = { zip: null, region: null, zone: "Europe/Madrid" };
    expect(evaluated("sms", { phone: "+34612345678", where })).toBe("send consent_given");
    expect(evaluated("sms", { phone: "+12225550148" })).toBe("send consent_given place_unknown");
  });

  test("hours rules without the federal floor stop telephone channels", () => {
    expect(evaluated("sms", { hoursRules: [] })).toBe("stop hours_rules_missing");
    expect(evaluated("email", { hoursRules: [] })).toBe("send consent_given");
  });

  test("a check that throws stops the message", () => {
    const broken = facts();
    Object.defineProperty(broken, "suppressions", {
      get: () => {
        throw new Error("unreadable");
      },
    });
    expect(evaluateGate(intent("sms"), broken)).toMatchObject({
      kind: "stop",
      reasons: [{ code: "check_failed", check: "suppressed" }],
    });
    expect(evaluateGate(intent("sms"), facts({ now: Number.NaN })).kind).toBe("stop");
  });

  test.each(["takenUntil", "whatsappLimitedAt"] as const)(
    "a message whose fact %s was not read is not sent, and does not compile",
    (fact) => {
      const abroad = { zip: null, region: null, zone: "America/Mexico_City" };
      const offer = { content: "template", template: "offer", approvedTemplate: true } as const;
      const complete = facts({ phone: "+525512345678", where: abroad });
      expect(evaluateGate(intent("whatsapp", offer), complete).kind).toBe("send");
      const { [fact]: _forgotten, ...others } = complete;
      // @ts-expect-error: a fact is missing
      const incomplete: GateFacts = others;
      expect(evaluateGate(intent("whatsapp", offer), incomplete).kind).not.toBe("send");
    },
  );

  test("an approved message is a copy that cannot be changed", () => {
    const message = { channel: "sms" as const, to: "+17875550148", text: "Hola" };
    const { message: approved } = approve("sms", message);
    expect(approved).toEqual(message);
    expect(Object.isFrozen(approved) && approved !== message).toBe(true);
  });

  test("approves only a message for the evaluated channel and address", () => {
    const text = "Hola";
    expect(() => approve("sms", { channel: "whatsapp", to: "+17875550148", text })).toThrow();
    expect(() => approve("sms", { channel: "sms", to: "+17875550149", text })).toThrow();
    expect(() => approve("email", { channel: "email", to: "+17875550148", text })).toThrow();
    expect(approve("email", { channel: "email", to: "Ana@Example.com", text }).message.text).toBe(text);
  });

  test("nothing but an approved message has the type of one", () => {
    const send = ({ message }: Approved<Message>): string => message.to;
    const message: Message = { channel: "sms", to: "+17875550148", text: "Hola" };
    const approved = approve("sms", message);
    expect(send(approved)).toBe(message.to);
    // @ts-expect-error: an object literal
    send({ message });
    // @ts-expect-error: a copy of an approved message
    send({ ...approved, message });
    expect(() => {
      // @ts-expect-error: a message that was not approved
      send(message);
    }).toThrow();
  });

  test("check ids and reason codes are unique", () => {
    expect(new Set(gateChecks.map(({ id }) => id)).size).toBe(gateChecks.length);
    const codes = gateChecks.flatMap(({ reasons }) => Object.keys(reasons));
    expect(new Set(codes).size).toBe(codes.length);
  });
});
