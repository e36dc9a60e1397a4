import { isIP } from "node:net";
import type { FetchMessageObject, ImapFlow } from "imapflow";
import type { MailboxSettings } from "#domain/ingestion/settings.ts";
import { resolveCheckedAddress } from "#server/egress/checked-address.ts";
import type { AddressGuard, ResolveHost } from "#server/egress/guarded-agent.ts";
import { isPublicAddress } from "#server/egress/public-address.ts";
import { mailLimits } from "./limits.ts";

export type Mailbox = {
  uidValidity: string;
  /** Ids of messages above `after` in ascending order; `since` excludes older messages. */
  list: (after: number, since: Date | null) => Promise<number[]>;
  /** The message, or only its headers when it is too large; undefined when it no longer exists. */
  fetch: (uid: number) => Promise<FetchedMail | undefined>;
  close: () => Promise<void>;
};
export type FetchedMail = { uid: number; raw: Buffer; isWhole: boolean };

export type MailboxFailure =
  | "blocked"
  | "unresolved"
  | "unreachable"
  | "certificate"
  | "timeout"
  | "no_password"
  | "refused"
  | "no_folder"
  | "broken";

export class MailboxError extends Error {
  readonly failure: MailboxFailure;
  constructor(failure: MailboxFailure, cause?: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

export type MailboxNetwork = { mayConnect: AddressGuard; resolve?: ResolveHost };

const imapPorts = new Set([143, 993]);
const clientLimits = {
  connectionTimeout: 15_000,
  greetingTimeout: 10_000,
  socketTimeout: 60_000,
  maxLineLength: 4 * 1024 * 1024,
  maxLiteralSize: mailLimits.messageBytes + 1024,
  maxResponseSize: mailLimits.messageBytes + 1024 * 1024,
};

export const openMailbox = async (
  settings: MailboxSettings,
  password: string,
  network: MailboxNetwork,
): Promise<Mailbox> => {
  const { client, uidValidity } = await openFolder(settings, password, network, clientLimits);
  return {
    uidValidity,
    list: (after, since) => withMailboxErrors(() => listMessages(client, after, since)),
    fetch: (uid) => withMailboxErrors(() => fetchMessage(client, uid)),
    close: () => closeClient(client),
  };
};

const closeClient = async (client: ImapFlow): Promise<void> => {
  await client.logout().catch(() => {});
  client.close();
};

export type MailboxWatch = {
  /** Resolves when the connection ends, for whatever reason. */
  ended: Promise<void>;
  close: () => Promise<void>;
};

/** Servers end an IDLE of 29 minutes or more; routers forget quiet connections sooner. */
const idleMs = 9 * 60_000;

/** Waits for new messages with IDLE; undefined when the server does not offer it. */
export const watchMailbox = async (
  settings: MailboxSettings,
  password: string,
  network: MailboxNetwork,
  onNew: () => void,
): Promise<MailboxWatch | undefined> => {
  const { client } = await openFolder(settings, password, network, {
    ...clientLimits,
    socketTimeout: 2 * idleMs,
    maxIdleTime: idleMs,
  });
  if (!client.capabilities.has("IDLE")) {
    await closeClient(client);
    return undefined;
  }
  client.on("exists", ({ count, prevCount }) => {
    if (count > prevCount) onNew();
  });
  const ended = new Promise<void>((resolve) => client.once("close", () => resolve()));
  const idle = async (): Promise<void> => {
    while (client.usable) if (!(await client.idle())) break;
    client.close();
  };
  void idle().catch(() => client.close());
  return {
    ended,
    close: async () => {
      client.close();
      await ended;
    },
  };
};

/** Opens the folder read-only, so that no message is marked as seen. */
const openFolder = async (
  { host, port, secure, user, folder }: MailboxSettings,
  password: string,
  { mayConnect, resolve }: MailboxNetwork,
  limits: typeof clientLimits & { maxIdleTime?: number },
): Promise<{ client: ImapFlow; uidValidity: string }> => {
  if (password === "") throw new MailboxError("no_password");
  const checked = await resolveCheckedAddress({ host, port, ownPorts: imapPorts, mayConnect, resolve });
  if (!checked.ok) throw new MailboxError(checked.failure, checked.cause);
  const { address } = checked;
  // Loaded with the first mailbox, because few workspaces have one.
  const { ImapFlow: Client } = await import("imapflow");
  const client = new Client({
    // Connects to the checked address; the certificate must still match the host name.
    host: address,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    port,
    secure,
    // A password must not go unencrypted to a public address.
    ...(!secure && isPublicAddress(address) ? { doSTARTTLS: true } : {}),
    auth: { user, pass: password },
    logger: false,
    clientInfo: { name: "Faro" },
    disableAutoIdle: true,
    disableCompression: true,
    ...limits,
  });
  // Without a listener a broken connection would end the process. Pending commands reject by themselves.
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    client.close();
    throw new MailboxError(toMailboxFailure(error), error);
  }
  const opened = await client.mailboxOpen(folder, { readOnly: true }).catch((error: unknown) => {
    // The server rejected the folder if the connection is still usable.
    const failure = client.usable ? "no_folder" : toMailboxFailure(error);
    client.close();
    throw new MailboxError(failure, error);
  });
  return { client, uidValidity: String(opened.uidValidity) };
};

const listMessages = async (client: ImapFlow, after: number, since: Date | null): Promise<number[]> => {
  const uids = await client.search({ uid: `${after + 1}:*`, ...(since ? { since } : {}) }, { uid: true });
  if (!uids) throw new MailboxError("broken");
  // `5:*` always includes the newest message, even when its id is below 5.
  return uids.filter((uid) => uid > after).sort((a, b) => a - b);
};

const fetchMessage = async (client: ImapFlow, uid: number): Promise<FetchedMail | undefined> => {
  const summary = await fetchOne(client, uid, { uid: true, size: true });
  if (!summary) return undefined;
  const isWhole = (summary.size ?? 0) <= mailLimits.messageBytes;
  const parts = isWhole ? { uid: true, source: true } : { uid: true, headers: true };
  const message = await fetchOne(client, uid, parts);
  const raw = isWhole ? message?.source : message?.headers;
  if (!message) return undefined;
  if (!raw) throw new MailboxError("broken");
  return { uid, raw, isWhole };
};

const fetchOne = async (
  client: ImapFlow,
  uid: number,
  query: Parameters<ImapFlow["fetchOne"]>[1],
): Promise<FetchMessageObject | undefined> => {
  const message = await client.fetchOne(String(uid), query, { uid: true });
  // A missing message and a lost connection have the same result.
  if (!message && !client.usable) throw new MailboxError("broken");
  return message || undefined;
};

const withMailboxErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof MailboxError ? error : new MailboxError(toMailboxFailure(error), error);
  }
};

