import { foldLabel } from "./field-kinds/field-kind.ts";
import { personColumns } from "./person-columns.ts";

export const maxPersonFields = 250;
const maxKeyLength = 60;

/** Names of what every person has. A field of the same name would be confused with it in filters and imports. */
const builtInWords: ReadonlySet<string> = new Set([
  ...Object.values(personColumns).map(({ column }) => column),
  ...`person people name full_name customer_name e_mail mail phone_number mobile address addresses stage tag source
  postal_code city time_zone consent dnc owner assigned_agent agent merged score scores intent propensity churn field
  event company_name unsubscribe_link correo telefono nombre apellido etiqueta etiquetas estado idioma`.split(
    /\s+/,
  ),
]);

const toWords = (label: string): string =>
  foldLabel(label)
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .replace(/^(?=\d)/, "n_")
    .slice(0, maxKeyLength)
    .replace(/_+$/, "");

/**
 * The key of a new field, made of its English label: `[a-z][a-z0-9_]{0,59}`, no built-in word, and none that is taken.
 * Keys never change, so archived fields keep theirs.
 */
export const makeFieldKey = (label: string, taken: ReadonlySet<string>): string => {
  const words = toWords(label) || "field";
  const base = builtInWords.has(words) ? `custom_${words}`.slice(0, maxKeyLength) : words;
  const isFree = (key: string): boolean => !taken.has(key) && !builtInWords.has(key);
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? "" : `_${number}`;
    const key = `${base.slice(0, maxKeyLength - suffix.length)}${suffix}`;
    if (isFree(key)) return key;
  }
};
