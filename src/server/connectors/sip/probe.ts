import { createHash, randomBytes } from "node:crypto";
import { answerChallenge, type DigestChallenge, type HashText } from "#domain/sip/digest.ts";
import type { SipCodec, SipTarget, SipTransport } from "#domain/sip/extension.ts";
import { answersRequest, buildSipRequest, type SipMethod, type SipReply } from "#domain/sip/message.ts";
import {
  decideAfterOptions,
  decideAfterRegister,
  readOfferedCodecs,
  type SipTestStep,
  type SipVerdict,
} from "#domain/sip/verdict.ts";
import { resolveCheckedAddress } from "#server/egress/checked-address.ts";
import type { AddressGuard, ResolveHost } from "#server/egress/guarded-agent.ts";
import { openSipConnection, type SipConnection, SipConnectionError } from "./sip-connection.ts";

export type ProbedExtension = {
  sipDomain: string;
  username: string;
  port: number;
  transport: SipTransport;
  register: boolean;
  codecs: readonly SipCodec[];
  password: string | undefined;
};

export type SipProbeNetwork = { mayConnect: AddressGuard; resolve?: ResolveHost; userAgent: string };

export type SipStepReport = {
  step: SipTestStep;
  ok: boolean;
  verdict: SipVerdict;
  /** The server's final answers, in their order. */
  replies: { status: number; phrase: string }[];
  /** The codecs in question. */
  codecs: SipCodec[];
  latencyMs: number;
};
export type SipTestReport = { ok: boolean; steps: SipStepReport[] };

const totalMs = 5000;
/** A server that ignores OPTIONS may still answer REGISTER, so both get a share of the time. */
const reachMs = 2500;
/** A registration made by the test is withdrawn even when the time is up. */
const minSignOutMs = 1000;
/** A registration that could not be withdrawn ends by itself after this time. */
const registrationSeconds = 60;
const maxRequests = 8;
/** SIP over TLS is sometimes offered where firewalls expect HTTPS. */
const sipPorts = new Set([443]);

const hashText: HashText = (hash, text) =>
  createHash(hash === "MD5" ? "md5" : "sha256")
    .update(text, "utf8")
    .digest("hex");
const randomText = (): string => randomBytes(12).toString("hex");

class SipTestError extends Error {
  readonly verdict: SipVerdict;
  constructor(verdict: SipVerdict) {
    super(verdict);
    this.verdict = verdict;
  }
}

const withDeadline = async <T>(promise: Promise<T>, timeoutMs: number): Promise<T> => {
  const { promise: expired, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new SipTestError("timeout")), Math.max(0, timeoutMs));
  return Promise.race([promise, expired]).finally(() => clearTimeout(timer));
};

type RequestOptions = {
  hasContact: boolean;
  expires?: number | undefined;
  challenge?: DigestChallenge | undefined;
};

