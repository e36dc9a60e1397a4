import * as z from "zod";
import { goLiveStates, goLiveSteps } from "#domain/go-live/guide.ts";
import { mailDnsKinds, mailDnsProblems } from "#domain/go-live/mail-dns.ts";
import { goLiveChannels, manualSteps } from "#domain/go-live/records.ts";
import { apiRoute } from "./api-route.ts";
import { reasonSchema } from "./deliveries.ts";
import { id, isoInstant, okResponse } from "./fields.ts";

const guideStep = z.object({
  id: z.enum(goLiveSteps),
  state: z.enum(goLiveStates),
  at: isoInstant.nullable(),
  by: z.string().nullable(),
});

const mailDns = z.object({
  domain: z.string(),
  selector: z.string(),
  checkedAt: isoInstant,
  records: z.array(
    z.object({
      kind: z.enum(mailDnsKinds),
      name: z.string(),
      suggestion: z.string().nullable(),
      found: z.array(z.string()),
      problem: z.enum(mailDnsProblems).nullable(),
    }),
  ),
});
export type MailDnsCheck = z.infer<typeof mailDns>;

const testMessage = z.object({
  channel: z.enum(goLiveChannels),
  id,
  personId: id,
  status: z.string(),
  simulated: z.boolean(),
  reasons: z.array(reasonSchema),
});

export const goLiveProgress = z.object({
  channels: z.array(
    z.object({ channel: z.enum(goLiveChannels), steps: z.array(guideStep), isReady: z.boolean() }),
  ),
  /** The https address at which vendors reach this installation; null while none is configured. */
  publicUrl: z.string().nullable(),
  /** The addresses to enter at the vendors, by messenger. One without a signature contains its key. */
  callbackUrls: z.array(z.object({ messenger: z.string(), url: z.string() })),
  /** The messenger that sends on WhatsApp; null without a live one. */
  whatsappMessenger: z.string().nullable(),
  /** The messenger that sends e-mail. */
  emailMessenger: z.enum(["smtp", "sendgrid"]),
  fromNumber: z.string().nullable(),
  /** The domain that e-mails come from, and the relay that sends them. */
  mail: z.object({ domain: z.string(), relayHost: z.string() }).nullable(),
  dns: mailDns.nullable(),
  messages: z.array(testMessage),
});
export type GoLiveProgress = z.infer<typeof goLiveProgress>;

export const goLiveApi = {
  progress: apiRoute({
    method: "GET",
    path: "/api/go-live",
    access: "admin",
    area: "settings",
    summary: "What is left to do until each channel reaches real people",
    input: {},
    output: goLiveProgress,
    topics: ["integrations", "settings", "actions"],
  }),
  tick: apiRoute({
    method: "PUT",
    path: "/api/go-live/steps/{step}",
    access: "admin",
    area: "settings",
    summary: "Mark a step outside Faro as done or not done",
    input: {
      params: z.object({ step: z.enum(manualSteps) }),
      body: z.strictObject({ done: z.boolean() }),
    },
    output: okResponse,
    topics: ["integrations"],
  }),
  checkDns: apiRoute({
    method: "POST",
    path: "/api/go-live/dns",
    access: "admin",
    area: "settings",
    summary: "Look up the SPF, DKIM and DMARC records of the sender's domain",
    input: {
      body: z.strictObject({
        /** The name of the DKIM key, as the relay gives it. */
        selector: z
          .string()
          .trim()
          .min(1)
          .max(63)
          .regex(/^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/),
      }),
    },
    output: mailDns,
    topics: ["integrations"],
  }),
  sendTest: apiRoute({
    method: "POST",
    path: "/api/go-live/test-message",
    access: "admin",
    area: "settings",
    summary: "Send a test message to oneself; the gate applies as usual",
    input: {
      body: z.strictObject({ channel: z.enum(goLiveChannels), to: z.string().trim().min(3).max(320) }),
    },
    output: testMessage,
    topics: ["actions", "people"],
  }),
};
