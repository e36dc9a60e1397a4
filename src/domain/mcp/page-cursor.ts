import * as z from "zod";

/** A page of the server, and how many of its rows were already given: an answer may hold only some of a page. */
export type PageCursor = { page: string | null; skip: number };

const shape = z.tuple([z.string().nullable(), z.int().min(0).max(1000)]);

export const writeCursor = ({ page, skip }: PageCursor): string => JSON.stringify([page, skip]);

/** Undefined for a text that is no cursor. */
export const readCursor = (text: string | undefined): PageCursor | undefined => {
  if (text === undefined) return { page: null, skip: 0 };
  try {
    const [page, skip] = shape.parse(JSON.parse(text));
    return { page, skip };
  } catch {
    return undefined;
  }
};

/** The cursor after `count` further rows of a page of `length` rows. */
export const cursorAfter = (
  { page, skip }: PageCursor,
  length: number,
  next: string | null,
  count: number,
): string | null => {
  const given = skip + count;
  if (given < length) return writeCursor({ page, skip: given });
  return next === null ? null : writeCursor({ page: next, skip: 0 });
};
