import * as z from "zod";
import { areaLevels, areas } from "#domain/access/areas.ts";
import { recordScopes } from "#domain/access/record-scope.ts";
import { emailPattern } from "#domain/email-address.ts";

/** Field schemas that several resources share. */
export const id = z.uuid();
export const isoInstant = z.iso.datetime({ offset: true });
export const emailAddress = z
  .string()
  .trim()
  .max(254)
  .pipe(z.email({ pattern: emailPattern }))
  .transform((value) => value.toLowerCase());
export const shortText = z.string().trim().max(200);
export const password = z.string().min(8).max(256);
/** The `updatedAt` that the client last read; a save with an outdated one is rejected. */
export const expectedVersion = isoInstant.optional();
/** The level in every area. */
export const areaPermissions = z.record(z.enum(areas), z.enum(areaLevels));
/** Whose people and conversations a role has. */
export const recordScopesSchema = z.strictObject({
  people: z.enum(recordScopes),
  inbox: z.enum(recordScopes),
});
/** A user as others see them. */
export const teamRef = z.object({ id, name: z.string() });

export const userRef = z.object({ id, name: z.string() });
/** Pages of a list without an envelope: the cursor is the id of the last row of the page before. */
export const pageAfter = (most: number) => ({
  /** The id of the last row of the page before; the header `X-Next-Cursor` has that of the next one. */
  cursor: id.optional(),
  limit: z.coerce.number().int().min(1).max(most).optional(),
});
export const okResponse = z.object({ ok: z.literal(true) });

/** A filter of a list: one of the values; absent, empty and `all` mean no filter. */
export const filterChoice = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.union([z.enum(values), z.enum(["all", ""]).transform(() => undefined)]).optional();

type WithoutDefault<T> = T extends z.ZodDefault<infer Inner> ? Inner : T;
type UpdateShape<S extends z.ZodRawShape> = { [K in keyof S]: z.ZodExactOptional<WithoutDefault<S[K]>> };

const optionalFields = <S extends z.ZodRawShape>(input: z.ZodObject<S>): UpdateShape<S> => {
  const shape = Object.entries(input.shape).map(([name, field]) => [
    name,
    z.exactOptional(field instanceof z.ZodDefault ? (field.unwrap() as z.ZodType) : (field as z.ZodType)),
  ]);
  return Object.fromEntries(shape) as UpdateShape<S>;
};

/** A partial update of settings that have no version. */
export const settingsUpdate = <S extends z.ZodRawShape>(input: z.ZodObject<S>) =>
  z.strictObject(optionalFields(input));

/**
 * The schema of a partial update: absent fields stay unchanged. Zod's `partial` would apply the defaults and thereby
 * overwrite absent fields.
 */
export const updateInput = <S extends z.ZodRawShape>(input: z.ZodObject<S>) => {
  return z.strictObject({ ...optionalFields(input), updatedAt: expectedVersion });
};
