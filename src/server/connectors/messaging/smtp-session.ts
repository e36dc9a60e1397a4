import { Readable } from "node:stream";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { EgressFailure } from "#server/egress/egress.ts";
import { guardedMailServerResolver, type MailServerResolver } from "./mail-server-resolver.ts";

export type SmtpServer = {
  host: string;
  port: number;
  secure: boolean;
  user?: string | undefined;
  password?: string | null | undefined;
};

export type SmtpMessage = { from: string; to: string; actionId: string; raw: Buffer };

export type SmtpFailure = {
  ok: false;
  /** Had the server transferStarted to take the message in? From then on only its own word tells what became of it. */
  transferStarted: boolean;
  failure: EgressFailure | "auth" | "reply";
  /** The code and the words of its answer, when there was one. */
  status: number | null;
  command: string;
  reply: string | null;
};
export type SmtpResult = { ok: true; messageId: string | null } | SmtpFailure;

const totalMs = 60_000;
const failures: Record<string, EgressFailure> = {
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

const failureOf = (error: SmtpError, transferStarted: boolean): SmtpFailure => {
  const { code = "", command = "", response, responseCode: status } = error;
  const isReply = status !== undefined && status >= 400 && status <= 599;
  const isNet = code === "ESOCKET" || code === "ECONNECTION";
  return {
    ok: false,
    transferStarted: transferStarted,
    failure:
      code === "EAUTH" ? "auth" : isReply ? "reply" : (failures[code] ?? (isNet ? "unreachable" : "broken")),
    status: isReply ? status : null,
    command: code === "EMESSAGE" && command === "DATA" ? "message" : command,
    reply: response ?? null,
  };
};

/** One connection for one message; without a message it only signs in. */
export const runSmtpSession = async (
  server: SmtpServer,
  resolveMailServer: MailServerResolver | undefined,
  letter: SmtpMessage | null,
  timeoutMs = totalMs,
): Promise<SmtpResult> => {
  const nowhere = { ok: false, transferStarted: false, status: null, command: "CONN", reply: null } as const;
  // Without a password there is only the simulator, which whoever simulates leads to.
  if (!resolveMailServer && !server.password) return { ...nowhere, failure: "auth" };
  const place = await (resolveMailServer ?? guardedMailServerResolver())(server.host, server.port);
  if (!place.ok) return { ...nowhere, failure: place.failure };
  const isPlain = place.encrypt === "never";
  const { default: Connection } = await import("nodemailer/lib/smtp-connection");
  const connection = new Connection({
    host: place.address,
    port: place.port,
    secure: server.secure && !isPlain,
    ...(isPlain ? { ignoreTLS: true } : {}),
    ...(place.encrypt === "always" && !server.secure ? { requireTLS: true } : {}),
    ...(place.servername ? { servername: place.servername, tls: { servername: place.servername } } : {}),
    // As a rule the name of the sender's domain; the machine's own name is nobody's business.
    name: letter?.from.split("@")[1] ?? "localhost",
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    maxResponseSize: 65_536,
  });
  return converse(connection, server, letter, timeoutMs);
};

const converse = (
  connection: SMTPConnection,
  { user, password }: SmtpServer,
  letter: SmtpMessage | null,
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
    const fail = (error: SmtpError): void => end(failureOf(error, transferStarted));
    const timer = setTimeout(() => fail({ code: "ETIMEDOUT" }), timeoutMs);
    // Stays, so that what breaks after the end has somebody to tell.
    connection.on("error", fail);
    const post = (letter: SmtpMessage): void => {
      // Read from only once the server has asked for it.
      const body = new Readable({
        read() {
          transferStarted = true;
          this.push(letter.raw);
          this.push(null);
        },
      });
      const dsn = { ret: "HDRS", envid: letter.actionId, notify: ["FAILURE", "DELAY"] };
      const envelope = { from: letter.from, to: [letter.to], size: letter.raw.length, dsn };
      connection.send(envelope, body, (error, info) =>
        error ? fail(error) : end({ ok: true, messageId: info?.serverMessageId ?? null }),
      );
    };
    connection.connect((error) => {
      if (error) return fail(error);
      const greeted = (): void => (letter ? post(letter) : end({ ok: true, messageId: null }));
      if (!user || !password) return greeted();
      connection.login({ user, pass: password }, (refusal) => (refusal ? fail(refusal) : greeted()));
    });
  });