const failuresByCode: Record<string, MailboxFailure> = {
  ENOTFOUND: "unresolved",
  ECONNREFUSED: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ETIMEDOUT: "timeout",
  CONNECT_TIMEOUT: "timeout",
  GREETING_TIMEOUT: "timeout",
  ETIMEOUT: "timeout",
};

const toMailboxFailure = (error: unknown): MailboxFailure => {
  if (!(error instanceof Error)) return "broken";
  if ("authenticationFailed" in error && error.authenticationFailed === true) return "refused";
  const code = "code" in error ? String(error.code) : "";
  return failuresByCode[code] ?? (certificateCode.test(code) ? "certificate" : "broken");
};

const certificateCode = /CERT|SIGNATURE|ISSUER|ERR_TLS|ERR_SSL|EPROTO|TLS/;

const relaysByProvider: [RegExp, string[]][] = [
  [/(^|\.)(gmail|googlemail|google)\.com$/, ["google.com"]],
  [/(^|\.)(office365|outlook|hotmail|live)\.com$/, ["outlook.com"]],
  [/(^|\.)(yahoo|aol|ymail)\.com$/, ["yahoo.com", "aol.com"]],
  [/(^|\.)(me|icloud|mac)\.com$/, ["icloud.com", "me.com", "apple.com"]],
  [/(^|\.)fastmail\.com$/, ["fastmail.com", "messagingengine.com"]],
  [/(^|\.)zoho\.[a-z.]+$/, ["zoho.com", "zohomail.com"]],
];

/** Public suffixes such as `co.uk`, which do not identify an owner. */
const sharedSuffix = /^(com|co|net|org|gob|gov|edu|ac|or|ne)\.[a-z]{2}$/;

/** The servers that receive mail for this mailbox: their SPF, DKIM and DMARC results are trusted. */
export const trustedRelays = (mailboxHost: string): string[] => {
  const host = mailboxHost.toLowerCase().replace(/\.$/, "");
  const providerRelays = relaysByProvider.find(([pattern]) => pattern.test(host))?.[1] ?? [];
  const labels = host.split(".");
  const lastTwo = labels.slice(-2).join(".");
  const ownDomain =
    labels.length < 2 ? host : sharedSuffix.test(lastTwo) ? labels.slice(-3).join(".") : lastTwo;
  return [...providerRelays, ownDomain];
};
