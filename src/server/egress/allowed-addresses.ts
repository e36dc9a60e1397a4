import { BlockList, isIP } from "node:net";
import { StartError } from "#server/start-error.ts";
import { isPublicAddress } from "./public-address.ts";

/** Where an administrator's own systems are, although no stranger may be sent there. */
export type AllowedAddresses = {
  /** An entry names this very port, which is then no slip of somebody's pen. */
  listsPort: (hostname: string, port: number) => boolean;
  /** May a request for this host and port connect to this address? */
  allows: (hostname: string, port: number, address: string) => boolean;
};

type Named = { host: string; port: number | undefined };

/** Where clouds keep credentials, and what is no single machine: a name alone never opens these. */
const neverByName = new BlockList();
neverByName.addSubnet("0.0.0.0", 8, "ipv4");
neverByName.addSubnet("169.254.0.0", 16, "ipv4");
neverByName.addSubnet("224.0.0.0", 3, "ipv4");
neverByName.addAddress("::", "ipv6");
neverByName.addSubnet("fe80::", 10, "ipv6");
neverByName.addSubnet("ff00::", 8, "ipv6");
neverByName.addAddress("fd00:ec2::254", "ipv6");

const families = { 4: "ipv4", 6: "ipv6" } as const;
const familyOf = (address: string): "ipv4" | "ipv6" | undefined => families[isIP(address) as 4 | 6];

const bare = (hostname: string): string => (hostname.startsWith("[") ? hostname.slice(1, -1) : hostname);

const unreadable = (entry: string): StartError =>
  new StartError(
    `"${entry}" is not an address to allow; write a host, host:port, or a range such as 10.0.0.0/8.`,
  );

const addRange = (ranges: BlockList, entry: string): void => {
  const [address = "", prefix = "", ...more] = entry.split("/");
  const family = familyOf(address);
  const longest = family === "ipv4" ? 32 : 128;
  if (!family || more.length > 0 || !/^\d{1,3}$/.test(prefix) || Number(prefix) > longest)
    throw unreadable(entry);
  ranges.addSubnet(address, Number(prefix), family);
};

const namedOf = (entry: string): Named => {
  const [, host = "", port] = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const written = isIP(entry) === 6 ? `[${entry}]` : host;
  // Read as the address of a request is read, so that the two compare.
  const url = /^[^\s/?#@*\\]+$/.test(written) ? URL.parse(`http://${written}/`) : null;
  if (!url?.hostname || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)))
    throw unreadable(entry);
  return { host: bare(url.hostname), port: port === undefined ? undefined : Number(port) };
};

/**
 * Entries are a host, host:port, or a range of addresses. A host that is an address counts for every name that
 * leads there; a name counts for itself alone.
 */
export const parseAllowedAddresses = (entries: readonly string[]): AllowedAddresses => {
  const ranges = new BlockList();
  const named: Named[] = [];
  for (const entry of entries.map((one) => one.trim()).filter(Boolean)) {
    if (entry.includes("/")) addRange(ranges, entry);
    else named.push(namedOf(entry));
  }
  const isNamed = (host: string, port: number): boolean =>
    named.some((one) => one.host === host && (one.port === undefined || one.port === port));
  return {
    listsPort: (hostname, port) => named.some((one) => one.host === bare(hostname) && one.port === port),
    allows: (hostname, port, address) => {
      const family = familyOf(address);
      if (!family) return false;
      if (isPublicAddress(address) || ranges.check(address, family) || isNamed(address, port)) return true;
      return isNamed(bare(hostname), port) && !neverByName.check(address, family);
    },
  };
};
