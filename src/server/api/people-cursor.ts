import * as z from "zod";
import { id, isoInstant } from "#contract/fields.ts";
import type { PeopleCursor } from "#server/store/people/people-search.ts";
import { Problem } from "./problem.ts";

const place = z.tuple([isoInstant, id]);

export const writeCursor = ({ updatedAt, id }: PeopleCursor): string =>
  Buffer.from(JSON.stringify([updatedAt, id])).toString("base64url");

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
};

export const readCursor = (cursor: string): PeopleCursor => {
  const read = place.safeParse(parsed(cursor));
  if (!read.success) throw new Problem("invalid", { issues: [{ path: "cursor", message: "" }] });
  const [updatedAt, id] = read.data;
  return { updatedAt, id };
};
