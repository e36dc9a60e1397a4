import { chooseChallenge, type DigestChallenge } from "./digest.ts";
import { defaultSipPort, type SipCodec, type SipTarget, type SipTransport, sipCodecs } from "./extension.ts";
import { headerValues, type SipReply } from "./message.ts";

/** What the test of an extension asks the server, in this order. */
export const sipTestSteps = ["reach", "codecs", "sign_in", "sign_out"] as const;
export type SipTestStep = (typeof sipTestSteps)[number];

export const sipVerdicts = [
  "reachable",
  "codecs_shared",
  "codecs_not_shared",
  "authenticated",
  "not_challenged",
  "signed_out",
  "not_signed_out",
  "wrong_credentials",
  "not_allowed",
  "unknown_extension",
  "unsupported_challenge",
  "interval_refused",
  "redirected",
  "overloaded",
  "no_registrar",
  "refused",
  "timeout",
  "unreachable",
  "unresolved",
  "blocked",
  "certificate",
  "not_sip",
  "register_off",
  "no_password",
] as const;
export type SipVerdict = (typeof sipVerdicts)[number];

/** What a server's final answer means, where no other request can follow. */
const verdictOfStatus = (status: number): SipVerdict => {
  if (status === 403 || status === 603) return "not_allowed";
  if (status === 404 || status === 410 || status === 604) return "unknown_extension";
  if ([408, 480, 500, 503, 504].includes(status)) return "overloaded";
  if (status === 405 || status === 501) return "no_registrar";
  return "refused";
};

const contactTarget = /^(?:[^<]*<)?sip:(?:[^@<>;?\s]*@)?(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(?::(\d{1,5}))?([^>]*)/i;

/** Where a 3xx answer leads. */
const redirectTarget = (reply: SipReply, from: SipTarget): SipTarget | undefined => {
  const [, host = "", port, rest = ""] = contactTarget.exec(headerValues(reply, "contact")[0] ?? "") ?? [];
  const named = /;transport=(udp|tcp|tls)\b/i.exec(rest)?.[1]?.toUpperCase() as SipTransport | undefined;
  const transport = named ?? from.transport;
  const target = { host: host.toLowerCase(), port: Number(port ?? defaultSipPort(transport)), transport };
  return host === "" || target.port < 1 || target.port > 65_535 ? undefined : target;
};

/**
 * The redirect to follow. Another host is not followed, because the password was saved for this one; nor is one that
 * gives up encryption.
 */
const followedRedirect = (reply: SipReply, from: SipTarget): SipTarget | undefined => {
  const target = redirectTarget(reply, from);
  const isAllowed = target?.host === from.host && (from.transport !== "TLS" || target.transport === "TLS");
  return isAllowed ? target : undefined;
};

export type SipDecision =
  | { next: "finish"; verdict: SipVerdict; ok: boolean }
  | { next: "answer"; challenge: DigestChallenge }
  | { next: "redirect"; target: SipTarget }
  /** Repeat with our own Contact: this server does not answer queries. */
  | { next: "with_contact" }
  | { next: "longer_interval"; expires: number };

const finish = (verdict: SipVerdict, ok = false): SipDecision => ({ next: "finish", verdict, ok });

const redirectOr = (reply: SipReply, from: SipTarget, hasRedirected: boolean): SipDecision => {
  const target = hasRedirected ? undefined : followedRedirect(reply, from);
  return target ? { next: "redirect", target } : finish("redirected");
};

/** Every answer to OPTIONS shows that a SIP server is there, also a refusal. */
export const decideAfterOptions = (
  reply: SipReply,
  { target, hasRedirected }: { target: SipTarget; hasRedirected: boolean },
): SipDecision => {
  if (reply.status >= 300 && reply.status < 400) return redirectOr(reply, target, hasRedirected);
  return verdictOfStatus(reply.status) === "overloaded" ? finish("overloaded") : finish("reachable", true);
};

export type RegisterProgress = {
  target: SipTarget;
  hasRedirected: boolean;
  /** Whether the answered request carried the password's digest. */
  hasAnswered: boolean;
  /** Whether the answered request named our Contact. */
  hasContact: boolean;
  /** How often a digest was refused so far. */
  rejections: number;
  hasLongerInterval: boolean;
};

const maxIntervalSeconds = 86_400;

/** Guards against guessing ban a sender after a few wrong passwords: a second digest only follows a stale nonce. */
export const decideAfterRegister = (reply: SipReply, progress: RegisterProgress): SipDecision => {
  const { status } = reply;
  if (status >= 200 && status < 300)
    return finish(progress.hasAnswered ? "authenticated" : "not_challenged", true);
  if (status >= 300 && status < 400) return redirectOr(reply, progress.target, progress.hasRedirected);
  if (status === 401 || status === 407) {
    const challenge = chooseChallenge(reply);
    const isRejected = progress.hasAnswered && !(challenge?.isStale && progress.rejections === 0);
    if (isRejected) return finish("wrong_credentials");
    return challenge ? { next: "answer", challenge } : finish("unsupported_challenge");
  }
  if (status === 423) {
    const expires = Number(headerValues(reply, "min-expires")[0]);
    const isUsable = Number.isInteger(expires) && expires > 0 && expires <= maxIntervalSeconds;
    return isUsable && !progress.hasLongerInterval
      ? { next: "longer_interval", expires }
      : finish("interval_refused");
  }
  if (status === 400 && !progress.hasContact) return { next: "with_contact" };
  return finish(verdictOfStatus(status));
};

/** Payload types that need no description. */
const staticPayloads: Record<string, string> = { "0": "PCMU", "8": "PCMA", "9": "G722", "18": "G729" };

/** The codecs of a session description; undefined when the answer has none. */
export const readOfferedCodecs = (reply: SipReply): SipCodec[] | undefined => {
  if (!/^application\/sdp\b/i.test(headerValues(reply, "content-type")[0] ?? "")) return undefined;
  const lines = reply.body.split(/\r?\n/);
  const payloads = lines.flatMap((line) => /^m=audio \d+ \S+ ([\d ]+)$/.exec(line)?.[1]?.split(" ") ?? []);
  const described = lines.flatMap((line) => /^a=rtpmap:\d+ ([\w-]+)\//.exec(line)?.[1] ?? []);
  const names = [...payloads.flatMap((payload) => staticPayloads[payload] ?? []), ...described];
  const offered = sipCodecs.filter((codec) =>
    names.some((name) => name.toLowerCase() === codec.toLowerCase()),
  );
  return payloads.length === 0 ? undefined : offered;
};
