import * as z from "zod";
import { id, instant } from "#contract/fields.ts";
import type { PeopleCursor } from "#server/store/people/people-search.ts";
import { Problem } from "./problem.ts";

const cursorSchema = z.tuple([instant, id]);

export const encodeCursor = ({ updatedAt, id }: PeopleCursor): string =>
  Buffer.from(JSON.stringify([updatedAt, id])).toString("base64url");

const parseCursorJson = (text: string): unknown => {
  try {
    return JSON.parse(Buffer.from(text, "base64url").toString("utf8"));
  } catch {
    return undefined;
  }
};

export const decodeCursor = (cursor: string): PeopleCursor => {
  const read = cursorSchema.safeParse(parseCursorJson(cursor));
  if (!read.success) throw new Problem("invalid", { issues: [{ path: "cursor", message: "" }] });
  const [updatedAt, id] = read.data;
  return { updatedAt, id };
};
