import { foldHeader } from "#domain/import/fold-header.ts";
import { fieldMeaning } from "#domain/ingestion/field-meaning.ts";
import type { PersonFieldKind } from "#domain/people/person-field.ts";
import type { FieldLink, PersonSyncField, RemoteField, RemoteType } from "./field-map.ts";

type CustomField = { key: string; labels: readonly string[]; kind: PersonFieldKind };

/** "firstname", "FirstName" and "first_name" as "first name". */
const words = (name: string): string =>
  foldHeader(name.replaceAll(/([a-z\d])([A-Z])/g, "$1 $2").replace(/__c$/i, ""));

const optOutNames: readonly { pattern: RegExp; ours: string }[] = [
  {
    pattern:
      /^(?:has opted out of|opt(?:ed)? ?out(?: of)?|no) ?e ?mails?$|^hs e ?mail opt ?out$|e ?mail opt ?out$|baja (?:de )?correos?$/,
    ours: "optOut.email",
  },
  { pattern: /^do not call$|^no llamar$|call opt ?out$/, ours: "optOut.call" },
  { pattern: /(?:sms|text) opt ?out$|^do not text$|baja (?:de )?(?:sms|textos?)$/, ours: "optOut.sms" },
  { pattern: /whats ?app opt ?out$|baja (?:de )?whats ?app$/, ours: "optOut.whatsapp" },
  { pattern: /^(?:do not contact|dnc|no contactar)$/, ours: "optOut.all" },
];

/** Whether a name says that a field holds an opt-out, for tables whose columns have no type. */
export const isOptOutName = (label: string): boolean =>
  optOutNames.some(({ pattern }) => pattern.test(words(label)));

/** Names that vendors give to these fields and that no word list covers. */
const vendorNames: Record<string, PersonSyncField> = {
  firstname: "firstName",
  lastname: "lastName",
  mailingcity: "town",
  mailingstate: "region",
  mailingpostalcode: "zip",
  mobilephone: "phone",
  tags: "tags",
  etiquetas: "tags",
};

const fieldOfName = (field: RemoteField): PersonSyncField | undefined => {
  const listed = vendorNames[field.name.replaceAll(/[_\s]/g, "").toLowerCase()];
  if (listed) return listed;
  for (const name of [words(field.name), field.label]) {
    const meaning = fieldMeaning(name);
    if (meaning.isCompanyField) continue;
    const weights: [PersonSyncField, number][] = [
      ["email", meaning.email],
      ["phone", meaning.phone],
      ["firstName", meaning.firstName],
      ["lastName", meaning.lastName],
      ["language", meaning.language],
      ["zip", meaning.zip],
      ["region", meaning.region],
      ["town", meaning.town],
    ];
    const best = weights.reduce((a, b) => (b[1] > a[1] ? b : a));
    if (best[1] > 0) return best[0];
  }
  return undefined;
};

const builtInTypes: Partial<Record<PersonSyncField, readonly RemoteType[]>> = {
  email: ["email", "text"],
  phone: ["phone", "text"],
  tags: ["choices", "text"],
};
const textTypes: readonly RemoteType[] = ["text", "choice"];

const kindTypes: Record<PersonFieldKind, readonly RemoteType[]> = {
  text: ["text", "choice", "email", "phone"],
  number: ["number", "text"],
  money: ["number", "text"],
  date: ["date", "datetime", "text"],
  yes_no: ["boolean", "text"],
  choice: ["choice", "text"],
  choices: ["choices", "text"],
  link: ["text"],
};

/** Whether values of a custom field can be written to a field of the vendor's at all. */
export const fitsRemoteType = (kind: PersonFieldKind, type: RemoteType): boolean =>
  kindTypes[kind].includes(type);

const fitsBuiltIn = (ours: PersonSyncField, type: RemoteType): boolean =>
  (builtInTypes[ours] ?? textTypes).includes(type);

/**
 * Proposes which fields belong together, by names in English and Spanish and by types. Of several fields for one of ours
 * the first counts. A field that cannot be written is only read.
 */
export const guessFieldMap = (
  remote: readonly RemoteField[],
  custom: readonly CustomField[],
): FieldLink[] => {
  const links: FieldLink[] = [];
  const add = (ours: string, field: RemoteField): void => {
    if (links.some((link) => link.ours === ours || link.theirs === field.name)) return;
    links.push({ ours, theirs: field.name, direction: field.isReadOnly ? "in" : "both" });
  };
  for (const field of remote) {
    const names = [words(field.name), words(field.label)];
    const optOut =
      field.type === "boolean" && optOutNames.find(({ pattern }) => names.some((name) => pattern.test(name)));
    if (optOut) {
      add(optOut.ours, field);
      continue;
    }
    const own = custom.find(
      ({ key, labels, kind }) =>
        fitsRemoteType(kind, field.type) && [key, ...labels].some((label) => names.includes(words(label))),
    );
    if (own) {
      add(`fields.${own.key}`, field);
      continue;
    }
    const builtIn = fieldOfName(field);
    if (builtIn && fitsBuiltIn(builtIn, field.type)) add(builtIn, field);
  }
  return links;
};
