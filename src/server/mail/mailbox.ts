import { isIP } from "node:net";
import type { FetchMessageObject, ImapFlow } from "imapflow";
import type { MailboxSettings } from "#domain/ingestion/settings.ts";
import { type AddressGuard, type ResolveHost, systemResolve } from "#server/egress/guarded-agent.ts";
import { isPublicAddress } from "#server/egress/public-address.ts";
import { mailLimits } from "./limits.ts";

export type Mailbox = {
  uidValidity: string;
  /** Ids of messages above `after`, in order; `since` leaves out what arrived before it. */
  list: (after: number, since: Date | null) => Promise<number[]>;
  /** Its bytes, or only its headers when it is too large; nothing when it is gone. */
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

/** Strangers may not be sent to private networks, nor to ports of other protocols. */
export const publicOnly: AddressGuard = (_host, _port, address) => isPublicAddress(address);
const usualPorts = new Set([143, 993]);

/** Opens the folder for reading only: nothing in it is marked as seen. */
export const openMailbox = async (
  { host, port, secure, user, folder }: MailboxSettings,
  password: string,
  { mayConnect, resolve = systemResolve }: MailboxNetwork,
): Promise<Mailbox> => {
  if (password === "") throw new MailboxError("no_password");
  const address = await checkedAddress(host, port, mayConnect, resolve);
  // Loaded when a mailbox is really read: few workspaces have one.
  const { ImapFlow: Client } = await import("imapflow");
  const client = new Client({
    // What was checked is what is connected; the certificate must be the name's.
    host: address,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    port,
    secure,
    // Out on the open net no password goes unencrypted.
    ...(!secure && isPublicAddress(address) ? { doSTARTTLS: true } : {}),
    auth: { user, pass: password },
    logger: false,
    clientInfo: { name: "Faro" },
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: 15_000,
    greetingTimeout: 10_000,
    socketTimeout: 60_000,
    maxLineLength: 4 * 1024 * 1024,
    maxLiteralSize: mailLimits.messageBytes + 1024,
    maxResponseSize: mailLimits.messageBytes + 1024 * 1024,
  });
  // Without a listener a broken connection would end the process; whoever waits is told anyway.
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    client.close();
    throw new MailboxError(failureOf(error), error);
  }
  const opened = await client.mailboxOpen(folder, { readOnly: true }).catch((error: unknown) => {
    // A refusal leaves the connection as it was.
    const failure = client.usable ? "no_folder" : failureOf(error);
    client.close();
    throw new MailboxError(failure, error);
  });
  return {
    uidValidity: String(opened.uidValidity),
    list: (after, since) => asFailure(() => list(client, after, since)),
    fetch: (uid) => asFailure(() => fetch(client, uid)),
    close: async () => {
      await client.logout().catch(() => {});
      client.close();
    },
  };
};

const checkedAddress = async (
  host: string,
  port: number,
  mayConnect: AddressGuard,
  resolve: ResolveHost,
): Promise<string> => {
  const addresses = isIP(host)
    ? [{ address: host, family: isIP(host) }]
    : await resolve(host).catch((error: unknown) => {
        throw new MailboxError("unresolved", error);
      });
  const chosen = addresses.find(({ family }) => family === 4) ?? addresses[0];
  if (!chosen) throw new MailboxError("unresolved");
  if (!addresses.every(({ address }) => mayConnect(host, port, address))) throw new MailboxError("blocked");
  if (isPublicAddress(chosen.address) && port < 1024 && !usualPorts.has(port))
    throw new MailboxError("blocked");
  return chosen.address;
};

const list = async (client: ImapFlow, after: number, since: Date | null): Promise<number[]> => {
  const found = await client.search({ uid: `${after + 1}:*`, ...(since ? { since } : {}) }, { uid: true });
  if (!found) throw new MailboxError("broken");
  // `5:*` always names the newest message, even when its id is below 5.
  return found.filter((uid) => uid > after).sort((a, b) => a - b);
};

const fetch = async (client: ImapFlow, uid: number): Promise<FetchedMail | undefined> => {
  const about = await one(client, uid, { uid: true, size: true });
  if (!about) return undefined;
  const isWhole = (about.size ?? 0) <= mailLimits.messageBytes;
  const read = await one(client, uid, isWhole ? { uid: true, source: true } : { uid: true, headers: true });
  const raw = isWhole ? read?.source : read?.headers;
  if (!read) return undefined;
  if (!raw) throw new MailboxError("broken");
  return { uid, raw, isWhole };
};

const one = async (
  client: ImapFlow,
  uid: number,
  query: Parameters<ImapFlow["fetchOne"]>[1],
): Promise<FetchMessageObject | undefined> => {
  const found = await client.fetchOne(String(uid), query, { uid: true });
  // Nothing found and nothing to be heard any more look alike.
  if (!found && !client.usable) throw new MailboxError("broken");
  return found || undefined;
};

const asFailure = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    throw error instanceof MailboxError ? error : new MailboxError(failureOf(error), error);
  }
};

const codes: Record<string, MailboxFailure> = {
  ENOTFOUND: "unresolved",
  ECONNREFUSED: "unreachable",
  EHOSTUNREACH: "unreachable",
  ENETUNREACH: "unreachable",
  ETIMEDOUT: "timeout",
  CONNECT_TIMEOUT: "timeout",
  GREETING_TIMEOUT: "timeout",
  ETIMEOUT: "timeout",
};

const failureOf = (error: unknown): MailboxFailure => {
  if (!(error instanceof Error)) return "broken";
  if ("authenticationFailed" in error && error.authenticationFailed === true) return "refused";
  const code = "code" in error ? String(error.code) : "";
  return (
    codes[code] ?? (/CERT|SIGNATURE|ISSUER|ERR_TLS|ERR_SSL|EPROTO|TLS/.test(code) ? "certificate" : "broken")
  );
};
