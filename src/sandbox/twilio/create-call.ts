import type { FastifyRequest } from "fastify";
import type { SandboxContext } from "#sandbox/context.ts";
import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import { bodyField, type SimulatedResponse } from "#sandbox/vendor.ts";
import { ownsNumber } from "./accounts.ts";
import type { SimulatedCall } from "./call.ts";
import { newSid, twilioError } from "./rest-api.ts";

const bodyFieldValues = (request: FastifyRequest, name: string): string[] => {
  const value = (request.body as Record<string, unknown> | null)?.[name];
  return [value].flat().filter((item) => typeof item === "string");
};

/** Twilio's error for the request; undefined when it is valid. */
export const validateCallRequest = (
  context: SandboxContext,
  request: FastifyRequest,
): SimulatedResponse | undefined => {
  const to = bodyField(request, "To");
  const from = bodyField(request, "From");
  if (!to) return twilioError(400, 21_201, "No 'To' number is specified");
  if (!from) return twilioError(400, 21_213, "Caller phone number is required");
  if (!bodyField(request, "Url") && !bodyField(request, "Twiml") && !bodyField(request, "ApplicationSid"))
    return twilioError(400, 21_205, "Url parameter is required.");
  if ((bodyField(request, "Twiml")?.length ?? 0) > 4000)
    return twilioError(400, 21_218, "Invalid Twiml: more than 4000 characters");
  if (!/^(\+[1-9]\d{6,14}|sip:.+)$/.test(to))
    return twilioError(400, 21_211, `Invalid 'To' Phone Number: ${to}`);
  if (!ownsNumber(context, from))
    return twilioError(
      400,
      21_210,
      `The source phone number provided, ${from}, is not yet verified for your account.`,
    );
  const { refuse } = magicBehaviour(to);
  if (refuse?.code === 21_211 || refuse?.code === 20_429)
    return twilioError(refuse.status, refuse.code, refuse.message);
  if (refuse?.code === 21_408)
    return twilioError(
      400,
      21_215,
      "Account not authorized to call this number. Please enable it in Geo Permissions",
    );
  return undefined;
};

/** A call without instructions, unless given. */
export const newCall = (
  fields: Pick<SimulatedCall, "account" | "to" | "from" | "direction" | "phone"> & {
    business: string;
    parentSid?: string;
    options?: Partial<SimulatedCall["options"]>;
  },
): SimulatedCall => {
  const { business, options, parentSid = null, ...rest } = fields;
  const now = Date.now();
  const sid = newSid("CA");
  return {
    ...rest,
    sid,
    parentSid,
    status: "queued",
    answeredBy: null,
    createdAt: now,
    startedAt: null,
    endedAt: null,
    seconds: 0,
    price: null,
    options: {
      url: null,
      method: "POST",
      twiml: null,
      fallbackUrl: null,
      statusCallback: null,
      events: ["completed"],
      timeoutSeconds: 60,
      record: false,
      recordingCallback: null,
      machineDetection: null,
      asyncAmdCallback: null,
      ...options,
    },
    sequence: 0,
    recordings: [],
    speech: [],
    inputs: [],
    onInput: null,
    redirect: null,
    relay: null,
    caller: null,
    phoneEntry: {
      kind: "call",
      id: sid,
      at: new Date(now).toISOString(),
      channel: "call",
      business,
      direction: fields.direction === "inbound" ? "outgoing" : "incoming",
      isTransfer: fields.direction === "outbound-dial",
      relay: "none",
      isAgentSpeaking: false,
      status: "queued",
      lines: [],
      awaits: null,
      seconds: null,
      price: null,
    },
  };
};

export const createCall = (request: FastifyRequest, account: string): SimulatedCall => {
  const text = (name: string): string | null => bodyField(request, name) ?? null;
  const url = text("Url");
  const events = bodyFieldValues(request, "StatusCallbackEvent").flatMap((event) => event.split(/\s+/));
  const [to, from] = [text("To") ?? "", text("From") ?? ""];
  return newCall({
    account,
    to,
    from,
    direction: "outbound-api",
    phone: to,
    business: from,
    options: {
      url,
      method: text("Method")?.toUpperCase() === "GET" ? "GET" : "POST",
      twiml: url ? null : text("Twiml"),
      fallbackUrl: text("FallbackUrl"),
      statusCallback: text("StatusCallback"),
      events: events.length > 0 ? events : ["completed"],
      timeoutSeconds: Math.min(600, Number(text("Timeout") ?? 60) || 60),
      record: text("Record") === "true",
      recordingCallback: text("RecordingStatusCallback"),
      machineDetection: text("MachineDetection"),
      asyncAmdCallback: text("AsyncAmd") === "true" ? text("AsyncAmdStatusCallback") : null,
    },
  });
};
