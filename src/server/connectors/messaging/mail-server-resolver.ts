import { isIP } from "node:net";
import { resolveCheckedAddress } from "#server/egress/checked-address.ts";
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
    const checked = await resolveCheckedAddress({ host, port, ownPorts: smtpPorts, mayConnect, resolve });
    if (!checked.ok) return { ok: false, failure: checked.failure };
    return {
      ok: true,
      address: checked.address,
      port,
      servername: isIP(host) ? undefined : host,
      encrypt: isPublicAddress(checked.address) ? "always" : "offered",
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
