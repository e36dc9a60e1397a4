import type { IncomingHttpHeaders } from "node:http";

/**
 * Whether the request may change data, decided by the headers in which browsers name its origin. A client that sends
 * none of them is no browser, so it carries no cookie that another site could abuse.
 */
export const isSameOrigin = (headers: IncomingHttpHeaders, publicOrigin: string | undefined): boolean => {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return false;
  const { origin, host } = headers;
  if (origin === undefined) return true;
  if (publicOrigin !== undefined && origin === publicOrigin) return true;
  return (
    publicOrigin === undefined &&
    host !== undefined &&
    (origin === `http://${host}` || origin === `https://${host}`)
  );
};
