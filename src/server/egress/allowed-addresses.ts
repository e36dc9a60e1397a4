import { BlockList, isIP } from "node:net";
import { StartError } from "#server/start-error.ts";
import { isPublicAddress } from "./public-address.ts";

/** Private addresses that the configuration allows for `operator` requests. */
export type AllowedAddresses = {
  /** Whether an entry names this host with this port explicitly. */
  listsPort: (hostname: string, port: number) => boolean;
  /** Whether an entry names the host, or the address to which it resolves. */
  names: (hostname: string, port: number, address: string) => boolean;
  /** Whether a request for this host and port may connect to this address. */
  allows: (hostname: string, port: number, address: string) => boolean;
};

type AllowedHost = { host: string; port: number | undefined };

/** Link-local addresses, where clouds serve credentials, and multicast: an allowed host name never leads here. */
const neverByName = new BlockList();
neverByName.addSubnet("0.0.0.0", 8, "ipv4");
neverByName.addSubnet("169.254.0.0", 16, "ipv4");
neverByName.addSubnet("224.0.0.0", 3, "ipv4");
neverByName.addAddress("::", "ipv6");
neverByName.addSubnet("fe80::", 10, "ipv6");
neverByName.addSubnet("ff00::", 8, "ipv6");
neverByName.addAddress("fd00:ec2::254", "ipv6");

const families = { 4: "ipv4", 6: "ipv6" } as const;
const addressFamily = (address: string): "ipv4" | "ipv6" | undefined => families[isIP(address) as 4 | 6];

const withoutBrackets = (hostname: string): string =>
  hostname.startsWith("[") ? hostname.slice(1, -1) : hostname;

const invalidEntry = (entry: string): StartError =>
  new StartError(
    `"${entry}" is not an address to allow; write a host, host:port, or a range such as 10.0.0.0/8.`,
  );

const addRange = (ranges: BlockList, entry: string): void => {
  const [address = "", prefix = "", ...rest] = entry.split("/");
  const family = addressFamily(address);
  const maxPrefix = family === "ipv4" ? 32 : 128;
  if (!family || rest.length > 0 || !/^\d{1,3}$/.test(prefix) || Number(prefix) > maxPrefix)
    throw invalidEntry(entry);
  ranges.addSubnet(address, Number(prefix), family);
};

const parseHost = (entry: string): AllowedHost => {
  const [, host = "", port] = /^(\[[^\]]+\]|[^:[\]]+)(?::(\d{1,5}))?$/.exec(entry) ?? [];
  const hostname = isIP(entry) === 6 ? `[${entry}]` : host;
  // Parsed like the URL of a request, so that the two can be compared.
  const url = /^[^\s/?#@*\\]+$/.test(hostname) ? URL.parse(`http://${hostname}/`) : null;
  if (!url?.hostname || (port !== undefined && (Number(port) < 1 || Number(port) > 65_535)))
    throw invalidEntry(entry);
  return { host: withoutBrackets(url.hostname), port: port === undefined ? undefined : Number(port) };
};

/**
 * An entry is a host, host:port, or a range of addresses. An address applies to every name that resolves to it; a name
 * applies only to itself.
 */
export const parseAllowedAddresses = (entries: readonly string[]): AllowedAddresses => {
  const ranges = new BlockList();
  const hosts: AllowedHost[] = [];
  for (const entry of entries.map((text) => text.trim()).filter(Boolean)) {
    if (entry.includes("/")) addRange(ranges, entry);
    else hosts.push(parseHost(entry));
  }
  const listsHost = (host: string, port: number): boolean =>
    hosts.some((allowed) => allowed.host === host && (allowed.port === undefined || allowed.port === port));
  const names: AllowedAddresses["names"] = (hostname, port, address) => {
    const family = addressFamily(address);
    if (!family) return false;
    if (ranges.check(address, family) || listsHost(address, port)) return true;
    return listsHost(withoutBrackets(hostname), port) && !neverByName.check(address, family);
  };
  return {
    names,
    listsPort: (hostname, port) =>
      hosts.some((allowed) => allowed.host === withoutBrackets(hostname) && allowed.port === port),
    allows: (hostname, port, address) => isPublicAddress(address) || names(hostname, port, address),
  };
};
