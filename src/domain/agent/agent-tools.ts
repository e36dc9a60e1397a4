import * as z from "zod";
import { handoffReasons } from "#domain/voice/call.ts";
import { scriptLanguages } from "#domain/voice/script.ts";
import { type AgentToolName, type OptionalAgentTool, optionalAgentTools } from "./tool-names.ts";

/** Where the agent speaks with a person. */
export type AgentChannel = "voice" | "sms" | "whatsapp" | "email";

export type AgentTool = {
  name: AgentToolName;
  description: string;
  input: z.ZodType;
  /** Makes a proposal that the customer must confirm after hearing it. */
};

const topic = z.string().trim().min(1).max(100);
const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const nothing = z.strictObject({});
/** Reasons that the model may give; the others are given by code. */
const modelHandoffReasons = handoffReasons.filter((reason) => reason !== "stalled" && reason !== "operator");

const tool = (name: AgentToolName, description: string, input: z.ZodType): AgentTool => ({
  name,
  description,
  input,
});

/**
 * In a fixed order, since the definitions are the start of the cached prompt. The server adds the person, the
 * conversation and the channel: no tool takes an identifier of a person, an address or a link.
 */
export const agentTools: readonly AgentTool[] = [
  tool(
    "search_knowledge",
    "Find what the business says about a question. Use it before answering anything about the business.",
    z.strictObject({ query: z.string().trim().min(1).max(200) }),
  ),
  tool("my_record", "Read what the business knows about this customer and their open requests.", nothing),
  tool(
    "list_times",
    "List times at which an appointment can be requested.",
    z.strictObject({ topic, from: day.optional(), to: day.optional() }),
  ),
  tool(
    "request_appointment",
    "Prepare a request for an appointment. Read the returned sentence to the customer and wait for a yes. It is requested, never booked.",
    z.strictObject({
      timeId: z.string().trim().min(1).max(60).optional(),
      day: day.optional(),
      part: z.enum(["morning", "afternoon", "evening"]).optional(),
      topic,
    }),
  ),
  tool(
    "cancel_request",
    "Prepare the cancellation of one of this customer's own requests. Read the returned sentence and wait for a yes.",
    z.strictObject({ requestId: z.string().trim().min(1).max(60) }),
  ),
  tool(
    "confirm",
    "Carry out a prepared proposal after the customer said yes to it.",
    z.strictObject({ proposalId: z.string().trim().min(1).max(60) }),
  ),
  tool(
    "set_detail",
    "Store a detail that the customer told about themselves.",
    z.strictObject({
      field: z.enum(["firstName", "lastName", "language", "bestTime", "preferredChannel"]),
      value: z.string().trim().min(1).max(100),
    }),
  ),
  tool(
    "propose_address",
    "Pass a new telephone number or e-mail address on to the team, who check it. It is not used before that.",
    z.strictObject({ kind: z.enum(["phone", "email"]), value: z.string().trim().min(3).max(200) }),
  ),
  tool(
    "request_callback",
    "Ask the team to call this customer back.",
    z.strictObject({
      when: z.string().trim().max(100).optional(),
      reason: z.string().trim().min(1).max(200),
    }),
  ),
  tool(
    "send_me",
    "Send one of the allowed templates to the customer's own stored address, because they asked for it.",
    z.strictObject({
      template: z.string().trim().min(1).max(60),
      by: z.enum(["sms", "whatsapp", "email"]),
    }),
  ),
  tool(
    "opt_out",
    "The customer does not want to be contacted any more. Done at once; it cannot be undone here.",
    z.strictObject({}),
  ),
  tool(
    "hand_over",
    "Pass the conversation to a person of the business.",
    z.strictObject({ reason: z.enum(modelHandoffReasons), note: z.string().trim().max(400) }),
  ),
  tool(
    "note",
    "Keep a note for the team, with the customer's own words that it rests on.",
    z.strictObject({
      text: z.string().trim().min(1).max(300),
      quote: z.string().trim().min(1).max(300),
    }),
  ),
  tool(
    "set_language",
    "Continue in another language because the customer asked for it.",
    z.strictObject({ language: z.enum(scriptLanguages) }),
  ),
  tool(
    "end_call",
    "End the call after a goodbye.",
    // A purchase is recorded by a person.
    z.strictObject({ outcome: z.enum(["interested", "not_interested", "follow_up", "none"]) }),
  ),
];

const isOptional = (name: AgentToolName): name is OptionalAgentTool =>
  (optionalAgentTools as readonly AgentToolName[]).includes(name);

/** A tool that is off, or that the channel does not have, is not offered to the model. */
export const toolsFor = (enabled: readonly OptionalAgentTool[], channel: AgentChannel): AgentTool[] =>
  agentTools.filter(({ name }) => {
    if (name === "end_call") return channel === "voice";
    // Without a tool that proposes there is nothing to confirm.
    if (name === "confirm")
      return enabled.includes("request_appointment") || enabled.includes("cancel_request");
    return !isOptional(name) || enabled.includes(name);
  });
