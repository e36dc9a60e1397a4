import * as z from "zod";

const address = z.url({ protocol: /^(https?|smtp)$/ }).max(2048);
const text = z.string().max(2048);

/** `no-key` answers, but presses no key when asked to accept. */
const operatorBehaviours = ["accept", "decline", "busy", "no-answer", "no-key"] as const;
export type OperatorBehaviour = (typeof operatorBehaviours)[number];

/** Faults of ConversationRelay, the last ones are attacks that a business must refuse. */
const relayFaults = [
  "unreachable",
  "drop",
  "drop-no-reconnect",
  "duplicate-final",
  "fragmented-final",
  "wrong-lang",
  "malformed-flood",
  "late-amd",
  "error-frame",
  "unknown-frame",
  "unsigned",
  "foreign-call",
  "reused-token",
] as const;

/** What `POST /_control` can change while the sandbox runs. */
const settingsSchema = z.strictObject({
  /**
   * Where customers' messages and calls go: `twilio`, `twilioVoice`, `twilioVoiceStatus`, `whatsapp` (or one provider:
   * `whatsapp/wati`), `email` (smtp://…); `hubspot`, `pipedrive`, `mailchimp` and `gohighlevel` get changed
   * contacts, `facebook` and `linkedin` leads, `slack` messages, `sendgrid` what became of mail.
   */
  webhooks: z.record(z.string(), address.nullable()),
  /** Public origins of the business, and the loopback address at which each is reached. */
  origins: z.record(z.string(), z.url({ protocol: /^http$/ })),
  /**
   * Keys that prove callbacks: `whatsapp`, `hubspot`, `facebook`, `linkedin` and `slack` are app secrets, `twilio` the
   * token of an account not yet seen, `pipedrive` the password of its webhooks, `gohighlevel` a private Ed25519 key in
   * PEM, `sendgrid` the private key of its signatures.
   */
  secrets: z.strictObject({
    whatsapp: text.optional(),
    twilio: text.optional(),
    hubspot: text.optional(),
    facebook: text.optional(),
    linkedin: text.optional(),
    slack: text.optional(),
    pipedrive: text.optional(),
    sendgrid: text.optional(),
    gohighlevel: text.optional(),
  }),
  /** Numbers that the Twilio account owns besides its two. */
  numbers: z.array(z.string().regex(/^\+\d{6,15}$/)).max(100),
  /** Adds `OptOutType` to callbacks, as for accounts with advanced opt-out. */
  advancedOptOut: z.boolean(),
  /** Delay of every response, for all vendors (`*`) or one. */
  latencyMs: z.record(z.string(), z.number().min(0).max(60_000)),
  /** Minimum and maximum duration of each step from queued to read. */
  paceMs: z.tuple([z.number().min(0).max(600_000), z.number().min(0).max(600_000)]),
  /** Total duration of a response that is sent byte by byte. */
  dripMs: z.number().min(0).max(600_000),
  /** The account that the credentials of a vendor lead to, instead of its usual one. */
  accounts: z.record(
    z.string(),
    z
      .string()
      .regex(/^\d{1,18}$/)
      .nullable(),
  ),
  /** How far the search of a CRM is behind its data. */
  indexLagMs: z.number().min(0).max(600_000),
  /** Grants of the vendors' authorization servers. */
  oauth: z.strictObject({
    /** How long access tokens live. */
    tokenSeconds: z.number().min(1).max(86_400),
    /** Whether all grants count as revoked. */
    isRevoked: z.boolean(),
  }),
  calls: z.strictObject({
    /** Who answers: the simulator, a person at the phone page, or a person only while the page is open. */
    answering: z.enum(["auto", "phone", "watched"]),
    /** How long the simulator waits for input when no person answers. */
    silenceMs: z.number().min(0).max(600_000),
    /** How long after the answer an asynchronous machine detection reports. */
    amdMs: z.number().min(0).max(60_000),
    /** How the persons behave to whom calls are transferred, by number or SIP address; they accept by default. */
    operators: z.record(z.string(), z.enum(operatorBehaviours)),
  }),
  relay: z.strictObject({
    /** How much faster than in reality people and agents speak: 1 is real time, 0 is at once. */
    speed: z.number().min(0).max(1000),
    /** What goes wrong in the conversations that start from now on. */
    fault: z.enum(relayFaults).nullable(),
  }),
  llm: z.strictObject({
    /** The pause between two events of a streamed answer. */
    chunkMs: z.number().min(0).max(60_000),
    /** The pause before the first event of a streamed answer. */
    firstTokenMs: z.number().min(0).max(60_000),
    /** Replaces `chunkMs` where it is not 0: every event of a streamed answer is one token. */
    tokensPerSecond: z.number().min(0).max(10_000),
    /** How long a model that stalls sends nothing. */
    stallMs: z.number().min(0).max(600_000),
  }),
});
export type SandboxSettings = z.output<typeof settingsSchema>;

export const settingsChangeSchema = z.strictObject({
  ...settingsSchema.partial().shape,
  oauth: settingsSchema.shape.oauth.partial().optional(),
  calls: settingsSchema.shape.calls.partial().optional(),
  relay: settingsSchema.shape.relay.partial().optional(),
  llm: settingsSchema.shape.llm.partial().optional(),
});
type SettingsChange = z.output<typeof settingsChangeSchema>;

export const defaultSettings = (): SandboxSettings => ({
  webhooks: {},
  origins: {},
  secrets: {
    whatsapp: "sandbox",
    twilio: "sandbox",
    hubspot: "sandbox",
    facebook: "sandbox",
    linkedin: "sandbox",
    slack: "sandbox",
  },
  accounts: {},
  indexLagMs: 0,
  numbers: [],
  advancedOptOut: false,
  latencyMs: {},
  paceMs: [50, 300],
  dripMs: 20_000,
  oauth: { tokenSeconds: 3600, isRevoked: false },
  calls: { answering: "watched", silenceMs: 300, amdMs: 3200, operators: {} },
  relay: { speed: 1, fault: null },
  llm: { chunkMs: 0, firstTokenMs: 0, tokensPerSecond: 0, stallMs: 300_000 },
});

/** Records are merged; other values are replaced. A webhook that is null is switched off. */
export const applySettings = (settings: SandboxSettings, change: SettingsChange): void => {
  const { webhooks, origins, secrets, accounts, latencyMs, oauth, calls, relay, llm, ...replaced } = change;
  Object.assign(settings, replaced);
  Object.assign(settings.webhooks, webhooks);
  Object.assign(settings.origins, origins);
  Object.assign(settings.secrets, secrets);
  Object.assign(settings.accounts, accounts);
  Object.assign(settings.latencyMs, latencyMs);
  Object.assign(settings.oauth, oauth);
  Object.assign(settings.calls, calls);
  Object.assign(settings.relay, relay);
  Object.assign(settings.llm, llm);
};

export const resetSettings = (settings: SandboxSettings): void => {
  for (const record of [settings.webhooks, settings.origins, settings.accounts, settings.latencyMs])
    for (const name of Object.keys(record)) delete record[name];
  applySettings(settings, defaultSettings());
};
