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

export const createCall = (request: FastifyRequest, account: string): SimulatedCall => {
  const text = (name: string): string | null => bodyField(request, name) ?? null;
  const now = Date.now();
  const url = text("Url");
  const events = bodyFieldValues(request, "StatusCallbackEvent").flatMap((event) => event.split(/\s+/));
  const [sid, to, from] = [newSid("CA"), text("To") ?? "", text("From") ?? ""];
  return {
    sid,
    account,
    to,
    from,
    status: "queued",
    answeredBy: null,
    createdAt: now,
    startedAt: null,
    endedAt: null,
    seconds: 0,
    price: null,
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
    sequence: 0,
    recordings: [],
    inputs: [],
    onInput: null,
    redirect: null,
    phoneEntry: {
      kind: "call",
      id: sid,
      at: new Date(now).toISOString(),
      channel: "call",
      business: from,
      status: "queued",
      lines: [],
      awaits: null,
      seconds: null,
      price: null,
    },
  };
};
