import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import type { Config } from "#server/config.ts";

export type Peer = {
  ip: (request: IncomingMessage) => string;
  /** The URLs that a sender may have signed: with the public origin, and as requested. */
  urls: (request: IncomingMessage) => string[];
};

const lastValue = (header: string | string[]): string => String(header).split(",").at(-1)?.trim() ?? "";
const originPrefix = /^https?:\/\/[^/]+/i;

/** The client's address and URLs behind trusted proxies, determined as Fastify does it. */
export const createPeer = ({
  trustedProxies,
  publicUrl,
}: Pick<Config, "trustedProxies" | "publicUrl">): Peer => {
  const isTrusted = proxyAddress.compile(trustedProxies);
  const requestOrigin = ({ headers, socket }: IncomingMessage): string => {
    const isFromProxy = isTrusted(socket.remoteAddress ?? "", 0);
    const forwarded = (name: "x-forwarded-host" | "x-forwarded-proto"): string | undefined => {
      const value = isFromProxy ? headers[name] : undefined;
      return value === undefined ? undefined : lastValue(value);
    };
    return `${forwarded("x-forwarded-proto") ?? "http"}://${forwarded("x-forwarded-host") ?? headers.host ?? ""}`;
  };
  return {
    ip: (request) => proxyAddress(request, isTrusted),
    urls: (request) => {
      const requested = requestOrigin(request);
      const path = (request.url ?? "").replace(originPrefix, "");
      return [...new Set([publicUrl?.origin ?? requested, requested])].map((origin) => origin + path);
    },
  };
};
