import * as z from "zod";
import { sipCodecs, sipExtensionInput, sipTransports } from "#domain/sip/extension.ts";
import { sipTestSteps, sipVerdicts } from "#domain/sip/verdict.ts";
import { phoneSettings } from "#domain/voice/phone-settings.ts";
import { apiRoute } from "./api-route.ts";
import { id, isoInstant, okResponse, settingsUpdate, updateInput } from "./fields.ts";

export const sipExtension = z.object({
  id,
  label: z.string(),
  sipDomain: z.string(),
  username: z.string(),
  /** A mask, or null. */
  password: z.string().nullable(),
  transport: z.enum(sipTransports),
  port: z.int(),
  register: z.boolean(),
  codecs: z.array(z.enum(sipCodecs)),
  createdAt: isoInstant,
  updatedAt: isoInstant,
});
export type SipExtension = z.infer<typeof sipExtension>;

export const sipTestResult = z.object({
  ok: z.boolean(),
  steps: z.array(
    z.object({
      step: z.enum(sipTestSteps),
      ok: z.boolean(),
      verdict: z.enum(sipVerdicts),
      /** What the server answered, in its order. */
      replies: z.array(z.object({ status: z.int(), phrase: z.string() })),
      codecs: z.array(z.enum(sipCodecs)),
      latencyMs: z.int(),
    }),
  ),
});
export type SipTestResult = z.infer<typeof sipTestResult>;

const byId = { params: z.object({ id }) };

export const phoneApi = {
  settings: apiRoute({
    method: "GET",
    path: "/api/voice/phone",
    access: "viewer",
    area: ["voice", "settings"],
    summary: "Routing of incoming calls, transfer targets and what the agent may do",
    input: {},
    output: phoneSettings,
    topics: ["settings"],
  }),
  save: apiRoute({
    method: "PUT",
    path: "/api/voice/phone",
    access: "admin",
    area: "voice",
    summary: "Save the phone settings; fields left out stay as they are",
    input: { body: settingsUpdate(phoneSettings) },
    output: phoneSettings,
    topics: ["settings"],
  }),
  callback: apiRoute({
    method: "GET",
    path: "/api/voice/phone/callback",
    access: "viewer",
    area: "voice",
    summary: "The address to enter at the telephone provider; null without a public address",
    input: {},
    output: z.object({ url: z.string().nullable() }),
    topics: [],
  }),
  extensions: apiRoute({
    method: "GET",
    path: "/api/sip-extensions",
    access: "viewer",
    area: "voice",
    summary: "SIP extensions by label; passwords are masked",
    input: {},
    output: z.array(sipExtension),
    topics: ["settings"],
  }),
  createExtension: apiRoute({
    method: "POST",
    path: "/api/sip-extensions",
    access: "admin",
    area: "voice",
    summary: "Add a SIP extension",
    input: { body: sipExtensionInput },
    output: sipExtension,
    topics: ["settings"],
  }),
  updateExtension: apiRoute({
    method: "PUT",
    path: "/api/sip-extensions/{id}",
    access: "admin",
    area: "voice",
    summary: "Change a SIP extension; a changed destination needs the password again",
    input: { ...byId, body: updateInput(sipExtensionInput) },
    output: sipExtension,
    problems: ["secret_required"],
    topics: ["settings"],
  }),
  removeExtension: apiRoute({
    method: "DELETE",
    path: "/api/sip-extensions/{id}",
    access: "admin",
    area: "voice",
    summary: "Delete a SIP extension that is not a transfer target",
    input: byId,
    output: okResponse,
    problems: ["in_use"],
    topics: ["settings"],
  }),
  testExtension: apiRoute({
    method: "POST",
    path: "/api/sip-extensions/{id}/test",
    access: "admin",
    area: "voice",
    summary: "Ask the server of a SIP extension whether it answers and accepts the password",
    input: byId,
    output: sipTestResult,
    topics: [],
  }),
};
