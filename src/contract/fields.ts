import * as z from "zod";

/** Pieces that several resources share, so that each is checked one way. */
export const id = z.uuid();
export const isoInstant = z.iso.datetime({ offset: true });
export const emailAddress = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email())
  .transform((value) => value.toLowerCase());
export const shortText = z.string().trim().max(200);
export const password = z.string().min(8).max(256);
/** The `updatedAt` a form was opened with; when it is no longer the newest, the save is refused. */
export const expectedVersion = isoInstant.optional();
export const okResponse = z.object({ ok: z.literal(true) });

type WithoutDefault<T> = T extends z.ZodDefault<infer Inner> ? Inner : T;
type Changed<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodExactOptional<WithoutDefault<S[K]>> };

/**
 * The fields of an input as a change of it: each may be left out, and then stays as it is. Zod's own `partial`
 * would fill in the defaults, and so overwrite what nobody touched.
 */
export const updateInput = <S extends z.ZodRawShape>(input: z.ZodObject<S>) => {
  const shape = Object.entries(input.shape).map(([name, field]) => [
    name,
    z.exactOptional(field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : (field as z.ZodType)),
  ]);
  return z.strictObject({ ...(Object.fromEntries(shape) as Changed<S>), updatedAt: expectedVersion });
};
