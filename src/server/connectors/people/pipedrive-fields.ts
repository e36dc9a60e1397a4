import * as z from "zod";
import { type RemoteField, type RemoteType, remoteField } from "#domain/sync/field-map.ts";
import type { SyncValue } from "#domain/sync/remote-value.ts";

export const pipedriveField = z.object({
  field_name: z.string(),
  /** Of a custom field a hash of 40 characters. */
  field_code: z.string(),
  field_type: z.string(),
  is_custom_field: z.boolean().default(false),
  options: z
    .array(z.object({ id: z.union([z.number(), z.string()]), label: z.string() }))
    .nullish()
    .transform((options) => options ?? []),
});
export type PipedriveField = z.infer<typeof pipedriveField>;

const address = z.object({
  value: z.string(),
  primary: z.boolean().default(false),
  label: z.string().optional(),
});
export const pipedrivePerson = z.object({
  id: z.int(),
  name: z.string().nullish(),
  first_name: z.string().nullish(),
  last_name: z.string().nullish(),
  emails: z.array(address).default([]),
  phones: z.array(address).default([]),
  update_time: z.string().nullish(),
  is_deleted: z.boolean().default(false),
  /** Only where the company uses Campaigns. */
  marketing_status: z.string().nullish(),
  custom_fields: z.record(z.string(), z.unknown()).default({}),
});
export type PipedrivePerson = z.infer<typeof pipedrivePerson>;

/** The name of the custom field by which a person is recognised. */
export const keyFieldName = "Faro ID";

const builtIn = (name: string, label: string, type: RemoteType): RemoteField =>
  remoteField(name, label, type, { maxLength: type === "text" ? 255 : null });
const builtInFields: readonly RemoteField[] = [
  builtIn("first_name", "First name", "text"),
  builtIn("last_name", "Last name", "text"),
  builtIn("email", "Email", "email"),
  builtIn("phone", "Phone", "phone"),
  builtIn("marketing_unsubscribed", "Email opt out", "boolean"),
];

const types: Record<string, RemoteType> = {
  varchar: "text",
  varchar_auto: "text",
  text: "text",
  address: "text",
  double: "number",
  int: "number",
  monetary: "number",
  date: "date",
  enum: "choice",
  set: "choices",
  phone: "phone",
};

export const toRemoteFields = (fields: readonly PipedriveField[]): RemoteField[] => [
  ...builtInFields,
  ...fields.flatMap(({ field_name, field_code, field_type, is_custom_field, options }) => {
    const type = types[field_type];
    if (!is_custom_field || !type || field_name === keyFieldName) return [];
    return [
      {
        ...builtIn(field_code, field_name, type),
        options: options.map(({ label }) => label),
        maxLength: field_type === "text" ? 65_535 : type === "text" ? 255 : null,
      },
    ];
  }),
];

const primary = (list: readonly z.infer<typeof address>[]): string | null =>
  (list.find((item) => item.primary) ?? list[0])?.value ?? null;

/** Replaces the primary address and keeps the others. */
const withPrimary = (
  list: readonly z.infer<typeof address>[],
  value: SyncValue,
  label: string,
): z.infer<typeof address>[] => {
  const current = list.find((item) => item.primary) ?? list[0];
  const others = list.filter((item) => item !== current).map((item) => ({ ...item, primary: false }));
  if (value === null) return others.map((item, at) => ({ ...item, primary: at === 0 }));
  return [{ value: String(value), primary: true, label: current?.label ?? label }, ...others];
};

const labelOf = ({ options }: PipedriveField, id: unknown): string | null =>
  options.find((option) => String(option.id) === String(id))?.label ?? null;
const idOf = ({ options }: PipedriveField, label: unknown): number | string | null =>
  options.find((option) => option.label === label)?.id ?? null;

const readCustom = (field: PipedriveField, value: unknown): unknown => {
  if (value === null || value === undefined) return null;
  if (field.field_type === "enum") return labelOf(field, value);
  if (field.field_type === "set") return [value].flat().flatMap((id) => labelOf(field, id) ?? []);
  // Money and addresses are objects.
  return typeof value === "object" && "value" in value ? value.value : value;
};

const writeCustom = (field: PipedriveField, value: SyncValue, before: unknown): unknown => {
  if (value === null) return null;
  if (field.field_type === "enum") return idOf(field, value);
  if (field.field_type === "set") return [value].flat().flatMap((label) => idOf(field, label) ?? []);
  if (field.field_type === "monetary") {
    const currency = (before as { currency?: unknown } | null)?.currency;
    return { value, currency: typeof currency === "string" ? currency : "USD" };
  }
  return field.field_type === "address" ? { value } : value;
};

export const toValues = (
  person: PipedrivePerson,
  fields: readonly PipedriveField[],
): Record<string, unknown> => ({
  first_name: person.first_name ?? null,
  last_name: person.last_name ?? null,
  email: primary(person.emails),
  phone: primary(person.phones),
  ...(person.marketing_status == null
    ? {}
    : { marketing_unsubscribed: person.marketing_status === "unsubscribed" }),
  ...Object.fromEntries(
    fields
      .filter(({ is_custom_field }) => is_custom_field)
      .map((field) => [field.field_code, readCustom(field, person.custom_fields[field.field_code])]),
  ),
});

/** The body of a request that writes these values; `before` is the person as Pipedrive has them. */
export const toBody = (
  values: Record<string, SyncValue>,
  before: PipedrivePerson | undefined,
  fields: readonly PipedriveField[],
): Record<string, unknown> => {
  const body: Record<string, unknown> = {};
  // Only the full name can be written; Pipedrive divides it at the first space.
  if ("first_name" in values || "last_name" in values || !before) {
    const part = (name: "first_name" | "last_name") => (name in values ? values[name] : before?.[name]);
    const name = [part("first_name"), part("last_name")].filter(Boolean).join(" ");
    body.name = name || String(values.email ?? values.phone ?? before?.name ?? "–");
  }
  if ("email" in values) body.emails = withPrimary(before?.emails ?? [], values.email ?? null, "work");
  if ("phone" in values) body.phones = withPrimary(before?.phones ?? [], values.phone ?? null, "mobile");
  if (values.marketing_unsubscribed === true) body.marketing_status = "unsubscribed";
  const custom = fields.filter(({ field_code, is_custom_field }) => is_custom_field && field_code in values);
  if (custom.length > 0)
    body.custom_fields = Object.fromEntries(
      custom.map((field) => [
        field.field_code,
        writeCustom(field, values[field.field_code] ?? null, before?.custom_fields[field.field_code]),
      ]),
    );
  return body;
};
