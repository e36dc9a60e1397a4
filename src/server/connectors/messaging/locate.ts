import { isIP } from "node:net";
import { type Guard, type Resolve, systemResolve } from "#server/egress/guarded-agent.ts";
import { isPublicAddress } from "#server/egress/public-address.ts";

/** Where a mail server really is, checked: what was checked is what is connected. */
export type Located =
  | {
      ok: true;
      address: string;
      port: number;
      /** Whom the certificate must name. */
      servername: string | undefined;
      /** Out on the open net nothing goes unencrypted; our own simulator has no certificate. */
      encrypt: "always" | "offered" | "never";
    }
  | { ok: false; failure: "blocked" | "unresolved" };

export type Locate = (host: string, port: number) => Promise<Located>;

const usualPorts = new Set([25, 465, 587]);
const publicOnly: Guard = (_host, _port, address) => isPublicAddress(address);

/** The ordinary way. One private address among several refuses the name as a whole. */
export const locateGuarded =
  (mayConnect: Guard = publicOnly, resolve: Resolve = systemResolve): Locate =>
  async (host, port) => {
    const family = isIP(host);
    const addresses = family ? [{ address: host, family }] : await resolve(host).catch(() => []);
    const chosen = addresses.find((one) => one.family === 4) ?? addresses[0];
    if (!chosen) return { ok: false, failure: "unresolved" };
    const isPublic = isPublicAddress(chosen.address);
    // Low ports belong to other protocols.
    const strange = isPublic && port < 1024 && !usualPorts.has(port);
    if (strange || !addresses.every(({ address }) => mayConnect(host, port, address)))
      return { ok: false, failure: "blocked" };
    return {
      ok: true,
      address: chosen.address,
      port,
      servername: family ? undefined : host,
      encrypt: isPublic ? "always" : "offered",
    };
  };

/** To our simulator, whatever the settings name. */
export const locateSimulator =
  (address: string, port: number): Locate =>
  async () => ({ ok: true, address, port, servername: undefined, encrypt: "never" });

/** A simulated connection must never reach a real mail server. */
export const locateFor =
  (mayConnect: Guard, simulatorPort: number | undefined) =>
  (mode: "sandbox" | "live"): Locate => {
    if (mode === "live") return locateGuarded(mayConnect);
    return simulatorPort === undefined
      ? async () => ({ ok: false, failure: "unresolved" })
      : locateSimulator("127.0.0.1", simulatorPort);
  };
