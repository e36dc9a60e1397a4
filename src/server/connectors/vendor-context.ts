import type { ConnectionMode } from "#domain/connection.ts";
import type { Egress, EgressRequest, EgressStream } from "#server/egress/egress.ts";
import type { VendorContext, VendorRequest } from "./connector.ts";
import type { MailServerResolver } from "./messaging/mail-server-resolver.ts";

/** What vendor contexts are created from. */
export type VendorContextOptions = {
  egress: Egress;
  /** Undefined while no simulators run. */
  sandboxUrl: string | undefined;
  /** Replaces the host of every vendor in live mode; only tests set it. */
  vendorBase: string | undefined;
  timeoutMs?: number;
  mailServerResolver?: (mode: ConnectionMode) => MailServerResolver;
};

export type MeteredRequest = { service: string; ok: boolean; latencyMs: number };

type Vendor<S> = {
  id: string;
  baseUrl: (settings: S) => string;
  simulator?: (settings: S) => string;
  allow: "public" | "operator" | "server";
};

export type StreamingVendorContext<S> = VendorContext<S> & {
  /** Where a request would go, for a page that a browser opens. */
  urlOf: (request: Pick<VendorRequest, "host" | "path">) => string;
  /** For an answer that is read while it arrives. The caller records the usage. */
  stream: (request: VendorRequest & { signal?: AbortSignal }) => Promise<EgressStream>;
};

/** A simulated vendor and the real one differ only in the base address. */
export const createVendorContext = <S>(
  options: VendorContextOptions,
  vendor: Vendor<S>,
  mode: ConnectionMode,
  settings: S,
  meter: (request: MeteredRequest) => void,
): StreamingVendorContext<S> => {
  const simulatorUrl = mode === "sandbox" ? options.sandboxUrl : options.vendorBase;
  const addressOf = (
    { path, host }: Pick<VendorRequest, "path" | "host">,
    simulator: string | undefined,
  ): string => {
    const baseUrl = simulator
      ? `${simulator}/${vendor.simulator?.(settings) ?? vendor.id}`
      : (host ?? vendor.baseUrl(settings));
    return baseUrl.replace(/\/+$/, "") + path;
  };
  const toEgressRequest = ({ path, host, expectedStatus, ...request }: VendorRequest): EgressRequest => ({
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    ...request,
    url: addressOf({ path, ...(host === undefined ? {} : { host }) }, simulatorUrl),
    allow: simulatorUrl ? "sandbox" : vendor.allow,
  });
  return {
    settings,
    // The path of the simulators begins with a secret, which no browser gets to see.
    urlOf: (page) => addressOf(page, simulatorUrl && new URL(simulatorUrl).origin),
    ...(options.mailServerResolver ? { resolveMailServer: options.mailServerResolver(mode) } : {}),
    stream: ({ signal, ...request }) =>
      options.egress.stream({ ...toEgressRequest(request), ...(signal ? { signal } : {}) }),
    send: async (request) => {
      const { expectedStatus } = request;
      const startedAt = performance.now();
      const result = await options.egress.request(toEgressRequest(request));
      meter({
        service: vendor.id,
        ok: result.ok && (result.status < 400 || result.status === expectedStatus),
        latencyMs: Math.round(performance.now() - startedAt),
      });
      return result;
    },
  };
};
