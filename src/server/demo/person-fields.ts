import { sql } from "drizzle-orm";
import { makeFieldKey } from "#domain/people/field-key.ts";
import type { PersonFieldKind } from "#domain/people/person-field.ts";
import type { Tx } from "#server/db/database.ts";
import { findFieldUses, insertPersonField } from "#server/store/people/person-fields.ts";

type DemoField = { label: { en: string; es: string }; kind: PersonFieldKind; choices?: string[] };

/** What the business wants to know of people besides the built-in fields. The website and the calendar report it. */
const demoFields: readonly DemoField[] = [
  { label: { en: "Monthly bill", es: "Factura mensual" }, kind: "money" },
  { label: { en: "Roof", es: "Techo" }, kind: "choice", choices: ["Concrete", "Metal", "Shingle"] },
  { label: { en: "Owns the house", es: "Casa propia" }, kind: "yes_no" },
  { label: { en: "Next visit", es: "Próxima visita" }, kind: "date" },
];

/** What the mapping of the endpoints writes to them. */
export const fieldMapping = {
  "field.monthly_bill": "monthly_bill",
  "field.roof": "roof",
  "field.owns_the_house": "owns_house",
  "field.next_visit": "appointment_date",
} as const;

/** Returns their keys. */
export const addPersonFields = async (tx: Tx): Promise<string[]> => {
  const keys = new Set<string>();
  for (const [position, { label, kind, choices = [] }] of demoFields.entries()) {
    const key = makeFieldKey(label.en, keys);
    await insertPersonField(tx, { key, position, label, kind, choices, pii: false });
    keys.add(key);
  }
  return [...keys];
};

/** Removes those of which nobody who stays has a value, and which nothing names. */
export const removePersonFields = async (tx: Tx, keys: readonly string[]): Promise<void> => {
  for (const key of keys)
    if ((await findFieldUses(tx, key)).length === 0)
      await tx.execute(sql`
        DELETE FROM person_fields WHERE key = ${key} AND NOT EXISTS (SELECT FROM people WHERE fields ? ${key}::text)`);
};
