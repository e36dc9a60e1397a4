import { hasEnded } from "#sandbox/twilio/call.ts";
import { addCallNote, notifyPhone, pushInput } from "#sandbox/twilio/call-dialogue.ts";
import { twilioSignature } from "#sandbox/twilio/callbacks.ts";
import { goToAction, resolveUrl, type VerbHandler } from "#sandbox/twilio/twiml-run.ts";
import { childElements } from "#sandbox/twilio/xml.ts";
import { readRelayOptions } from "./options.ts";
import { runRelaySession } from "./session.ts";

/** `<Connect><ConversationRelay>`: a conversation over a WebSocket, after which the action says how the call goes on. */
export const connect: VerbHandler = async (run, document, verb) => {
  const { context, callbacks, call } = run;
  const element = childElements(verb).find(({ name }) => name === "ConversationRelay");
  if (!element) {
    addCallNote(context, call, "unknown-verb", childElements(verb)[0]?.name ?? "Connect");
    return undefined;
  }
  const options = readRelayOptions(element);
  call.phoneEntry.relay = "open";
  const result = await runRelaySession({
    context,
    call,
    options,
    signature: twilioSignature(callbacks.tokenFor(call.account), options.url),
    onConnected: (line) => {
      // What the called person was going to say before anything was asked.
      const inputs = call.inputs.splice(0);
      if (inputs.some((input) => "hangUp" in input)) return line.hangUp();
      if (inputs.length > 0)
        line.onTurnEnd(() => {
          for (const input of inputs.splice(0)) pushInput(context, call, input);
        });
      call.caller?.(line);
    },
  });
  call.phoneEntry.relay = "over";
  notifyPhone(context, call);
  call.seconds += result.seconds;
  if (result.status === "redirected") return undefined;
  if (result.status === "failed") addCallNote(context, call, "error");
  if (!verb.attributes.action) return result.status === "ended" ? undefined : "end";
  const form = {
    SessionId: result.sessionId,
    SessionStatus: result.status,
    SessionDuration: String(result.seconds),
    ...(result.handoffData === null ? {} : { HandoffData: result.handoffData }),
    ...(result.error ? { ErrorCode: String(result.error.code), ErrorMessage: result.error.message } : {}),
  };
  if (result.status !== "completed" || hasEnded(call)) return goToAction(document, verb, form);
  // The caller hung up: the business is told, but its instructions have no effect any more.
  const url = resolveUrl(document, verb.attributes.action);
  if (url) await run.tell(url, { ...form, CallStatus: "completed" });
  return "end";
};
