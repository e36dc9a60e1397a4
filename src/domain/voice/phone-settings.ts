import * as z from "zod";
import { type OptionalAgentTool, optionalAgentTools } from "#domain/agent/tool-names.ts";

/** E.164, as stored for people. */
const phoneNumber = z
  .string()
  .trim()
  .superRefine((value, context) => {
    if (!/^\+[1-9]\d{6,14}$/.test(value))
      context.addIssue({ code: "invalid_format", format: "phone", input: value });
  });

/** Who takes over a call: a telephone number, or an extension of the SIP settings. */
export const transferTarget = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("number"),
    label: z.string().trim().min(1).max(60),
    number: phoneNumber,
  }),
  z.strictObject({
    kind: z.literal("sip"),
    label: z.string().trim().min(1).max(60),
    extensionId: z.uuid(),
  }),
]);
export type TransferTarget = z.infer<typeof transferTarget>;

/** What happens with a call to one of our numbers. */
export const inboundRoutes = ["agent", "transfer", "message"] as const;
export type InboundRoute = (typeof inboundRoutes)[number];

export const inboundNumber = z.strictObject({
  /** One of our numbers; `*` stands for all others. */
  number: z.union([phoneNumber, z.literal("*")]),
  route: z.enum(inboundRoutes).default("agent"),
  /** The script of the agent; null means its general knowledge only. */
  scriptId: z.uuid().nullable().default(null),
});
export type InboundNumber = z.infer<typeof inboundNumber>;

const defaultAgentTools: readonly OptionalAgentTool[] = [
  "list_times",
  "request_appointment",
  "set_detail",
  "request_callback",
  "note",
];

export const phoneSettings = z.strictObject({
  /** Tried in this order. */
  transferTargets: z.array(transferTarget).max(10).default([]),
  inbound: z
    .array(inboundNumber)
    .max(50)
    .default([{ number: "*", route: "agent", scriptId: null }]),
  /** Local time of the workspace, `HH:MM`: when a person can take a call. */
  staffedFrom: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default("09:00"),
  staffedTo: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default("18:00"),
  /** ISO weekdays, 1 is Monday. */
  staffedDays: z.array(z.int().min(1).max(7)).max(7).default([1, 2, 3, 4, 5, 6]),
  /** Calls of the agent are recorded after the notice was spoken. */
  recordsCalls: z.boolean().default(true),
  /** What the agent may do besides answering; a tool that is off is not offered to the model. */
  agentTools: z.array(z.enum(optionalAgentTools)).default([...defaultAgentTools]),
});
export type PhoneSettings = z.infer<typeof phoneSettings>;
export const defaultPhoneSettings: PhoneSettings = phoneSettings.parse({});
