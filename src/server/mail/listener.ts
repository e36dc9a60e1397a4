import { type AddressInfo, createServer, type Server } from "node:net";
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from "smtp-server";
import type { Log } from "#server/log.ts";
import { StartError } from "#server/start-error.ts";
import { type Certificate, readCertificate, type TlsFiles } from "./certificate.ts";
import type { IncomingMail } from "./incoming-mail.ts";
import { mailLimits } from "./limits.ts";
import { createPeerLimits } from "./peer-limits.ts";

export type MailListenerOptions = {
  port: number;
  host: string;
  /** Announced to senders in the greeting. */
  domain: string;
  /** Finds the active endpoint for the part of the address before the @. */
  find: (localPart: string) => Promise<{ endpointId: string } | undefined>;
  /** Stores the message; resolves with the ids of its events once they are committed. */
  accept: (mail: IncomingMail) => Promise<string[]>;
  log: Log;
  /** Without a certificate STARTTLS is not offered. */
  tls?: TlsFiles | undefined;
  limits?: Partial<ListenerLimits>;
};

export type ListenerLimits = {
  messageBytes: number;
  recipients: number;
  connections: number;
  connectionsPerPeer: number;
  messagesPerMinute: number;
  /** Unknown recipients in one connection, before it is rejected as guessing. */
  unknownRecipients: number;
  /** Bytes of messages in transfer, of all senders together. */
  bufferedBytes: number;
  idleMs: number;
};

const defaultLimits: ListenerLimits = {
  messageBytes: mailLimits.messageBytes,
  recipients: 50,
  connections: 200,
  connectionsPerPeer: 20,
  messagesPerMinute: 600,
  unknownRecipients: 10,
  bufferedBytes: 256 * 1024 * 1024,
  idleMs: 60_000,
};
const closeTimeoutMs = 3_000;
const certificateCheckMs = 3_600_000;
const maxReplyLength = 400;

/** After a 4xx reply the sender tries again later; after a 5xx reply it gives up. */
type SmtpRejection = Error & { responseCode: number };

const rejection = (responseCode: number, text: string): SmtpRejection =>
  Object.assign(new Error(text), { responseCode });

const rejections = {
  unknownRecipient: rejection(550, "5.1.1 No such recipient here"),
  tooManyUnknownRecipients: rejection(421, "4.7.0 Too many unknown recipients"),
  tooManyRecipients: rejection(452, "4.5.3 Too many recipients"),
  tooManyConnections: rejection(421, "4.7.0 Too many connections from your address"),
  tooManyMessages: rejection(450, "4.7.0 Too many messages from your address, try again later"),
  tooLarge: rejection(552, "5.3.4 Message too large"),
  buffersFull: rejection(452, "4.3.1 Too much mail at once, try again later"),
  unavailable: rejection(451, "4.3.0 The message cannot be kept right now, try again later"),
} as const;

export type MailListener = { port: number; close: () => Promise<void> };

type SessionState = { endpointsByRecipient: Map<string, string>; unknownRecipients: number };

type ByteBudget = { free: number };

