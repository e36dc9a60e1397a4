import type { IncomingHttpHeaders } from "node:http";

/**
 * May this request change something, as far as its origin goes? Browsers name the origin and the relation
 * of the sites; a program that names neither carries no cookie that a stranger could ride on.
 */
export const isOwnOrigin = (headers: IncomingHttpHeaders, publicOrigin: string | undefined): boolean => {
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
