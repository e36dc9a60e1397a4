import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import type { Config } from "#server/config.ts";

export type Peer = {
  ip: (request: IncomingMessage) => string;
  /** The whole address, as a sender may know and sign it: under our public name, and as it was asked for. */
  urls: (request: IncomingMessage) => string[];
};

const lastOf = (header: string | string[]): string => String(header).split(",").at(-1)?.trim() ?? "";
const ownOrigin = /^https?:\/\/[^/]+/i;

/** Who is at the other end, seen through the proxies we trust and no others: as the framework sees it. */
export const createPeer = ({
  trustedProxies,
  publicUrl,
}: Pick<Config, "trustedProxies" | "publicUrl">): Peer => {
  const isTrusted = proxyAddress.compile(trustedProxies);
  const originOf = ({ headers, socket }: IncomingMessage): string => {
    const isBelieved = isTrusted(socket.remoteAddress ?? "", 0);
    const said = (name: "x-forwarded-host" | "x-forwarded-proto"): string | undefined => {
      const value = isBelieved ? headers[name] : undefined;
      return value === undefined ? undefined : lastOf(value);
    };
    return `${said("x-forwarded-proto") ?? "http"}://${said("x-forwarded-host") ?? headers.host ?? ""}`;
  };
  return {
    ip: (request) => proxyAddress(request, isTrusted),
    urls: (request) => {
      const seen = originOf(request);
      const path = (request.url ?? "").replace(ownOrigin, "");
      return [...new Set([publicUrl?.origin ?? seen, seen])].map((origin) => origin + path);
    },
  };
};
