import { lookup as systemLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { Agent } from "undici";
import { isPublicAddress } from "./public-address.ts";

export type ResolvedAddress = { address: string; family: number };
/** All addresses of a host name, IPv4 and IPv6. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

export const systemResolve: Resolve = (hostname) => systemLookup(hostname, { all: true });

export class BlockedAddress extends Error {
  readonly code = "FARO_BLOCKED_ADDRESS";
}

/**
 * What is looked up here is what the socket connects to, so a name cannot answer one address to the check and
 * another to the connection. One private address among several refuses the name as a whole.
 */
const lookupWith =
  (resolve: Resolve, guarded: boolean): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) return callback(Object.assign(new Error("no address"), { code: "ENOTFOUND" }), "");
        if (guarded && !addresses.every(({ address }) => isPublicAddress(address)))
          return callback(new BlockedAddress("not a public address"), "");
        if (options.all) return callback(null, addresses);
        callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ""),
    );
  };

/** Connections are kept and used again: each was checked when it was made. */
export const createAgent = (resolve: Resolve, guarded: boolean): Agent =>
  new Agent({
    connect: { lookup: lookupWith(resolve, guarded), timeout: 10_000 },
    allowH2: false,
    pipelining: 1,
    // The caller's total timeout decides; these only bound what nobody waits for any more.
    headersTimeout: 120_000,
    bodyTimeout: 120_000,
  });
