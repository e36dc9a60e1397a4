import { randomUUID } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { pathParam, queryParam, type SimulatedResponse } from "#sandbox/vendor.ts";

export const twilioApiVersion = "2010-04-01";

export const twilioError = (status: number, code: number, message: string): SimulatedResponse => ({
  status,
  body: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});

export const twilioFailures = {
  serverError: twilioError(500, 20_500, "Internal Server Error"),
  rateLimited: twilioError(429, 20_429, "Too Many Requests"),
};

export const resourceNotFound = (request: FastifyRequest): SimulatedResponse =>
  twilioError(404, 20_404, `The requested resource ${request.url.slice("/twilio".length)} was not found`);

/** US dollars. */
const unitPrices = { sms: 0.0079, whatsapp: 0.005, minute: 0.014 } as const;

/** Negative, as Twilio writes what an account pays. */
export const twilioPrice = (kind: keyof typeof unitPrices, count: number): string =>
  `-${(unitPrices[kind] * count).toFixed(5)}`;

export const newSid = (prefix: string): string => `${prefix}${randomUUID().replaceAll("-", "")}`;

/** The account in the path. */
export const accountSid = (request: FastifyRequest): string =>
  pathParam(request, "sid").replace(/\.json$/, "");

export const formatRfc2822 = (at: number | null): string | null =>
  at === null ? null : new Date(at).toUTCString().replace("GMT", "+0000");

/** One page of a list, with the URIs of the pages around it. */
export const listPage = <T>(
  request: FastifyRequest,
  name: string,
  items: readonly T[],
  toResource: (item: T) => unknown,
) => {
  const size = Math.min(1000, Math.max(1, Number(queryParam(request, "PageSize") ?? 50) || 50));
  const page = Math.max(0, Number(queryParam(request, "Page") ?? 0) || 0);
  const pageItems = items.slice(page * size, (page + 1) * size);
  const [path = "", query = ""] = request.url.slice("/twilio".length).split(/\?(.*)/s);
  const uri = (pageNumber: number): string => {
    const filters = query
      .split("&")
      .filter((part) => part !== "" && !/^(Page|PageSize|PageToken)=/.test(part));
    return `${path}?${[...filters, `PageSize=${size}`, `Page=${pageNumber}`].join("&")}`;
  };
  return {
    [name]: pageItems.map(toResource),
    page,
    page_size: size,
    start: page * size,
    end: Math.max(page * size, page * size + pageItems.length - 1),
    uri: uri(page),
    first_page_uri: uri(0),
    previous_page_uri: page > 0 ? uri(page - 1) : null,
    next_page_uri: (page + 1) * size < items.length ? uri(page + 1) : null,
  };
};

/** The filters `DateSent=`, `DateSent>=` and `DateSent<=`, each a UTC day or an instant. */
export const matchesDateFilter = (request: FastifyRequest, name: string, at: number): boolean => {
  const exact = queryParam(request, name);
  const min = queryParam(request, `${name}>`);
  const max = queryParam(request, `${name}<`);
  const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);
  if (exact !== undefined)
    return isDay(exact)
      ? new Date(at).toISOString().startsWith(exact)
      : Math.trunc(at / 1000) === Math.trunc(Date.parse(exact) / 1000);
  return (
    (min === undefined || Math.trunc(at / 1000) * 1000 >= Math.trunc(Date.parse(min) / 1000) * 1000) &&
    (max === undefined || at <= Date.parse(max) + (isDay(max) ? 0 : 999))
  );
};