/** Requests of one Call-ID to one target at a time. `deadline` can be moved. */
const createDialog = (extension: ProbedExtension, network: SipProbeNetwork, deadlineAt: number) => {
  const { sipDomain, username, password = "" } = extension;
  const replies: SipStepReport["replies"] = [];
  const nonceUses = new Map<string, number>();
  const callId = randomText();
  const fromTag = randomText();
  let target: SipTarget = { host: sipDomain, port: extension.port, transport: extension.transport };
  let connection: SipConnection | undefined;
  let cseq = 0;
  let deadline = deadlineAt;
  const remainingMs = () => deadline - performance.now();

  const connect = async (): Promise<SipConnection> => {
    const host = target.host.replaceAll(/[[\]]/g, "");
    const { mayConnect, resolve } = network;
    const checked = await withDeadline(
      resolveCheckedAddress({ host, port: target.port, ownPorts: sipPorts, mayConnect, resolve }),
      remainingMs(),
    );
    if (!checked.ok) throw new SipTestError(checked.failure);
    const { port, transport } = target;
    return openSipConnection({ address: checked.address, port, transport, serverName: host }, remainingMs());
  };

  const authorize = (method: SipMethod, uri: string, challenge: DigestChallenge) => {
    const nonceCount = (nonceUses.get(challenge.nonce) ?? 0) + 1;
    nonceUses.set(challenge.nonce, nonceCount);
    const cnonce = randomText();
    return answerChallenge(
      { challenge, username, password, method, uri, cnonce, nonceCount, body: "" },
      hashText,
    );
  };

  const send = async (method: SipMethod, options: RequestOptions): Promise<SipReply> => {
    connection ??= await connect();
    cseq += 1;
    const uri = `sip:${sipDomain}`;
    const request = {
      method,
      uri,
      transport: target.transport,
      local: connection.local,
      username,
      domain: sipDomain,
      branch: `z9hG4bK${randomText()}`,
      fromTag,
      callId,
      cseq,
      hasContact: options.hasContact,
      expires: options.expires,
      authorization: options.challenge && authorize(method, uri, options.challenge),
      userAgent: network.userAgent,
    };
    const reply = await connection.exchange(
      buildSipRequest(request),
      (answer) => answersRequest(answer, request),
      remainingMs(),
    );
    replies.push({ status: reply.status, phrase: reply.phrase });
    return reply;
  };

  const close = () => {
    connection?.close();
    connection = undefined;
  };
  return {
    replies,
    send,
    close,
    target: () => target,
    redirect: (next: SipTarget) => {
      close();
      target = next;
    },
    extendTo: (ms: number) => {
      deadline = Math.max(deadline, performance.now() + ms);
    },
  };
};
type Dialog = ReturnType<typeof createDialog>;

type StepResult = { ok: boolean; verdict: SipVerdict; codecs?: SipCodec[] };

const verdictOfError = (error: unknown): SipVerdict => {
  if (error instanceof SipTestError) return error.verdict;
  if (error instanceof SipConnectionError) return error.failure;
  throw error;
};

const reportStep = async (
  step: SipTestStep,
  replies: SipStepReport["replies"],
  run: () => Promise<StepResult>,
): Promise<SipStepReport> => {
  const started = performance.now();
  const first = replies.length;
  const result = await run().catch(
    (error: unknown): StepResult => ({ ok: false, verdict: verdictOfError(error) }),
  );
  const { ok, verdict, codecs = [] } = result;
  const latencyMs = Math.round(performance.now() - started);
  return { step, ok, verdict, codecs, replies: replies.slice(first), latencyMs };
};

/** The final reply to OPTIONS, after at most one redirect. */
const sendOptions = async (dialog: Dialog): Promise<StepResult & { reply: SipReply }> => {
  for (let hasRedirected = false; ; hasRedirected = true) {
    const reply = await dialog.send("OPTIONS", { hasContact: true });
    const decision = decideAfterOptions(reply, { target: dialog.target(), hasRedirected });
    if (decision.next === "redirect") dialog.redirect(decision.target);
    else if (decision.next === "finish") return { ok: decision.ok, verdict: decision.verdict, reply };
  }
};

const compareCodecs = (reply: SipReply, wanted: readonly SipCodec[]): StepResult | undefined => {
  const offered = readOfferedCodecs(reply);
  if (!offered || wanted.length === 0) return undefined;
  const shared = offered.filter((codec) => wanted.includes(codec));
  return shared.length > 0
    ? { ok: true, verdict: "codecs_shared", codecs: shared }
    : { ok: false, verdict: "codecs_not_shared", codecs: offered };
};

type SignIn = StepResult & { challenge: DigestChallenge | undefined; hasContact: boolean };

/** Without a Contact first: such a request is authenticated like a registration and changes nothing. */
const signIn = async (dialog: Dialog): Promise<SignIn> => {
  let challenge: DigestChallenge | undefined;
  let hasContact = false;
  let expires: number | undefined;
  let rejections = 0;
  let hasRedirected = false;
  for (let sent = 0; sent < maxRequests; sent++) {
    const reply = await dialog.send("REGISTER", { hasContact, expires, challenge });
    const hasAnswered = challenge !== undefined;
    const decision = decideAfterRegister(reply, {
      target: dialog.target(),
      hasRedirected,
      hasAnswered,
      hasContact,
      rejections,
      hasLongerInterval: expires !== undefined && expires !== registrationSeconds,
    });
    switch (decision.next) {
      case "finish":
        return { ok: decision.ok, verdict: decision.verdict, challenge, hasContact };
      case "answer":
        if (hasAnswered) rejections += 1;
        challenge = decision.challenge;
        break;
      case "with_contact":
        hasContact = true;
        expires ??= registrationSeconds;
        break;
      case "longer_interval":
        expires = decision.expires;
        break;
      case "redirect":
        hasRedirected = true;
        challenge = undefined;
        dialog.redirect(decision.target);
        break;
    }
  }
  return { ok: false, verdict: "refused", challenge, hasContact };
};

