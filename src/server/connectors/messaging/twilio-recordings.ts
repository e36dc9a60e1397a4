import * as z from "zod";
import { type TwilioContext, twilioAuth } from "#server/connectors/twilio.ts";
import { maxListBytes } from "#server/connectors/vendor-request.ts";
import { parseSuccess, readJsonResponse } from "#server/connectors/vendor-response.ts";
import type { RecordedCall, RecordingDeletionOutcome } from "./messenger.ts";
import { accountPath } from "./twilio-api.ts";

const callSid = /^CA[0-9a-z]{32}$/i;
const recordingSid = /^RE[0-9a-z]{32}$/i;
const recordingPage = z.object({ recordings: z.array(z.object({ sid: z.string().regex(recordingSid) })) });

const kept = (status: number): RecordingDeletionOutcome => {
  if (status === 401 || status === 403)
    return { kind: "kept", failure: "credentials_refused", isFinal: false };
  // A success without the expected body is no answer of Twilio's API.
  return status === 429 || status >= 500 || status < 300
    ? { kind: "kept", failure: "vendor_busy", isFinal: false }
    : { kind: "kept", failure: "vendor_refused", isFinal: true };
};
const unreachable: RecordingDeletionOutcome = { kind: "kept", failure: "unreachable", isFinal: false };

/** The recordings that Twilio has of a call, also those that it never reported. */
const listRecordings = async (
  context: TwilioContext,
  callId: string,
): Promise<string[] | RecordingDeletionOutcome> => {
  const result = await context.send({
    path: accountPath(context, `Calls/${callId}/Recordings.json?PageSize=100`),
    headers: twilioAuth(context.settings),
    maxBytes: maxListBytes,
    expectedStatus: 404,
  });
  if (!result.ok) return unreachable;
  if (result.status === 404) return [];
  const read = readJsonResponse("Twilio", result);
  const page = read.ok ? parseSuccess(recordingPage, read.response) : undefined;
  return page ? page.recordings.map(({ sid }) => sid) : kept(result.status);
};

/** Twilio answers 204 for a deleted recording, and 404 for one that it does not have. */
const deleteRecording = async (context: TwilioContext, id: string): Promise<RecordingDeletionOutcome> => {
  const result = await context.send({
    method: "DELETE",
    path: accountPath(context, `Recordings/${id}.json`),
    headers: twilioAuth(context.settings),
    expectedStatus: 404,
  });
  if (!result.ok) return unreachable;
  return result.status === 404 || result.status < 300 ? { kind: "deleted" } : kept(result.status);
};

export const deleteTwilioRecordings = async (
  context: TwilioContext,
  { account, providerCallId, recordingIds }: RecordedCall,
): Promise<RecordingDeletionOutcome> => {
  // Another account answers 404 for these ids, which would look like a success.
  if (account !== null && account !== context.settings.accountSid)
    return { kind: "kept", failure: "account_changed", isFinal: true };
  const isListable = providerCallId !== null && callSid.test(providerCallId);
  const listed = isListable ? await listRecordings(context, providerCallId) : [];
  if (!Array.isArray(listed)) return listed;
  for (const id of new Set([...recordingIds.filter((one) => recordingSid.test(one)), ...listed])) {
    const outcome = await deleteRecording(context, id);
    if (outcome.kind !== "deleted") return outcome;
  }
  return { kind: "deleted" };
};
