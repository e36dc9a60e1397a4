import { type AddressInfo, createServer, type Server } from "node:net";
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from "smtp-server";
import type { Log } from "#server/log.ts";
import { StartError } from "#server/start-error.ts";
import type { IncomingMail } from "./incoming-mail.ts";
import { mailLimits } from "./limits.ts";
import { createPeerLimits } from "./peer-limits.ts";
import { refusals, type SmtpRefusal } from "./refusals.ts";

export type MailListenerOptions = {
  port: number;
  host: string;
  /** How it names itself to senders. */
  domain: string;
  /** The endpoint behind what stands before the @; nothing for strangers and for endpoints that are off. */
  find: (localPart: string) => Promise<{ endpointId: string } | undefined>;
  /** Keeps the message; resolves with the ids of its events once they are committed. */
  accept: (mail: IncomingMail) => Promise<string[]>;
  log: Log;
  /** Without one, nothing is encrypted and no encryption is offered. */
  certificate?: { key: string | Buffer; cert: string | Buffer };
  limits?: Partial<ListenerLimits>;
};

export type ListenerLimits = {
  messageBytes: number;
  recipients: number;
  connections: number;
  connectionsPerPeer: number;
  messagesPerMinute: number;
  /** Wrong addresses in one connection: whoever guesses is sent away. */
  strangers: number;
  /** Bytes of messages under way, of all senders together. */
  bufferedBytes: number;
  idleMs: number;
};

const usualLimits: ListenerLimits = {
  messageBytes: mailLimits.messageBytes,
  recipients: 50,
  connections: 200,
  connectionsPerPeer: 20,
  messagesPerMinute: 600,
  strangers: 10,
  bufferedBytes: 256 * 1024 * 1024,
  idleMs: 60_000,
};

export type MailListener = { port: number; close: () => Promise<void> };

/** What a connection found so far: endpoints by recipient, and how often it asked for nobody. */
type Visit = { endpoints: Map<string, string>; strangers: number };

