import type { FastifyRequest } from "fastify";
import { magicOf } from "#sandbox/magic.ts";
import { type Answer, bodyOf } from "#sandbox/vendor.ts";
import type { World } from "#sandbox/world.ts";
import { owns } from "./accounts.ts";
import type { Call } from "./call.ts";
import { failure, newSid } from "./resource.ts";

const allOf = (request: FastifyRequest, name: string): string[] => {
  const value = (request.body as Record<string, unknown> | null)?.[name];
  return [value].flat().filter((one) => typeof one === "string");
};

/** Why Twilio would not place a call. */
export const callRefusalOf = (world: World, request: FastifyRequest): Answer | undefined => {
  const to = bodyOf(request, "To");
  const from = bodyOf(request, "From");
  if (!to) return failure(400, 21_201, "No 'To' number is specified");
  if (!from) return failure(400, 21_213, "Caller phone number is required");
  if (!bodyOf(request, "Url") && !bodyOf(request, "Twiml") && !bodyOf(request, "ApplicationSid"))
    return failure(400, 21_205, "Url parameter is required.");
  if ((bodyOf(request, "Twiml")?.length ?? 0) > 4000)
    return failure(400, 21_218, "Invalid Twiml: more than 4000 characters");
  if (!/^(\+[1-9]\d{6,14}|sip:.+)$/.test(to)) return failure(400, 21_211, `Invalid 'To' Phone Number: ${to}`);
  if (!owns(world, from))
    return failure(
      400,
      21_210,
      `The source phone number provided, ${from}, is not yet verified for your account.`,
    );
  const { refuse } = magicOf(to);
  if (refuse?.code === 21_211 || refuse?.code === 20_429)
    return failure(refuse.status, refuse.code, refuse.message);
  if (refuse?.code === 21_408)
    return failure(
      400,
      21_215,
      "Account not authorized to call this number. Please enable it in Geo Permissions",
    );
  return undefined;
};

/** A call as it was asked for, before it rings. */
export const placed = (request: FastifyRequest, account: string): Call => {
  const text = (name: string): string | null => bodyOf(request, name) ?? null;
  const now = Date.now();
  const url = text("Url");
  const events = allOf(request, "StatusCallbackEvent").flatMap((event) => event.split(/\s+/));
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
    asked: {
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
    wake: null,
    redirect: null,
    shown: {
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
