import type { FastifyReply } from "fastify";
import { Problem } from "./problem.ts";

/**
 * Gives out a page of a list without an envelope. One row more than asked for was read, which tells that there is a next
 * page; the header has its cursor.
 */
export const sendPage = <Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
  reply: FastifyReply,
): Row[] => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  if (rows.length > limit && last) reply.header("x-next-cursor", last.id);
  return page;
};

/** A row that was deleted meanwhile names no place in the list. */
export const unknownCursor = (): Problem =>
  new Problem("invalid", { issues: [{ path: "cursor", message: "There is no such row; start again" }] });
