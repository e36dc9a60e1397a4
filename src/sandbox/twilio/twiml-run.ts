import type { SandboxContext } from "#sandbox/context.ts";
import { callForm, type SimulatedCall } from "./call.ts";
import type { CallbackForm, TwilioCallbacks } from "./callbacks.ts";
import type { VoiceContext } from "./voice-context.ts";
import { parseXml, type XmlElement } from "./xml.ts";

/** Addresses inside the document are relative to its URL. */
export type TwimlDocument = { root: XmlElement; url: string | null };
/** Where the call continues. Undefined: with the next verb. */
export type NextStep = { url: string; method: "GET" | "POST"; form: CallbackForm } | "end" | undefined;
export type TwimlRun = {
  context: SandboxContext;
  callbacks: TwilioCallbacks;
  call: SimulatedCall;
  voice: VoiceContext;
  /** Posts a callback whose response has no effect. */
  tell: (url: string, form: CallbackForm) => Promise<void>;
  /** Runs the document at an address for another call. False when it hangs up. */
  runFor: (call: SimulatedCall, url: string) => Promise<boolean>;
};
export type VerbHandler = (run: TwimlRun, document: TwimlDocument, verb: XmlElement) => Promise<NextStep>;

/** Fetches instructions from the business, or from its fallback address. */
export const fetchDocument = async (
  { callbacks, call }: Pick<TwimlRun, "callbacks" | "call">,
  url: string,
  form: CallbackForm,
  method: "GET" | "POST",
): Promise<TwimlDocument | undefined> => {
  const request = async (from: string) => {
    const response = await callbacks.post(call.account, from, { ...callForm(call), ...form }, { method });
    const root = response && response.status < 300 ? parseXml(response.body) : undefined;
    return root?.name === "Response" ? { root, url: from } : undefined;
  };
  return (
    (await request(url)) ?? (call.options.fallbackUrl ? await request(call.options.fallbackUrl) : undefined)
  );
};

export const parseTwiml = (twiml: string): TwimlDocument | undefined => {
  const root = parseXml(twiml);
  return root?.name === "Response" ? { root, url: null } : undefined;
};

export const resolveUrl = (document: TwimlDocument, address: string | undefined): string | undefined => {
  const base = document.url ?? undefined;
  if (!address) return base;
  return URL.canParse(address, base) ? new URL(address, base).toString() : undefined;
};

export const goToAction = (document: TwimlDocument, verb: XmlElement, form: CallbackForm): NextStep => {
  const url = resolveUrl(document, verb.attributes.action);
  const method = verb.attributes.method?.toUpperCase() === "GET" ? "GET" : "POST";
  return url ? { url, method, form } : "end";
};
