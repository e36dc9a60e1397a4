import type { Egress } from "#server/egress/egress.ts";
import type { VendorContext } from "./connector.ts";
import type { MailServerResolver } from "./messaging/mail-server-resolver.ts";

export type ConnectionMode = "sandbox" | "live";

/** The ways out: the guarded client, our simulators if there are any, and for tests a stand-in for every vendor. */
export type VendorContextOptions = {
  egress: Egress;
  sandboxUrl: string | undefined;
  vendorBase: string | undefined;
  timeoutMs?: number;
  /** Mail servers are not asked by HTTP: where one is. */
  mailServerResolver?: (mode: ConnectionMode) => MailServerResolver;
};

/** One request to a vendor, for the ledger. */
export type MeteredRequest = { service: string; ok: boolean; latencyMs: number };

type Vendor<S> = {
  id: string;
  baseUrl: (settings: S) => string;
  simulator?: (settings: S) => string;
  allow: "public" | "operator";
};

/** Only the base address differs between a simulated vendor and the real one. */
export const createVendorContext = <S>(
  ways: VendorContextOptions,
  vendor: Vendor<S>,
  mode: ConnectionMode,
  settings: S,
  meter: (request: MeteredRequest) => void,
): VendorContext<S> => {
  const simulator = mode === "sandbox" ? ways.sandboxUrl : ways.vendorBase;
  return {
    settings,
    ...(ways.mailServerResolver ? { resolveMailServer: ways.mailServerResolver(mode) } : {}),
    send: async ({ path, host, expectedStatus: hopedFor, ...call }) => {
      const base = simulator
        ? `${simulator}/${vendor.simulator?.(settings) ?? vendor.id}`
        : (host ?? vendor.baseUrl(settings));
      const started = performance.now();
      const answer = await ways.egress.request({
        ...(ways.timeoutMs === undefined ? {} : { timeoutMs: ways.timeoutMs }),
        ...call,
        url: base.replace(/\/+$/, "") + path,
        allow: simulator ? "sandbox" : vendor.allow,
      });
      meter({
        service: vendor.id,
        ok: answer.ok && (answer.status < 400 || answer.status === hopedFor),
        latencyMs: Math.round(performance.now() - started),
      });
      return answer;
    },
  };
};
