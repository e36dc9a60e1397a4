import * as z from "zod";
import { type EndpointSettings, endpointSettings } from "./settings.ts";

/** The same fields, all optional and without their defaults, so that an absent field stays unchanged. */
const partialFields = (schema: z.ZodObject): z.ZodObject => {
  const fields = Object.entries(schema.shape).map(([name, field]) => [name, z.exactOptional(partial(field))]);
  return z.strictObject(Object.fromEntries(fields));
};

const partial = (field: z.core.$ZodType): z.ZodType => {
  if (field instanceof z.ZodDefault) return partial(field.unwrap());
  if (field instanceof z.ZodNullable) return z.nullable(partial(field.unwrap()));
  return field instanceof z.ZodObject ? partialFields(field) : (field as z.ZodType);
};

export type EndpointSettingsUpdate = {
  [K in keyof EndpointSettings]?: EndpointSettings[K] extends { by: string }
    ? EndpointSettings[K]
    : EndpointSettings[K] extends object | null
      ? Partial<NonNullable<EndpointSettings[K]>> | Extract<EndpointSettings[K], null>
      : EndpointSettings[K];
};

export const endpointSettingsUpdate = partialFields(endpointSettings) as unknown as z.ZodType<
  EndpointSettingsUpdate,
  EndpointSettingsUpdate
>;

const isGroup = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value) && !("by" in value);

/** Named fields replace stored ones. A choice with its own fields (`by`) is replaced as a whole. */
const merge = (stored: unknown, update: unknown): unknown => {
  if (!isGroup(stored) || !isGroup(update)) return update;
  const fields = Object.entries(update).map(([name, value]) => [name, merge(stored[name], value)]);
  return { ...stored, ...Object.fromEntries(fields) };
};

export const mergeEndpointSettings = (
  stored: EndpointSettings,
  update: EndpointSettingsUpdate,
  error?: (issue: z.core.$ZodRawIssue) => string,
) => endpointSettings.safeParse(merge(stored, update), error && { error });
