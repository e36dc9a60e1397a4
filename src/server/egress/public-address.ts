import { BlockList, isIP } from "node:net";

const subnets = (family: "ipv4" | "ipv6", list: readonly string[]): BlockList => {
  const blocked = new BlockList();
  for (const subnet of list) {
    const [address = "", prefix] = subnet.split("/");
    blocked.addSubnet(address, Number(prefix), family);
  }
  return blocked;
};

/** Loopback, private, shared, link-local (where clouds serve credentials), documentation, multicast and reserved. */
const blockedV4 = subnets("ipv4", [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
]);

/**
 * Only global unicast. This excludes ::, ::1, ::ffff:0:0/96 (IPv4-mapped), 64:ff9b::/96 and 64:ff9b:1::/48 (NAT64),
 * fc00::/7, fe80::/10 and ff00::/8.
 */
const allowedV6 = subnets("ipv6", ["2000::/3"]);
/** Within global unicast: protocol assignments with Teredo, documentation, and 6to4. */
const blockedV6 = subnets("ipv6", ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"]);

/** Whether requests to addresses entered by users may connect here. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address);
  if (family === 4) return !blockedV4.check(address, "ipv4");
  if (family === 6) return allowedV6.check(address, "ipv6") && !blockedV6.check(address, "ipv6");
  return false;
};
