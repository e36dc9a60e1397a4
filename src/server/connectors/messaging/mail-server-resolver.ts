import { isIP } from "node:net";
import {
  type AddressGuard,
  publicOnly,
  type ResolveHost,
  systemResolve,
} from "#server/egress/guarded-agent.ts";
import { isPublicAddress } from "#server/egress/public-address.ts";

/** The checked address is the one to connect to, so the host name is not resolved a second time. */
export type ResolvedMailServer =
  | {
      ok: true;
      address: string;
      port: number;
      /** The name that the certificate must have. */
      servername: string | undefined;
      /** Required to public addresses. The simulator has no certificate. */
      encrypt: "always" | "offered" | "never";
    }
  | { ok: false; failure: "blocked" | "unresolved" };

export type MailServerResolver = (host: string, port: number) => Promise<ResolvedMailServer>;

const smtpPorts = new Set([25, 465, 587]);

/** A host name with any forbidden address is blocked as a whole. */
export const guardedMailServerResolver =
  (mayConnect: AddressGuard = publicOnly, resolve: ResolveHost = systemResolve): MailServerResolver =>
  async (host, port) => {
    const family = isIP(host);
    const addresses = family ? [{ address: host, family }] : await resolve(host).catch(() => []);
    const chosen = addresses.find((candidate) => candidate.family === 4) ?? addresses[0];
    if (!chosen) return { ok: false, failure: "unresolved" };
    const isPublic = isPublicAddress(chosen.address);
    const isForeignPort = isPublic && port < 1024 && !smtpPorts.has(port);
    if (isForeignPort || !addresses.every(({ address }) => mayConnect(host, port, address)))
      return { ok: false, failure: "blocked" };
    return {
      ok: true,
      address: chosen.address,
      port,
      servername: family ? undefined : host,
      encrypt: isPublic ? "always" : "offered",
    };
  };

/** Resolves every host to the simulator. */
export const simulatorMailServerResolver =
  (address: string, port: number): MailServerResolver =>
  async () => ({ ok: true, address, port, servername: undefined, encrypt: "never" });

/** A connection in sandbox mode must never reach a real mail server. */
export const mailServerResolverFor =
  (mayConnect: AddressGuard, simulatorPort: number | undefined) =>
  (mode: "sandbox" | "live"): MailServerResolver => {
    if (mode === "live") return guardedMailServerResolver(mayConnect);
    return simulatorPort === undefined
      ? async () => ({ ok: false, failure: "unresolved" })
      : simulatorMailServerResolver("127.0.0.1", simulatorPort);
  };
