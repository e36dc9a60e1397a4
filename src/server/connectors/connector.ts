import * as z from "zod";
import type { ConnectionShape } from "#domain/connection.ts";

/** Code for one outside system. `settings` draws its card, checks what is saved, and types what it reads. */
export type Connector<Id extends string = string, S extends z.ZodObject = z.ZodObject> = {
  id: Id;
  label: string;
  group: "voice" | "crm" | "data" | "tasks" | "email" | "social" | "automation" | "messaging";
  settings: S;
};

export const defineConnector = <Id extends string, S extends z.ZodObject>(connector: Connector<Id, S>) =>
  connector;

const empty = z.literal("").transform(() => undefined);

/** A field that is sealed and never read back. */
export const secret = (title: string) =>
  z
    .union([z.string().trim().min(1).max(4096), empty, z.null()])
    .optional()
    .meta({ title, type: "string", format: "password", writeOnly: true });

/** A field that says where secrets are sent. */
export const destination = (title: string, example: string) =>
  z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .meta({ title, format: "uri", examples: [example], destination: true });

export const shapeOf = (settings: z.ZodObject): ConnectionShape => {
  const marked = (mark: string) =>
    Object.entries(settings.shape).flatMap(([field, schema]) =>
      z.globalRegistry.get(schema as z.ZodType)?.[mark] === true ? [field] : [],
    );
  return { secrets: marked("writeOnly"), destinations: marked("destination") };
};

export const formOf = (settings: z.ZodObject): Record<string, unknown> =>
  z.toJSONSchema(settings, {
    io: "input",
    // A secret is a plain text box, whatever its check accepts (blank, null) besides.
    override: ({ jsonSchema }) => {
      if (jsonSchema.writeOnly) delete jsonSchema.anyOf;
    },
  }) as Record<string, unknown>;
