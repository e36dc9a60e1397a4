import * as z from "zod";
import type { ApiRoute } from "./api-route.ts";

/** The rows of a list: under which key of the answer they are, null for the answer itself, and their fields. */
export type ListShape = { key: string | null; fields: readonly string[] };

const rowFields = (schema: unknown): string[] | undefined =>
  schema instanceof z.ZodArray && schema.element instanceof z.ZodObject
    ? Object.keys(schema.element.shape)
    : undefined;

/** Undefined for a route that is no list. */
export const listShape = ({ list, output, path }: ApiRoute): ListShape | undefined => {
  if (!list) return undefined;
  const whole = rowFields(output);
  if (whole) return { key: null, fields: whole };
  const found = Object.entries(output instanceof z.ZodObject ? output.shape : {}).flatMap(([key, schema]) => {
    const fields = rowFields(schema);
    return fields ? [{ key, fields }] : [];
  });
  const [only] = found;
  if (!only || found.length > 1) throw new Error(`${path} is no list of one kind of rows`);
  return only;
};
