import * as z from "zod";

const address = z.url({ protocol: /^(https?|smtp)$/ }).max(2048);
const text = z.string().max(2048);

/** What can be set from outside while the sandbox runs. */
export const settingsSchema = z.strictObject({
  /** Where what customers write goes: `twilio`, `whatsapp` (or one dialect: `whatsapp/wati`), `email` (smtp://…). */
  webhooks: z.record(z.string(), address.nullable()),
  /** Public origins of ours, and the loopback address at which each is reached. */
  origins: z.record(z.string(), z.url({ protocol: /^http$/ })),
  /** What callbacks are signed with: `whatsapp` the app's secret, `twilio` the token of an account never seen yet. */
  secrets: z.strictObject({ whatsapp: text.optional(), twilio: text.optional() }),
  /** Numbers that the Twilio account owns besides its two. */
  numbers: z.array(z.string().regex(/^\+\d{6,15}$/)).max(100),
  /** Adds `OptOutType`, as accounts with advanced opt-out have it. */
  advancedOptOut: z.boolean(),
  /** How long every request takes at least: of all vendors (`*`), or of one. */
  latencyMs: z.record(z.string(), z.number().min(0).max(60_000)),
  /** How long each step from queued to read takes: at least, at most. */
  paceMs: z.tuple([z.number().min(0).max(600_000), z.number().min(0).max(600_000)]),
  /** How long an answer takes that comes byte by byte. */
  dripMs: z.number().min(0).max(600_000),
  calls: z.strictObject({
    /** Who picks up: the simulator, a person at the phone, or a person while one is watching. */
    answering: z.enum(["auto", "phone", "watched"]),
    /** How long silence lasts when nobody is at the phone. */
    silenceMs: z.number().min(0).max(600_000),
  }),
});
export type SandboxSettings = z.output<typeof settingsSchema>;

export const defaultSettings = (): SandboxSettings => ({
  webhooks: {},
  origins: {},
  secrets: { whatsapp: "sandbox", twilio: "sandbox" },
  numbers: [],
  advancedOptOut: false,
  latencyMs: {},
  paceMs: [50, 300],
  dripMs: 20_000,
  calls: { answering: "watched", silenceMs: 300 },
});

/** Records are added to; what is null is forgotten. */
export const applySettings = (settings: SandboxSettings, given: Partial<SandboxSettings>): void => {
  const { webhooks, origins, secrets, latencyMs, calls, ...rest } = given;
  Object.assign(settings, rest);
  Object.assign(settings.webhooks, webhooks);
  Object.assign(settings.origins, origins);
  Object.assign(settings.secrets, secrets);
  Object.assign(settings.latencyMs, latencyMs);
  Object.assign(settings.calls, calls);
};
