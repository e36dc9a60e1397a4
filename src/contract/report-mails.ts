import * as z from "zod";
import { audience } from "#domain/audience/audience.ts";
import { figureNames } from "#domain/figures/figures.ts";
import { mailRhythms, mailStates } from "#domain/figures/report-mail.ts";
import { language } from "#domain/language-schema.ts";
import { apiRoute } from "./api-route.ts";
import { expectedVersion, id, isoInstant, okResponse, shortText } from "./fields.ts";

const mailInput = z.strictObject({
  name: shortText.min(1),
  figures: z.array(z.enum(figureNames)).min(1).max(figureNames.length),
  rhythm: z.enum(mailRhythms),
  /** Of the day after a period, in the zone of the workspace. */
  hour: z.int().min(0).max(23),
  language,
  /** Of whom is counted; null for everybody. */
  audience: audience.nullable().default(null),
  enabled: z.boolean().default(true),
  /** Users of the workspace who get it. */
  userIds: z.array(id).min(1).max(100),
});
export type ReportMailInput = z.infer<typeof mailInput>;

const reportMail = z.object({
  id,
  name: z.string(),
  figures: z.array(z.enum(figureNames)),
  rhythm: z.enum(mailRhythms),
  hour: z.int(),
  language,
  audience: z.record(z.string(), z.unknown()).nullable(),
  enabled: z.boolean(),
  readers: z.array(z.object({ id, name: z.string() })),
  updatedAt: isoInstant,
});
export type ReportMail = z.infer<typeof reportMail>;

const send = z.object({
  id,
  name: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  isTest: z.boolean(),
  state: z.enum(mailStates),
  attempts: z.int(),
  at: isoInstant,
});
export type ReportMailSend = z.infer<typeof send>;

const place = { area: "reports", topics: ["report-mails"] } as const;
const byId = { params: z.object({ id }) };

export const reportMailsApi = {
  list: apiRoute({
    method: "GET",
    path: "/api/report-mails",
    ...place,
    access: "viewer",
    summary: "Reports that are mailed to users, by name",
    input: {},
    output: z.object({ mails: z.array(reportMail) }),
  }),
  /** Only names: who may choose readers need not see the rest of the team. */
  readers: apiRoute({
    method: "GET",
    path: "/api/report-mails/readers",
    ...place,
    access: "operator",
    summary: "Active users who can get a report by e-mail",
    input: {},
    output: z.object({ readers: z.array(z.object({ id, name: z.string() })) }),
    topics: ["users"],
  }),
  create: apiRoute({
    method: "POST",
    path: "/api/report-mails",
    ...place,
    access: "operator",
    summary: "Mail a report to users every day, week or month; each gets the figures that their role may see",
    input: { body: mailInput },
    output: reportMail,
  }),
  update: apiRoute({
    method: "PUT",
    path: "/api/report-mails/{id}",
    ...place,
    access: "operator",
    summary: "Change a mailed report",
    input: { ...byId, body: mailInput.extend({ updatedAt: expectedVersion }) },
    output: reportMail,
  }),
  remove: apiRoute({
    method: "DELETE",
    path: "/api/report-mails/{id}",
    ...place,
    access: "operator",
    summary: "Stop mailing a report",
    input: byId,
    output: okResponse,
  }),
  send: apiRoute({
    method: "POST",
    path: "/api/report-mails/{id}/send",
    ...place,
    access: "operator",
    summary: "Mail the newest whole period to the caller now",
    input: byId,
    output: z.object({ state: z.enum(mailStates) }),
  }),
  sends: apiRoute({
    method: "GET",
    path: "/api/report-mails/{id}/sends",
    ...place,
    access: "viewer",
    summary: "The newest mails of a report, and what became of them",
    input: byId,
    output: z.object({ sends: z.array(send) }),
  }),
};
