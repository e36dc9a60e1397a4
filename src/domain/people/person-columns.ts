/** Where a column of a person is offered. */
export type PersonUse =
  /** The form that operators fill in, and requests of the API. */
  | "form"
  /** Answers of the API. */
  | "api"
  /** What an endpoint may fill from a payload. */
  | "mapping"
  | "import"
  | "sync"
  /** Filters, views, segments and the conditions of rules. */
  | "audience"
  | "export"
  /** The events that subscribers get. */
  | "webhook";

/** What a text is, where it may come from outside: each kind has its rules in `outside-text.ts`. */
export type OutsideTextKind = "name" | "place" | "code" | "tag";

type PersonColumn = {
  /** Its name in the table. */
  column: string;
  type: "uuid" | "text" | "text[]" | "jsonb" | "smallint" | "timestamptz";
  isRequired?: true;
  /** Text of up to this length that needs no rule of its own: it is read, stored and compared as it is. */
  maxLength?: number;
  /** Of plain text: what documents show. */
  example?: string;
  uses: readonly PersonUse[];
  /** Of two people who are merged, the survivor's value counts unless it is blank or the operator picks the other. */
  isPicked?: true;
  /** When a person may be contacted depends on it. */
  decidesHours?: true;
  /** Free text, and what it may hold. */
  text?: OutsideTextKind;
  /** Plain text that the list of people may show in a column. */
  isListed?: true;
  /** Messages quote it: what an AI assistant changes here waits for approval. */
  isSent?: true;
};

const everywhere = ["form", "api", "mapping", "import", "sync", "audience", "export", "webhook"] as const;

/**
 * The columns of a person that code reads and writes, each once. What maps, imports, syncs, filters, exports, merges or
 * stores people is derived from this list. Columns that the database maintains for itself are not here.
 */
export const personColumns = {
  id: { column: "id", type: "uuid", isRequired: true, uses: ["api", "import", "export", "webhook"] },
  firstName: {
    column: "first_name",
    type: "text",
    uses: everywhere,
    isPicked: true,
    text: "name",
    isSent: true,
  },
  lastName: {
    column: "last_name",
    type: "text",
    uses: everywhere,
    isPicked: true,
    text: "name",
    isSent: true,
  },
  /** As it was written; matched in lower case. */
  email: { column: "email", type: "text", uses: everywhere, isPicked: true },
  /** E.164. */
  phone: { column: "phone", type: "text", uses: everywhere, isPicked: true, decidesHours: true },
  /** Language of messages to the person; null while unknown. */
  language: { column: "language", type: "text", uses: everywhere, isPicked: true },
  /** Stated place of residence. */
  zip: {
    column: "zip",
    type: "text",
    maxLength: 20,
    text: "code",
    example: "00901",
    uses: everywhere,
    isPicked: true,
    decidesHours: true,
  },
  region: {
    column: "region",
    type: "text",
    maxLength: 80,
    text: "place",
    example: "PR",
    uses: everywhere,
    isPicked: true,
    decidesHours: true,
  },
  town: {
    column: "town",
    type: "text",
    maxLength: 80,
    text: "place",
    example: "San Juan",
    uses: everywhere,
    isPicked: true,
    isListed: true,
  },
  timezone: {
    column: "timezone",
    type: "text",
    uses: ["form", "api", "import", "audience", "export", "webhook"],
    isPicked: true,
    decidesHours: true,
  },
  type: { column: "type", type: "text", isRequired: true, uses: everywhere },
  /** The stage. */
  status: { column: "status", type: "text", isRequired: true, uses: everywhere },
  tags: { column: "tags", type: "text[]", isRequired: true, uses: everywhere, text: "tag" },
  sources: { column: "sources", type: "text[]", isRequired: true, uses: ["api", "audience", "webhook"] },
  /** The user who looks after the person. */
  assignedAgentId: {
    column: "assigned_agent_id",
    type: "uuid",
    uses: ["form", "api", "audience", "webhook"],
    isPicked: true,
  },
  /** Whether the person agreed to each channel; the proofs are in the consent ledger. */
  consents: { column: "consents", type: "jsonb", isRequired: true, uses: ["form", "api", "webhook"] },
  /** Values of custom fields by their key. */
  fields: { column: "fields", type: "jsonb", isRequired: true, uses: ["form", "api", "webhook"] },
  /** The furthest stage ever reached, 0 (new) to 3 (converted). */
  stageReached: { column: "stage_reached", type: "smallint", isRequired: true, uses: [] },
  convertedAt: { column: "converted_at", type: "timestamptz", uses: ["audience"] },
  createdAt: {
    column: "created_at",
    type: "timestamptz",
    isRequired: true,
    uses: ["api", "import", "audience", "export", "webhook"],
  },
  /** The version of the row, which every change moves forward. */
  updatedAt: {
    column: "updated_at",
    type: "timestamptz",
    isRequired: true,
    uses: ["api", "audience", "export"],
  },
} as const satisfies Record<string, PersonColumn>;