/** Withdraws our own Contact only, so that calls of the extension keep arriving where they did. */
const signOut = async (dialog: Dialog, first: DigestChallenge | undefined): Promise<StepResult> => {
  dialog.extendTo(minSignOutMs);
  let challenge = first;
  for (let rejections = 0; ; rejections++) {
    const reply = await dialog.send("REGISTER", { hasContact: true, expires: 0, challenge });
    const decision = decideAfterRegister(reply, {
      target: dialog.target(),
      hasRedirected: true,
      hasAnswered: challenge !== undefined,
      hasContact: true,
      rejections,
      hasLongerInterval: true,
    });
    if (decision.next !== "answer")
      return reply.status < 300
        ? { ok: true, verdict: "signed_out" }
        : { ok: false, verdict: "not_signed_out" };
    challenge = decision.challenge;
  }
};

const testReach = async (
  extension: ProbedExtension,
  network: SipProbeNetwork,
  deadline: number,
): Promise<SipStepReport[]> => {
  const dialog = createDialog(extension, network, deadline);
  try {
    let answer: SipReply | undefined;
    const reach = await reportStep("reach", dialog.replies, async () => {
      const { reply, ...result } = await sendOptions(dialog);
      answer = reply;
      return result;
    });
    const compared = answer && compareCodecs(answer, extension.codecs);
    if (!compared) return [reach];
    return [reach, await reportStep("codecs", [], async () => compared)];
  } finally {
    dialog.close();
  }
};

const testSignIn = async (
  extension: ProbedExtension,
  network: SipProbeNetwork,
  deadline: number,
): Promise<SipStepReport[]> => {
  if (!extension.register || extension.password === undefined) {
    const verdict = extension.register ? "no_password" : "register_off";
    return [await reportStep("sign_in", [], async () => ({ ok: true, verdict }))];
  }
  const dialog = createDialog(extension, network, deadline);
  try {
    let signedIn: SignIn | undefined;
    const report = await reportStep("sign_in", dialog.replies, async () => {
      signedIn = await signIn(dialog);
      return { ok: signedIn.ok, verdict: signedIn.verdict };
    });
    if (!signedIn?.ok || !signedIn.hasContact) return [report];
    const { challenge } = signedIn;
    return [report, await reportStep("sign_out", dialog.replies, () => signOut(dialog, challenge))];
  } finally {
    dialog.close();
  }
};

/** Failures after which no request can arrive. */
const isUnreachable = (verdict: SipVerdict): boolean =>
  ["unresolved", "blocked", "unreachable", "certificate", "not_sip"].includes(verdict);

/** Asks whether the server answers and accepts the password. Takes at most about five seconds and calls nobody. */
export const probeSipExtension = async (
  extension: ProbedExtension,
  network: SipProbeNetwork,
): Promise<SipTestReport> => {
  const started = performance.now();
  const signsIn = extension.register && extension.password !== undefined;
  const reached = await testReach(extension, network, started + (signsIn ? reachMs : totalMs));
  const [reach] = reached;
  if (reach && isUnreachable(reach.verdict)) return { ok: false, steps: reached };
  const signedIn = await testSignIn(extension, network, started + totalMs);
  const steps = [...reached, ...signedIn];
  // A server that accepts the password works, also if it ignores OPTIONS or keeps the test's registration for a while.
  const mayFail = signsIn ? ["reach", "sign_out"] : [];
  return { ok: steps.every(({ step, ok }) => ok || mayFail.includes(step)), steps };
};
