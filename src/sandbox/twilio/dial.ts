import { addCallNote } from "./call-dialogue.ts";
import { newSid } from "./rest-api.ts";
import { goToAction, type VerbHandler } from "./twiml-run.ts";
import { elementText } from "./xml.ts";

/** The transferred part of the call always lasts 30 seconds. */
export const dial: VerbHandler = async ({ context, call }, document, verb) => {
  addCallNote(context, call, "puts-through", elementText(verb).trim());
  call.seconds += 30;
  if (!verb.attributes.action) return undefined;
  const form = { DialCallStatus: "completed", DialCallSid: newSid("CA"), DialCallDuration: "30" };
  return goToAction(document, verb, { ...form, DialBridged: "true" });
};
