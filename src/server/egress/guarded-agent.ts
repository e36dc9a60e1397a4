import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import type { Agent, buildConnector } from "undici";
import { isPublicAddress } from "./public-address.ts";

export type ResolvedAddress = { address: string; family: number };
/** All addresses of a host name, IPv4 and IPv6. */
export type ResolveHost = (hostname: string) => Promise<ResolvedAddress[]>;

export const systemResolve: ResolveHost = (hostname) => systemLookup(hostname, { all: true });

export class BlockedAddressError extends Error {
  readonly code = "FARO_BLOCKED_ADDRESS";
}

/** Whether a request for this host and port may connect to this address. */
export type AddressGuard = (hostname: string, port: number, address: string) => boolean;

export const publicOnly: AddressGuard = (_hostname, _port, address) => isPublicAddress(address);

/**
 * The socket connects to the addresses checked here, so a name cannot resolve to another address after the check. One
 * forbidden address among several blocks the name as a whole.
 */
const guardedLookup =
  (resolve: ResolveHost, port: number, guard: AddressGuard): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) return callback(Object.assign(new Error("no address"), { code: "ENOTFOUND" }), "");
        if (!addresses.every(({ address }) => guard(hostname, port, address)))
          return callback(new BlockedAddressError("not an address to connect to"), "");
        if (options.all) return callback(null, addresses);
        callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ""),
    );
  };

const portOf = ({ port, protocol }: buildConnector.Options): number =>
  port ? Number(port) : protocol === "https:" ? 443 : 80;

const connectTimeoutMs = 10_000;
/** Longer than any timeout of a caller, which covers the whole request. */
const idleTimeoutMs = 120_000;

/** Connections are kept alive: each was checked when it was opened. */
export const createGuardedAgent = async (resolve: ResolveHost, guard: AddressGuard): Promise<Agent> => {
  // A large module, so it is loaded with the first request.
  const { Agent, buildConnector } = await import("undici");
  // A lookup function does not receive the port, so each port has its own connector.
  const connectors = new Map<number, buildConnector.connector>();
  const connectorFor = (port: number): buildConnector.connector => {
    const existing = connectors.get(port);
    if (existing) return existing;
    const lookup = guardedLookup(resolve, port, guard);
    const connector = buildConnector({ lookup, timeout: connectTimeoutMs, allowH2: false });
    connectors.set(port, connector);
    return connector;
  };
  return new Agent({
    connect: (options, callback) => connectorFor(portOf(options))(options, callback),
    allowH2: false,
    pipelining: 1,
    headersTimeout: idleTimeoutMs,
    bodyTimeout: idleTimeoutMs,
  });
};
