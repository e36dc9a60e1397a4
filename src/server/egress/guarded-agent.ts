import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import type { Agent, buildConnector } from "undici";

export type ResolvedAddress = { address: string; family: number };
/** All addresses of a host name, IPv4 and IPv6. */
export type ResolveHost = (hostname: string) => Promise<ResolvedAddress[]>;

export const systemResolve: ResolveHost = (hostname) => systemLookup(hostname, { all: true });

export class BlockedAddressError extends Error {
  readonly code = "FARO_BLOCKED_ADDRESS";
}

/** Whether a request for this host and port may connect to this address. */
export type AddressGuard = (hostname: string, port: number, address: string) => boolean;

/**
 * What is looked up here is what the socket connects to, so a name cannot answer one address to the check and
 * another to the connection. One private address among several refuses the name as a whole.
 */
const lookupWith =
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

/** Connections are kept and used again: each was checked when it was made. */
export const createGuardedAgent = async (resolve: ResolveHost, guard: AddressGuard): Promise<Agent> => {
  // Large, and not needed before the first request.
  const { Agent, buildConnector } = await import("undici");
  // A look-up is not told the port, so each port has a connector of its own.
  const connectors = new Map<number, buildConnector.connector>();
  const connectorFor = (port: number): buildConnector.connector => {
    const known = connectors.get(port);
    if (known) return known;
    const lookup = lookupWith(resolve, port, guard);
    const connector = buildConnector({ lookup, timeout: 10_000, allowH2: false });
    connectors.set(port, connector);
    return connector;
  };
  return new Agent({
    connect: (options, callback) => connectorFor(portOf(options))(options, callback),
    allowH2: false,
    pipelining: 1,
    // The caller's total timeout decides; these only bound what nobody waits for any more.
    headersTimeout: 120_000,
    bodyTimeout: 120_000,
  });
};
