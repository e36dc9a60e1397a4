import * as z from "zod";

/** Pieces that several resources share, so that each is checked one way. */
export const id = z.uuid();
export const instant = z.iso.datetime({ offset: true });
export const email = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email())
  .transform((value) => value.toLowerCase());
export const shortText = z.string().trim().max(200);
export const password = z.string().min(8).max(256);
/** The `updatedAt` a form was opened with; when it is no longer the newest, the save is refused. */
export const version = instant.optional();
export const done = z.object({ ok: z.literal(true) });
