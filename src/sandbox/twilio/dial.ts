import type { SandboxContext } from "#sandbox/context.ts";
import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import type { OperatorBehaviour } from "#sandbox/settings.ts";
import { hasEnded, type SimulatedCall } from "./call.ts";
import {
  addCallLine,
  addCallNote,
  isAnsweredManually,
  notifyPhone,
  pushInput,
  waitForInput,
} from "./call-dialogue.ts";
import { newCall } from "./create-call.ts";
import { goToAction, resolveUrl, type TwimlRun, type VerbHandler } from "./twiml-run.ts";
import { childElements, elementText, type XmlElement } from "./xml.ts";

/** A phone that rings for a transfer, with the address of the instructions that only its person hears. */
type DialTarget = { address: string; whisperUrl: string | undefined };

/** One ringing phone, and how its part of the call ended. */
type UnansweredStatus = "busy" | "no-answer" | "failed" | "canceled";
type DialLeg = {
  call: SimulatedCall;
  status: "answered" | UnansweredStatus;
  isAccepted: boolean;
  isPerson: boolean;
};

/** Without a person at the phone page, the transferred part of a call lasts this long. */
const bridgedSeconds = 30;

/** `<Dial>`: rings other phones and connects the first person who accepts. */
export const dial: VerbHandler = async (run, document, verb) => {
  const { context, call } = run;
  const targets = readTargets(verb).map(({ address, url }): DialTarget => {
    const whisperUrl = url === undefined ? undefined : resolveUrl(document, url);
    return { address, whisperUrl };
  });
  addCallNote(context, call, "puts-through", targets.map(({ address }) => address).join(", "));
  const callerId = verb.attributes.callerId ?? (call.direction === "inbound" ? call.from : call.to);
  const timeoutSeconds = Number(verb.attributes.timeout) || 30;
  const legs = targets.map((target) => startLeg(run, target, callerId, timeoutSeconds));
  const accepted = await firstAccepted(call, legs);
  const [winner] = accepted ? [accepted] : await Promise.all(legs.map(({ ended }) => ended));
  for (const leg of legs) if (leg.call !== accepted?.call) cancelLeg(leg.call);
  const isBridged = accepted !== undefined && !isGone(call);
  const seconds = isBridged ? await bridge(context, call, accepted) : 0;
  for (const leg of legs) endLeg(context, leg.call, accepted?.call === leg.call ? seconds : 0);
  if (call.redirect) return undefined;
  // A person who hung up during the whisper counts as completed, but not as bridged.
  const answered = winner?.status === "answered" ? "completed" : winner?.status;
  const form = {
    DialCallStatus: answered ?? "failed",
    DialCallSid: winner?.call.sid ?? "",
    DialCallDuration: String(seconds),
    DialBridged: String(isBridged),
  };
  if (!isGone(call)) return verb.attributes.action ? goToAction(document, verb, form) : undefined;
  const url = verb.attributes.action ? resolveUrl(document, verb.attributes.action) : undefined;
  if (url) await run.tell(url, { ...form, CallStatus: "completed" });
  return "end";
};

const readTargets = (verb: XmlElement): { address: string; url: string | undefined }[] => {
  const nouns = childElements(verb).filter(({ name }) => name === "Number" || name === "Sip");
  if (nouns.length === 0) return [{ address: elementText(verb).trim(), url: undefined }];
  return nouns.map((noun) => ({ address: elementText(noun).trim(), url: noun.attributes.url }));
};

/** The caller hung up, or the call goes on elsewhere. */
const isGone = (call: SimulatedCall): boolean =>
  hasEnded(call) || call.redirect !== null || call.inputs.some((input) => "hangUp" in input);

/** Rings one phone. `accepted` resolves when its person took the call, `ended` when that will not happen any more. */
const startLeg = (run: TwimlRun, target: DialTarget, callerId: string, timeoutSeconds: number) => {
  const { context, voice } = run;
  const address = target.address.toLowerCase();
  const call = newCall({
    account: run.call.account,
    to: target.address,
    from: callerId,
    direction: "outbound-dial",
    phone: address,
    business: callerId,
    parentSid: run.call.sid,
  });
  voice.calls.add(call);
  context.phone.add(address, call.phoneEntry);
  setLegStatus(context, call, "ringing");
  const ended = ringLeg(run, call, target, timeoutSeconds);
  return { call, ended };
};

