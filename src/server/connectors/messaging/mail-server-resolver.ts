import { isIP } from "node:net";
import { type AddressGuard, type ResolveHost, systemResolve } from "#server/egress/guarded-agent.ts";
import { isPublicAddress } from "#server/egress/public-address.ts";

/** Where a mail server really is, checked: what was checked is what is connected. */
export type ResolvedMailServer =
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

export type MailServerResolver = (host: string, port: number) => Promise<ResolvedMailServer>;

const usualPorts = new Set([25, 465, 587]);
const publicOnly: AddressGuard = (_host, _port, address) => isPublicAddress(address);

/** The ordinary way. One private address among several refuses the name as a whole. */
export const guardedMailServerResolver =
  (mayConnect: AddressGuard = publicOnly, resolve: ResolveHost = systemResolve): MailServerResolver =>
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
export const simulatorMailServerResolver =
  (address: string, port: number): MailServerResolver =>
  async () => ({ ok: true, address, port, servername: undefined, encrypt: "never" });

/** A simulated connection must never reach a real mail server. */
export const mailServerResolverFor =
  (mayConnect: AddressGuard, simulatorPort: number | undefined) =>
  (mode: "sandbox" | "live"): MailServerResolver => {
    if (mode === "live") return guardedMailServerResolver(mayConnect);
    return simulatorPort === undefined
      ? async () => ({ ok: false, failure: "unresolved" })
      : simulatorMailServerResolver("127.0.0.1", simulatorPort);
  };
