import * as z from "zod";
import type { AudienceNode, AudienceRow } from "#domain/audience/audience.ts";
import { audienceConsentStates } from "#domain/audience/fields/consent.ts";
import { consentChannels } from "#domain/channels/channel.ts";

const score = z.int().min(0).max(100);
const scoreRange = z.strictObject({ min: score.optional(), max: score.optional() }).optional();
const days = z.int().min(1).max(3650);

/** Filters of people beside those of the list: each is a row of an audience. */
export const peopleFilterFields = {
  scores: z.strictObject({ intent: scoreRange, toBuy: scoreRange, churn: scoreRange }).optional(),
  consent: z
    .strictObject({ channel: z.enum(consentChannels), is: z.enum(audienceConsentStates) })
    .optional()
    .describe("To marketing"),
  lastContact: z
    .strictObject({
      from: z.enum(["them", "us", "either"]).default("either"),
      inLastDays: days.optional(),
      notInLastDays: days.optional().describe("Also who never was"),
    })
    .optional(),
};
type PeopleFilterInput = z.infer<z.ZodObject<typeof peopleFilterFields>>;

const scoreFields = { intent: "intent", toBuy: "propensity", churn: "churn" } as const;
const contactFields: Record<"them" | "us" | "either", readonly string[]> = {
  them: ["last_inbound_at"],
  us: ["last_outbound_at"],
  either: ["last_inbound_at", "last_outbound_at"],
};

const scoreRows = (scores: NonNullable<PeopleFilterInput["scores"]>): AudienceRow[] =>
  (["intent", "toBuy", "churn"] as const).flatMap((name) => {
    const { min, max } = scores[name] ?? {};
    const field = scoreFields[name];
    return [
      ...(min === undefined ? [] : [{ field, op: ">=" as const, value: min }]),
      ...(max === undefined ? [] : [{ field, op: "<=" as const, value: max }]),
    ];
  });

const contactNodes = ({
  from,
  inLastDays,
  notInLastDays,
}: NonNullable<PeopleFilterInput["lastContact"]>): AudienceNode[] => {
  const within = (last: number): AudienceNode => ({
    any: contactFields[from].map((field) => ({ field, op: "in_last", value: { last, unit: "days" } })),
  });
  return [
    ...(inLastDays === undefined ? [] : [within(inLastDays)]),
    ...(notInLastDays === undefined ? [] : [{ not: within(notInLastDays) }]),
  ];
};

/** The audience of the filters, in the language of lists and segments; undefined without any. */
export const peopleFilterAudience = ({
  scores,
  consent,
  lastContact,
}: PeopleFilterInput): AudienceNode | undefined => {
  const nodes: AudienceNode[] = [
    ...(scores ? scoreRows(scores) : []),
    ...(consent
      ? [{ field: `consent.${consent.channel}`, op: "is_any_of" as const, value: [consent.is] }]
      : []),
    ...(lastContact ? contactNodes(lastContact) : []),
  ];
  return nodes.length === 0 ? undefined : { all: nodes };
};