/** Takes mail for endpoints, from anybody, and answers 250 only for what is committed. */
export const startMailListener = async (options: MailListenerOptions): Promise<MailListener> => {
  const limits = { ...usualLimits, ...options.limits };
  const peers = createPeerLimits(limits.connectionsPerPeer, limits.messagesPerMinute);
  const visits = new WeakMap<SMTPServerSession, Visit>();
  const budget = { free: limits.bufferedBytes };
  const visitOf = (session: SMTPServerSession): Visit => {
    const visit = visits.get(session) ?? { endpoints: new Map(), strangers: 0 };
    visits.set(session, visit);
    return visit;
  };

  const recipient = async (address: string, session: SMTPServerSession): Promise<SmtpRefusal | undefined> => {
    const visit = visitOf(session);
    if (visit.strangers >= limits.strangers) return refusals.tooManyStrangers;
    const found = await options.find(localPartOf(address)).catch((error: unknown) => {
      options.log.warn({ error }, "the recipient of a message could not be looked up");
      return "away" as const;
    });
    if (found === "away") return refusals.away;
    if (!found) {
      visit.strangers++;
      return refusals.unknownRecipient;
    }
    visit.endpoints.set(address.toLowerCase(), found.endpointId);
    return undefined;
  };

  const data = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<string> => {
    const raw = await readMessage(stream, limits.messageBytes, budget);
    if (!Buffer.isBuffer(raw)) throw raw;
    try {
      const { mailFrom, rcptTo } = session.envelope;
      const { endpoints } = visitOf(session);
      const byEndpoint = new Map(
        rcptTo.flatMap(({ address }) => {
          const endpointId = endpoints.get(address.toLowerCase());
          return endpointId ? [[endpointId, { endpointId, address }] as const] : [];
        }),
      );
      const ids = await options.accept({
        raw,
        recipients: [...byEndpoint.values()],
        envelope: {
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          peer: session.remoteAddress,
        },
      });
      return `2.0.0 Kept as ${ids.join(" ")}`.slice(0, 400);
    } catch (error) {
      options.log.warn({ error }, "a message was not kept; its sender was asked to try again");
      throw refusals.away;
    } finally {
      budget.free += raw.length;
    }
  };

  const make = async (): Promise<SMTPServer> => {
    // Large, and seldom needed.
    const { SMTPServer } = await import("smtp-server");
    const server = new SMTPServer({
      name: options.domain,
      banner: "Faro",
      logger: false,
      size: limits.messageBytes,
      authOptional: true,
      disabledCommands: ["AUTH", "WIZ", "SHELL", ...(options.certificate ? [] : ["STARTTLS"])],
      ...options.certificate,
      disableReverseLookup: true,
      maxClients: limits.connections,
      socketTimeout: limits.idleMs,
      closeTimeout: 3_000,
      onConnect: (session, done) =>
        done(peers.connect(session.remoteAddress) ? undefined : refusals.tooManyConnections),
      onClose: (session) => peers.leave(session.remoteAddress),
      onMailFrom: (_address, session, done) =>
        done(peers.message(session.remoteAddress, Date.now()) ? undefined : refusals.tooManyMessages),
      onRcptTo: ({ address }, session, done) =>
        session.envelope.rcptTo.length >= limits.recipients
          ? done(refusals.tooManyRecipients)
          : void recipient(address, session).then(done, () => done(refusals.away)),
      onData: (stream, session, done) =>
        void data(stream, session).then(
          (words) => done(null, words),
          (refusal: Error) => done(refusal),
        ),
    });
    // Whatever breaks is one sender's connection, never ours.
    server.on("error", (error) => options.log.debug({ error }, "a sender's connection broke"));
    return server;
  };

  let made: Promise<SMTPServer> | undefined;
  const door = createServer((socket) => {
    socket.on("error", () => {});
    made ??= make();
    // The server of mail speaks first, so nobody has said anything yet.
    made.then(
      (server) => server.server.emit("connection", socket),
      (error: unknown) => {
        options.log.warn({ error }, "a sender of mail was turned away");
        made = undefined;
        socket.destroy();
      },
    );
  });
  const port = await listen(door, options);
  return {
    port,
    close: async () => {
      door.close();
      const server = await made?.catch(() => undefined);
      if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
};

const listen = (door: Server, { port, host }: MailListenerOptions): Promise<number> =>
  new Promise((resolve, reject) => {
    door.once("error", (error: NodeJS.ErrnoException) =>
      reject(new StartError(`Mail cannot be listened for on port ${port}: ${error.code ?? error.message}.`)),
    );
    door.listen(port, host, () => resolve((door.address() as AddressInfo).port));
  });

/** What follows a plus is the sender's own note. */
const localPartOf = (address: string): string =>
  (address.slice(0, Math.max(0, address.lastIndexOf("@"))).split("+")[0] ?? "").toLowerCase();

/** The message, or why it cannot be taken. What is too much is let run past, so that the answer can be heard. */
const readMessage = (
  stream: SMTPServerDataStream,
  mostBytes: number,
  budget: { free: number },
): Promise<Buffer | SmtpRefusal> =>
  new Promise((resolve) => {
    let chunks: Buffer[] = [];
    let held = 0;
    let refusal: SmtpRefusal | undefined;
    const drop = (why: SmtpRefusal): void => {
      refusal ??= why;
      chunks = [];
      budget.free += held;
      held = 0;
    };
    stream.on("data", (chunk: Buffer) => {
      if (refusal) return;
      if (held + chunk.length > mostBytes) return drop(refusals.tooLarge);
      if (chunk.length > budget.free) return drop(refusals.full);
      budget.free -= chunk.length;
      held += chunk.length;
      chunks.push(chunk);
    });
    stream.once("end", () => {
      if (stream.sizeExceeded) drop(refusals.tooLarge);
      resolve(refusal ?? Buffer.concat(chunks));
      chunks = [];
    });
    // The sender left in the middle.
    const broken = (): void => {
      drop(refusals.away);
      resolve(refusals.away);
    };
    stream.once("error", broken);
    stream.once("close", () => {
      if (!stream.readableEnded) broken();
    });
  });
