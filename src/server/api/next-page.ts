import type { FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "./problem.ts";

/** The page after the row with this id; undefined where the row is not, or no longer, in the list. */
export type PageQuery = { cursor?: string | undefined; limit?: number | undefined };

/**
 * Gives out a page of a list without an envelope. One row more than asked for was read, which tells that there is a next
 * page; `Link` leads to it (RFC 8288).
 */
export const sendPage = <Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Row[] => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length > limit && last) {
    const url = new URL(request.url, "http://faro.invalid");
    url.searchParams.set("cursor", last.id);
    reply.header("link", `<${url.pathname}${url.search}>; rel="next"`);
  }
  return page;
};

/** A row that was deleted meanwhile names no place in the list. */
export const unknownCursor = (): Problem =>
  new Problem("invalid", { issues: [{ path: "cursor", message: "There is no such row; start again" }] });
