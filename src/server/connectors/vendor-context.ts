import type { Egress } from "#server/egress/egress.ts";
import type { Context } from "./connector.ts";
import type { Locate } from "./messaging/locate.ts";

export type Mode = "sandbox" | "live";

/** The ways out: the guarded client, our simulators if there are any, and for tests a stand-in for every vendor. */
export type Ways = {
  egress: Egress;
  sandboxUrl: string | undefined;
  vendorBase: string | undefined;
  timeoutMs?: number;
  /** Mail servers are not asked by HTTP: where one is. */
  mailServers?: (mode: Mode) => Locate;
};

/** One request to a vendor, for the ledger. */
export type Metered = { service: string; ok: boolean; latencyMs: number };

type Vendor<S> = {
  id: string;
  baseUrl: (settings: S) => string;
  simulator?: (settings: S) => string;
  allow: "public" | "operator";
};

/** Only the base address differs between a simulated vendor and the real one. */
export const createContext = <S>(
  ways: Ways,
  vendor: Vendor<S>,
  mode: Mode,
  settings: S,
  meter: (request: Metered) => void,
): Context<S> & { locate?: Locate } => {
  const simulator = mode === "sandbox" ? ways.sandboxUrl : ways.vendorBase;
  return {
    settings,
    ...(ways.mailServers ? { locate: ways.mailServers(mode) } : {}),
    send: async ({ path, host, hopedFor, ...call }) => {
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