const ringLeg = async (
  run: TwimlRun,
  call: SimulatedCall,
  { address, whisperUrl }: DialTarget,
  timeoutSeconds: number,
): Promise<DialLeg> => {
  const { context } = run;
  const behaviour = operatorBehaviour(context, address);
  if (
    behaviour === "busy" ||
    behaviour === "no-answer" ||
    behaviour === "decline" ||
    behaviour === "failed"
  ) {
    await context.wait(context.stepDelayMs());
    return refuse(context, call, behaviour === "decline" ? "busy" : behaviour);
  }
  if (behaviour === "person") {
    const input = await waitForInput(context, call, { awaits: "answer", seconds: timeoutSeconds });
    call.seconds = 0;
    if (!hasEnded(call) && (!input || "hangUp" in input))
      return refuse(context, call, input ? "busy" : "no-answer");
  } else await context.wait(context.stepDelayMs());
  if (hasEnded(call)) return refuse(context, call, "canceled");
  call.startedAt = Date.now();
  setLegStatus(context, call, "in-progress");
  if (behaviour === "accept" && whisperUrl) pushInput(context, call, { digits: "1" });
  const isAccepted = whisperUrl === undefined || (await run.runFor(call, whisperUrl));
  return {
    call,
    status: "answered",
    isAccepted: isAccepted && !isGone(call),
    isPerson: behaviour === "person",
  };
};

const refuse = (context: SandboxContext, call: SimulatedCall, status: UnansweredStatus) => {
  setLegStatus(context, call, status);
  return { call, status, isAccepted: false, isPerson: false };
};

/** `person`: somebody at the phone page decides. */
const operatorBehaviour = (
  context: SandboxContext,
  address: string,
): OperatorBehaviour | "failed" | "person" => {
  const configured = context.settings.calls.operators[address];
  if (configured) return configured;
  const magic = magicBehaviour(address).call;
  if (magic === "busy" || magic === "no-answer" || magic === "failed") return magic;
  if (magic === "voicemail") return "no-key";
  return isAnsweredManually(context) ? "person" : "accept";
};

/** The first leg whose person accepts; undefined when none does or the caller is gone. */
const firstAccepted = (
  call: SimulatedCall,
  legs: readonly { call: SimulatedCall; ended: Promise<DialLeg> }[],
): Promise<DialLeg | undefined> =>
  new Promise((resolve, reject) => {
    let open = legs.length;
    if (open === 0) resolve(undefined);
    const cancel = (): void => {
      for (const leg of legs) cancelLeg(leg.call);
      resolve(undefined);
    };
    call.onInput = () => {
      if (isGone(call)) cancel();
    };
    if (isGone(call)) cancel();
    for (const { ended } of legs)
      ended.then((leg) => {
        open--;
        if (leg.isAccepted) resolve(leg);
        else if (open === 0) resolve(undefined);
      }, reject);
  });

/** Connects the two persons until one of them hangs up. Returns the seconds. */
const bridge = async (
  context: SandboxContext,
  call: SimulatedCall,
  { call: other, isPerson }: DialLeg,
): Promise<number> => {
  for (const one of [call, other]) addCallNote(context, one, "bridged");
  if (!isPerson && !isAnsweredManually(context, call)) {
    call.seconds += bridgedSeconds;
    call.onInput = null;
    return bridgedSeconds;
  }
  const startedAt = Date.now();
  await new Promise<void>((resolve) => {
    const carry = (from: SimulatedCall, to: SimulatedCall) => () => {
      if (isGone(from) || isGone(to)) return resolve();
      for (const input of from.inputs.splice(0))
        if ("speech" in input) addCallLine(context, to, { who: "business", text: input.speech });
    };
    call.onInput = carry(call, other);
    other.onInput = carry(other, call);
    call.onInput();
  });
  call.onInput = null;
  other.onInput = null;
  const seconds = Math.max(1, Math.round((Date.now() - startedAt) / 1000));
  call.seconds += seconds;
  return seconds;
};

const setLegStatus = (
  context: SandboxContext,
  call: SimulatedCall,
  status: SimulatedCall["status"],
): void => {
  call.status = status;
  call.phoneEntry.status = status;
  notifyPhone(context, call);
};

/** Stops the ringing, or ends what its person hears. */
const cancelLeg = (call: SimulatedCall): void => {
  if (call.status === "ringing") call.status = "canceled";
  call.onInput?.();
};

const endLeg = (context: SandboxContext, call: SimulatedCall, seconds: number): void => {
  call.endedAt = Date.now();
  call.seconds = seconds;
  Object.assign(call.phoneEntry, { awaits: null, seconds });
  setLegStatus(context, call, hasEnded(call) ? call.status : "completed");
  call.onInput?.();
};
