import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";

export type Peer = {
  ip: (request: IncomingMessage) => string;
  /** Where the caller believes to be, as far as those in between may be believed. */
  origin: (request: IncomingMessage) => string;
};

const lastOf = (header: string | string[]): string => String(header).split(",").at(-1)?.trim() ?? "";

/** Who is at the other end, seen through the proxies we trust and no others: as the framework sees it. */
export const createPeer = (trustedProxies: string[]): Peer => {
  const isTrusted = proxyAddress.compile(trustedProxies);
  return {
    ip: (request) => proxyAddress(request, isTrusted),
    origin: ({ headers, socket }) => {
      const isBelieved = isTrusted(socket.remoteAddress ?? "", 0);
      const said = (name: "x-forwarded-host" | "x-forwarded-proto"): string | undefined => {
        const value = isBelieved ? headers[name] : undefined;
        return value === undefined ? undefined : lastOf(value);
      };
      return `${said("x-forwarded-proto") ?? "http"}://${said("x-forwarded-host") ?? headers.host ?? ""}`;
    },
  };
};
