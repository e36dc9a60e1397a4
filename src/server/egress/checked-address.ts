import { isIP } from "node:net";
import { type AddressGuard, type ResolveHost, systemResolve } from "./guarded-agent.ts";
import { isPublicAddress } from "./public-address.ts";

export type CheckedAddress =
  | { ok: true; address: string }
  | { ok: false; failure: "blocked" | "unresolved"; cause?: unknown };

export type AddressCheck = {
  host: string;
  port: number;
  /** Ports below 1024 of this protocol; at public addresses the others belong to other protocols. */
  ownPorts: ReadonlySet<number>;
  mayConnect: AddressGuard;
  resolve?: ResolveHost | undefined;
};

/**
 * Resolves a host once. The caller connects to the returned address, so that the name cannot lead elsewhere after the
 * check. One forbidden address among several blocks the name as a whole.
 */
export const resolveCheckedAddress = async (check: AddressCheck): Promise<CheckedAddress> => {
  const { host, port, ownPorts, mayConnect, resolve = systemResolve } = check;
  const family = isIP(host);
  let addresses = [{ address: host, family }];
  if (!family) {
    try {
      addresses = await resolve(host);
    } catch (cause) {
      return { ok: false, failure: "unresolved", cause };
    }
  }
  const chosen = addresses.find((candidate) => candidate.family === 4) ?? addresses[0];
  if (!chosen) return { ok: false, failure: "unresolved" };
  const isForeignPort = isPublicAddress(chosen.address) && port < 1024 && !ownPorts.has(port);
  if (isForeignPort || !addresses.every(({ address }) => mayConnect(host, port, address)))
    return { ok: false, failure: "blocked" };
  return { ok: true, address: chosen.address };
};
