import type { AddressInfo, Socket } from "node:net";
import { SMTPServer, type SMTPServerSession } from "smtp-server";
import type { SandboxContext } from "#sandbox/context.ts";
import { type Fault, faults } from "#sandbox/faults.ts";
import { findMagicMailbox } from "#sandbox/magic-recipients.ts";
import { registerMailCarrier } from "./customer-mail.ts";
import { receiveMail } from "./receive-mail.ts";

export type Smtp = { port: number; stop: () => Promise<void> };

const smtpError = (code: number, message: string): Error =>
  Object.assign(new Error(message), { responseCode: code });

const smtpErrors = {
  unknown: () => smtpError(550, "5.1.1 User unknown"),
  defer: () => smtpError(451, "4.7.1 Try again later"),
  login: () => smtpError(535, "5.7.8 Authentication credentials invalid"),
  broken: () => smtpError(451, "4.3.0 Temporary system failure"),
  limited: () => smtpError(450, "4.7.0 Too many messages, slow down"),
};

/** A recipient such as `accept-cut@…` names a fault. */
const findFaultInRecipients = (session: SMTPServerSession): Fault | undefined =>
  faults.find((fault) => session.envelope.rcptTo.some(({ address }) => address.startsWith(`${fault}@`)));

/** The mail server of all recipients, without TLS and on this machine only. */
export const startSmtp = async (context: SandboxContext, port: number): Promise<Smtp> => {
  const sockets = new Map<number, Socket>();
  const passwords = new Map<string, string>();
  registerMailCarrier(context);

  const acceptMail = async (
    session: SMTPServerSession,
    raw: Buffer,
  ): Promise<string | Error | "cut" | "hang"> => {
    const { mailFrom, rcptTo } = session.envelope;
    const fault = context.faults.choose("smtp", {
      credential: passwords.get(session.id),
      byRecipient: findFaultInRecipients(session),
    });
    if (fault === "refuse-500") return smtpErrors.broken();
    if (fault === "refuse-429") return smtpErrors.limited();
    if (fault === "refuse-hang") return "hang";
    const envelope = { from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address) };
    const [id] = await receiveMail(context, envelope, raw);
    const latency = context.settings.latencyMs.smtp ?? context.settings.latencyMs["*"];
    if (latency) await context.wait(latency);
    if (fault === "accept-cut") return "cut";
    if (fault === "accept-hang") return "hang";
    if (fault === "accept-500") return smtpErrors.broken();
    if (fault === "accept-drip") await context.wait(context.settings.dripMs);
    return `2.0.0 OK queued as ${id}`;
  };

  const server = new SMTPServer({
    name: "mx.sandbox.example",
    banner: "Sandbox",
    authOptional: true,
    // Connections never leave this machine, so TLS is not offered.
    hideSTARTTLS: true,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    size: 25 * 1024 * 1024,
    onAuth: (auth, session, done) => {
      if (!auth.username || (auth.password ?? "bad").includes("bad")) return done(smtpErrors.login());
      passwords.set(session.id, auth.password ?? "");
      done(null, { user: auth.username });
    },
    onClose: (session) => void passwords.delete(session.id),
    onRcptTo: ({ address }, _session, done) => {
      const mailbox = findMagicMailbox(address);
      if (mailbox === "reject") return done(smtpErrors.unknown());
      done(mailbox === "defer" ? smtpErrors.defer() : null);
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        acceptMail(session, Buffer.concat(chunks)).then(
          (outcome) => {
            if (outcome === "cut") sockets.get(session.remotePort)?.resetAndDestroy();
            else if (outcome instanceof Error) done(outcome);
            else if (outcome !== "hang") done(null, outcome);
          },
          () => done(smtpErrors.broken()),
        );
      });
    },
  });
  server.on("error", () => {});
  server.server.on("connection", (socket: Socket) => {
    const port = socket.remotePort ?? 0;
    sockets.set(port, socket);
    socket.on("close", () => sockets.delete(port));
  });
  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    port: (server.server.address() as AddressInfo).port,
    stop: async () => {
      for (const socket of sockets.values()) socket.destroy();
      await new Promise<void>((resolve) => server.close(resolve));
    },
  };
};