/** Receives mail for endpoints from any sender. Replies 250 only after the message is committed. */
export const startMailListener = async (options: MailListenerOptions): Promise<MailListener> => {
  const limits = { ...defaultLimits, ...options.limits };
  const certificate = options.tls && (await readCertificate(options.tls));
  let smtpServer: Promise<SMTPServer> | undefined;
  const socketServer = createServer((socket) => {
    socket.on("error", () => {});
    smtpServer ??= createSmtpServer(options, limits, certificate);
    // In SMTP the server speaks first, so no data is lost while the module loads.
    smtpServer.then(
      (server) => server.server.emit("connection", socket),
      (error: unknown) => {
        options.log.warn({ error }, "the SMTP server could not be started");
        smtpServer = undefined;
        socket.destroy();
      },
    );
  });
  const port = await listen(socketServer, options);
  const renewal = setInterval(() => void renewCertificate(options, smtpServer), certificateCheckMs);
  renewal.unref();
  return {
    port,
    close: async () => {
      clearInterval(renewal);
      socketServer.close();
      const server = await smtpServer?.catch(() => undefined);
      if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

/** Certificates are renewed every few weeks; the listener takes a new one within the hour. */
const renewCertificate = async (
  { tls, log }: MailListenerOptions,
  smtpServer: Promise<SMTPServer> | undefined,
): Promise<void> => {
  if (!tls || !smtpServer) return;
  try {
    const [server, certificate] = await Promise.all([smtpServer, readCertificate(tls)]);
    server.updateSecureContext(certificate);
  } catch (error) {
    log.warn({ error }, "the renewed certificate for mail cannot be used");
  }
};

const createSmtpServer = async (
  options: MailListenerOptions,
  limits: ListenerLimits,
  certificate: Certificate | undefined,
): Promise<SMTPServer> => {
  const peers = createPeerLimits(limits.connectionsPerPeer, limits.messagesPerMinute);
  const { checkRecipient, receiveMessage } = createSessions(options, limits);
  // A large module, so it is loaded with the first connection.
  const { SMTPServer } = await import("smtp-server");
  const server = new SMTPServer({
    name: options.domain,
    banner: "Faro",
    logger: false,
    size: limits.messageBytes,
    authOptional: true,
    disabledCommands: ["AUTH", "WIZ", "SHELL", ...(certificate ? [] : ["STARTTLS"])],
    ...certificate,
    disableReverseLookup: true,
    maxClients: limits.connections,
    socketTimeout: limits.idleMs,
    closeTimeout: closeTimeoutMs,
    onConnect: (session, done) =>
      done(peers.connect(session.remoteAddress) ? undefined : rejections.tooManyConnections),
    onClose: (session) => peers.disconnect(session.remoteAddress),
    onMailFrom: (_address, session, done) =>
      done(peers.countMessage(session.remoteAddress, Date.now()) ? undefined : rejections.tooManyMessages),
    onRcptTo: ({ address }, session, done) =>
      session.envelope.rcptTo.length >= limits.recipients
        ? done(rejections.tooManyRecipients)
        : void checkRecipient(address, session).then(done, () => done(rejections.unavailable)),
    onData: (stream, session, done) =>
      void receiveMessage(stream, session).then(
        (text) => done(null, text),
        (error: Error) => done(error),
      ),
  });
  // An error of one sender's connection must not end the process.
  server.on("error", (error) => options.log.debug({ error }, "a sender's connection broke"));
  return server;
};

const createSessions = ({ find, accept, log }: MailListenerOptions, limits: ListenerLimits) => {
  const states = new WeakMap<SMTPServerSession, SessionState>();
  const budget: ByteBudget = { free: limits.bufferedBytes };
  const stateOf = (session: SMTPServerSession): SessionState => {
    const state = states.get(session) ?? { endpointsByRecipient: new Map(), unknownRecipients: 0 };
    states.set(session, state);
    return state;
  };

  const checkRecipient = async (
    address: string,
    session: SMTPServerSession,
  ): Promise<SmtpRejection | undefined> => {
    const state = stateOf(session);
    if (state.unknownRecipients >= limits.unknownRecipients) return rejections.tooManyUnknownRecipients;
    const endpoint = await find(localPart(address)).catch((error: unknown) => {
      log.warn({ error }, "the recipient of a message could not be looked up");
      return "unavailable" as const;
    });
    if (endpoint === "unavailable") return rejections.unavailable;
    if (!endpoint) {
      state.unknownRecipients++;
      return rejections.unknownRecipient;
    }
    state.endpointsByRecipient.set(address.toLowerCase(), endpoint.endpointId);
    return undefined;
  };

  const receiveMessage = async (
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
  ): Promise<string> => {
    const raw = await readMessage(stream, limits.messageBytes, budget);
    if (!Buffer.isBuffer(raw)) throw raw;
    try {
      const ids = await accept(toIncomingMail(raw, session, stateOf(session)));
      return `2.0.0 Kept as ${ids.join(" ")}`.slice(0, maxReplyLength);
    } catch (error) {
      log.warn({ error }, "a message was not stored; its sender was asked to try again");
      throw rejections.unavailable;
    } finally {
      budget.free += raw.length;
    }
  };

  return { checkRecipient, receiveMessage };
};

/** An endpoint that is addressed several times receives the message once. */
const toIncomingMail = (
  raw: Buffer,
  { envelope: { mailFrom, rcptTo }, remoteAddress }: SMTPServerSession,
  { endpointsByRecipient }: SessionState,
): IncomingMail => {
  const recipients = new Map(
    rcptTo.flatMap(({ address }) => {
      const endpointId = endpointsByRecipient.get(address.toLowerCase());
      return endpointId ? [[endpointId, { endpointId, address }] as const] : [];
    }),
  );
  return {
    raw,
    recipients: [...recipients.values()],
    envelope: {
      from: mailFrom ? mailFrom.address : "",
      to: rcptTo.map(({ address }) => address),
      peer: remoteAddress,
    },
  };
};

const listen = (server: Server, { port, host }: MailListenerOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(new StartError(`Mail cannot be listened for on port ${port}: ${error.code ?? error.message}.`)),
    );
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });

/** Without the sender's own tag after a plus sign. */
const localPart = (address: string): string =>
  (address.slice(0, Math.max(0, address.lastIndexOf("@"))).split("+")[0] ?? "").toLowerCase();

/** Data beyond the limits is read and discarded, because the sender only reads the reply afterwards. */
const readMessage = (
  stream: SMTPServerDataStream,
  maxBytes: number,
  budget: ByteBudget,
): Promise<Buffer | SmtpRejection> =>
  new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let bufferedBytes = 0;
    let rejected: SmtpRejection | undefined;
    const discard = (reason: SmtpRejection): void => {
      rejected ??= reason;
      chunks = [];
      budget.free += bufferedBytes;
      bufferedBytes = 0;
    };
    stream.on("data", (chunk: Buffer) => {
      if (rejected) return;
      if (bufferedBytes + chunk.length > maxBytes) return discard(rejections.tooLarge);
      if (chunk.length > budget.free) return discard(rejections.buffersFull);
      budget.free -= chunk.length;
      bufferedBytes += chunk.length;
      chunks.push(chunk);
    });
    stream.once("end", () => {
      if (stream.sizeExceeded) discard(rejections.tooLarge);
      resolve(rejected ?? Buffer.concat(chunks));
      chunks = [];
    });
    const onDisconnect = (): void => {
      discard(rejections.unavailable);
      resolve(rejections.unavailable);
    };
    stream.once("error", onDisconnect);
    stream.once("close", () => {
      if (!stream.readableEnded) onDisconnect();
    });
  });
