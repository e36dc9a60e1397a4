import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { pathParam, queryParam, type VendorResponse } from "#sandbox/vendor.ts";

export const twilioApiVersion = "2010-04-01";

export const twilioError = (status: number, code: number, message: string): VendorResponse => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

export const newSid = (prefix: string): string => `${prefix}${randomUUID().replaceAll("-", "")}`;

/** The account a path is about. */
export const accountSid = (request: FastifyRequest): string =>
  pathParam(request, "sid").replace(/\.json$/, "");

/** RFC 2822, as Twilio writes instants. */
export const formatRfc2822 = (at: number | null): string | null =>
  at === null ? null : new Date(at).toUTCString().replace("GMT", "+0000");

/** One page of a list, newest first, with the addresses of its neighbours. */
export const listPage = <T>(
  request: FastifyRequest,
  name: string,
  all: readonly T[],
  show: (one: T) => unknown,
) => {
  const size = Math.min(1000, Math.max(1, Number(queryParam(request, "PageSize") ?? 50) || 50));
  const page = Math.max(0, Number(queryParam(request, "Page") ?? 0) || 0);
  const shown = all.slice(page * size, (page + 1) * size);
  const [path = "", query = ""] = request.url.slice("/twilio".length).split(/\?(.*)/s);
  const uri = (at: number): string => {
    const kept = query.split("&").filter((part) => part !== "" && !/^(Page|PageSize|PageToken)=/.test(part));
    return `${path}?${[...kept, `PageSize=${size}`, `Page=${at}`].join("&")}`;
  };
  return {
    [name]: shown.map(show),
    page,
    page_size: size,
    start: page * size,
    end: Math.max(page * size, page * size + shown.length - 1),
    uri: uri(page),
    first_page_uri: uri(0),
    previous_page_uri: page > 0 ? uri(page - 1) : null,
    next_page_uri: (page + 1) * size < all.length ? uri(page + 1) : null,
  };
};

/** `DateSent=`, `DateSent>=`, `DateSent<=`: a day of UTC, or an instant. */
export const matchesDateFilter = (request: FastifyRequest, name: string, at: number): boolean => {
  const exact = queryParam(request, name);
  const least = queryParam(request, `${name}>`);
  const most = queryParam(request, `${name}<`);
  const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
  if (exact !== undefined)
    return isDay(exact)
      ? new Date(at).toISOString().startsWith(exact)
      : Math.trunc(at / 1000) === Math.trunc(Date.parse(exact) / 1000);
  return (
    (least === undefined || Math.trunc(at / 1000) * 1000 >= Math.trunc(Date.parse(least) / 1000) * 1000) &&
    (most === undefined || at <= Date.parse(most) + (isDay(most) ? 0 : 999))
  );
};