type Columns = typeof personColumns;
export type PersonColumnName = keyof Columns;

type TypeOf<Type> = Type extends "text[]"
  ? string[]
  : Type extends "jsonb"
    ? Record<string, unknown>
    : Type extends "smallint" | "timestamptz"
      ? number
      : string;

/** A person's row. Instants are milliseconds since 1970. */
export type PersonValues = {
  [Name in PersonColumnName]: Columns[Name] extends { isRequired: true }
    ? TypeOf<Columns[Name]["type"]>
    : TypeOf<Columns[Name]["type"]> | null;
};

type NamesFor<Use extends PersonUse> = {
  [Name in PersonColumnName]: Use extends Columns[Name]["uses"][number] ? Name : never;
}[PersonColumnName];
type NamesWith<Mark extends "isPicked" | "decidesHours" | "isSent" | "isListed"> = {
  [Name in PersonColumnName]: Columns[Name] extends Record<Mark, true> ? Name : never;
}[PersonColumnName];

const names = Object.keys(personColumns) as PersonColumnName[];
const definition = (name: PersonColumnName): PersonColumn => personColumns[name];

/** The columns that are offered somewhere, in the order of the list. */
export const columnsFor = <Use extends PersonUse>(use: Use): NamesFor<Use>[] =>
  names.filter((name): name is NamesFor<Use> => definition(name).uses.includes(use));

/** Columns with one value, of which a merge picks one. Type and stage have rules of their own. */
export const pickedColumns = names.filter(
  (name): name is NamesWith<"isPicked"> => definition(name).isPicked === true,
);

/** Columns that messages quote. */
export const sentColumns = names.filter(
  (name): name is NamesWith<"isSent"> => definition(name).isSent === true,
);

/** The column of this name; undefined where there is none. */
export const findColumn = (name: string): PersonColumn | undefined =>
  Object.hasOwn(personColumns, name) ? definition(name as PersonColumnName) : undefined;

export type PlainColumnName = {
  [Name in PersonColumnName]: Columns[Name] extends { maxLength: number } ? Name : never;
}[PersonColumnName];

/** Columns of plain text, of which schemas and filters are derived. */
export const plainColumns = names.filter(
  (name): name is PlainColumnName => definition(name).maxLength !== undefined,
);

/** The same in the order of forms: the place from the town outwards. */
export const shownPlainColumns = plainColumns.toReversed();

export type ListedColumnName = NamesWith<"isListed">;
export const listedColumns = names.filter(
  (name): name is ListedColumnName => definition(name).isListed === true,
);

/** Something for each column of plain text. */
export const forPlainColumns = <T>(make: (name: PlainColumnName) => T): Record<PlainColumnName, T> =>
  Object.fromEntries(plainColumns.map((name) => [name, make(name)])) as Record<PlainColumnName, T>;

/** Values of columns of plain text, as far as they are given. */
export type PlainTexts = Partial<Record<PlainColumnName, string>>;

/** What a person has before anything is known of them. */
export const emptyColumns = Object.fromEntries(
  names.filter((name) => !definition(name).isRequired).map((name) => [name, null]),
) as { [Name in PersonColumnName as Columns[Name] extends { isRequired: true } ? never : Name]: null };

/** Columns on which the contact hours depend. */
export const hourColumns = names.filter(
  (name): name is NamesWith<"decidesHours"> => definition(name).decidesHours === true,
);
