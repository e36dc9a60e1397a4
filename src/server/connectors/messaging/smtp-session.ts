import { Readable } from "node:stream";
import { rootCertificates } from "node:tls";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { EgressFailure } from "#server/egress/egress.ts";
import { guardedMailServerResolver, type MailServerResolver } from "./mail-server-resolver.ts";

export type SmtpServer = {
  host: string;
  port: number;
  secure: boolean;
  authentication?: "password" | "none";
  /** PEM of an authority that is trusted besides the public ones. */
  caCertificate?: string | undefined;
  user?: string | undefined;
  password?: string | null | undefined;
};

export type SmtpMessage = { from: string; to: string; actionId: string; raw: Buffer };

export type SmtpFailure = {
  ok: false;
  /** From then on the message may have been accepted, unless the server rejects it explicitly. */
  transferStarted: boolean;
  failure: EgressFailure | "auth" | "reply";
  /** Reply code of the server; null when there was no reply. */
  status: number | null;
  command: string;
  reply: string | null;
};
export type SmtpResult = { ok: true; messageId: string | null } | SmtpFailure;

const sessionTimeoutMs = 60_000;
const connectionLimits = {
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: 30_000,
  maxResponseSize: 64 * 1024,
};
const egressFailures: Record<string, EgressFailure> = {
  EDNS: "unresolved",
  ETLS: "certificate",
  ETIMEDOUT: "timeout",
};

type SmtpError = {
  code?: string | undefined;
  command?: string | undefined;
  response?: string | undefined;
  responseCode?: number | undefined;
};

const toSmtpFailure = (error: SmtpError, transferStarted: boolean): SmtpFailure => {
  const { code = "", command = "", response, responseCode: status } = error;
  const isReply = status !== undefined && status >= 400 && status <= 599;
  const isNetworkError = code === "ESOCKET" || code === "ECONNECTION";
  return {
    ok: false,
    transferStarted: transferStarted,
    failure:
      code === "EAUTH"
        ? "auth"
        : isReply
          ? "reply"
          : (egressFailures[code] ?? (isNetworkError ? "unreachable" : "broken")),
    status: isReply ? status : null,
    command: code === "EMESSAGE" && command === "DATA" ? "message" : command,
    reply: response ?? null,
  };
};

/** Opens one connection for one message. Without a message it only signs in. */
export const runSmtpSession = async (
  server: SmtpServer,
  resolveMailServer: MailServerResolver | undefined,
  message: SmtpMessage | null,
  timeoutMs = sessionTimeoutMs,
): Promise<SmtpResult> => {
  const notConnected = {
    ok: false,
    transferStarted: false,
    status: null,
    command: "CONN",
    reply: null,
  } as const;
  // A connection that lacks its password is in sandbox mode, whose resolver leads to the simulator.
  if (!resolveMailServer && !server.password && server.authentication !== "none")
    return { ...notConnected, failure: "auth" };
  const resolved = await (resolveMailServer ?? guardedMailServerResolver())(server.host, server.port);
  if (!resolved.ok) return { ...notConnected, failure: resolved.failure };
  const { servername } = resolved;
  const isUnencrypted = resolved.encrypt === "never";
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  const connection = new Connection({
    host: resolved.address,
    port: resolved.port,
    secure: server.secure && !isUnencrypted,
    ...(isUnencrypted ? { ignoreTLS: true } : {}),
    ...(resolved.encrypt === "always" && !server.secure ? { requireTLS: true } : {}),
    ...(servername ? { servername } : {}),
    tls: {
      ...(servername ? { servername } : {}),
      ...(server.caCertificate ? { ca: [...rootCertificates, server.caCertificate] } : {}),
    },
    // The sender's domain, so that the name of this machine is not disclosed.
    name: message?.from.split("@")[1] ?? "localhost",
    ...connectionLimits,
  });
  return transmit(connection, server, message, timeoutMs);
};

const transmit = (
  connection: SMTPConnection,
  { user, password, authentication }: SmtpServer,
  message: SmtpMessage | null,
  timeoutMs: number,
): Promise<SmtpResult> =>
  new Promise((resolve) => {
    let transferStarted = false;
    const end = (result: SmtpResult): void => {
      clearTimeout(timer);
      if (result.ok) connection.quit();
      else connection.close();
      resolve(result);
    };
    const fail = (error: SmtpError): void => end(toSmtpFailure(error, transferStarted));
    const timer = setTimeout(() => fail({ code: "ETIMEDOUT" }), timeoutMs);
    // Never removed: an error after the end without a listener would be uncaught.
    connection.on("error", fail);
    const sendMessage = ({ from, to, actionId, raw }: SmtpMessage): void => {
      // Only read once the server has accepted the DATA command.
      const body = new Readable({
        read() {
          transferStarted = true;
          this.push(raw);
          this.push(null);
        },
      });
      const dsn = { ret: "HDRS", envid: actionId, notify: ["FAILURE", "DELAY"] };
      const envelope = { from, to: [to], size: raw.length, dsn };
      connection.send(envelope, body, (error, info) =>
        error ? fail(error) : end({ ok: true, messageId: info?.serverMessageId ?? null }),
      );
    };
    connection.connect((error) => {
      if (error) return fail(error);
      const proceed = (): void => (message ? sendMessage(message) : end({ ok: true, messageId: null }));
      if (authentication === "none" || !user || !password) return proceed();
      connection.login({ user, pass: password }, (loginError) => (loginError ? fail(loginError) : proceed()));
    });
  });
