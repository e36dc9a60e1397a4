import * as z from "zod";
import type { TwilioContext } from "#server/connectors/twilio.ts";
import { twilioAuth } from "#server/connectors/twilio.ts";
import { formPost } from "#server/connectors/vendor-request.ts";
import { accountPath, fetchResource } from "./twilio-api.ts";

const callSid = /^CA[0-9a-z]{32}$/i;

const post = async (
  context: TwilioContext,
  path: string,
  fields: Record<string, string>,
): Promise<boolean> => {
  const request = formPost({});
  const result = await context.send({
    ...request,
    path: accountPath(context, path),
    headers: { ...request.headers, ...twilioAuth(context.settings) },
    body: new URLSearchParams(fields).toString(),
  });
  return result.ok && result.status < 300;
};

/** Starts recording a running call. Called only after the notice was heard. */
export const startRecording = (
  context: TwilioContext,
  call: string,
  callbackUrl: string,
): Promise<boolean> =>
  callSid.test(call)
    ? post(context, `Calls/${call}/Recordings.json`, {
        RecordingChannels: "dual",
        RecordingStatusCallback: callbackUrl,
        RecordingStatusCallbackMethod: "POST",
        RecordingStatusCallbackEvent: "completed",
      })
    : Promise.resolve(false);

export const stopRecording = (context: TwilioContext, call: string): Promise<boolean> =>
  callSid.test(call)
    ? post(context, `Calls/${call}/Recordings/Twilio.CURRENT.json`, { Status: "stopped" })
    : Promise.resolve(false);

/** Goes on with these instructions instead of the present ones. */
export const redirectCall = (context: TwilioContext, call: string, twiml: string): Promise<boolean> =>
  callSid.test(call) ? post(context, `Calls/${call}.json`, { Twiml: twiml }) : Promise.resolve(false);

export const hangUpCall = (context: TwilioContext, call: string): Promise<boolean> =>
  callSid.test(call) ? post(context, `Calls/${call}.json`, { Status: "completed" }) : Promise.resolve(false);

const callState = z.object({ status: z.string(), duration: z.coerce.number().nullish().catch(null) });

/** The vendor's word on a call; null when it has none of that id, undefined when it could not be asked. */
export const fetchCallState = async (
  context: TwilioContext,
  call: string,
): Promise<{ status: string; duration: number | null } | null | undefined> => {
  const resource = await fetchResource(context, `Calls/${call}.json`);
  if (resource === null || resource === undefined) return resource;
  const parsed = callState.safeParse(resource);
  return parsed.success ? { status: parsed.data.status, duration: parsed.data.duration ?? null } : undefined;
};
