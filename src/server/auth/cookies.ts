import type { IncomingHttpHeaders } from "node:http";

/** Over https the name carries the browser's own promise: this host only, secure, whole site. */
export const cookieName = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name);

export const sessionCookie = "faro_session";

export const readSessionToken = (headers: IncomingHttpHeaders, secure: boolean): string | undefined =>
  readCookie(headers, cookieName(sessionCookie, secure));

export const readCookie = (headers: IncomingHttpHeaders, name: string): string | undefined => {
  for (const part of (headers.cookie ?? "").split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return undefined;
};

export const formatCookie = (name: string, value: string, secure: boolean, maxAgeSeconds: number): string =>
  [
    `${name}=${value}`,
    "Path=/",
    "HttpOnly",
    "SameSite=Lax",
    `Max-Age=${maxAgeSeconds}`,
    ...(secure ? ["Secure"] : []),
  ].join("; ");
