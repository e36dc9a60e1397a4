import * as z from "zod";
import { distanceUnits } from "#domain/places/sphere.ts";

/** All operators; which ones a field takes depends on its kind (`fieldOperators`). */
export const audienceOperators = [
  "is",
  "is_any_of",
  "contains",
  "starts_with",
  "ends_with",
  "known",
  "has_any",
  "has_all",
  "is_empty",
  "=",
  ">",
  ">=",
  "<",
  "<=",
  "between",
  "on",
  "before",
  "after",
  "in_last",
  "more_than_ago",
  "in_next",
  "day_and_month_is",
  "is_true",
  "in",
  "below_percent",
  "within_distance",
] as const;
export type AudienceOperator = (typeof audienceOperators)[number];

export const audienceFieldKinds = [
  "text",
  "choice",
  "user",
  "team",
  "set",
  "number",
  "instant",
  "date",
  "yes_no",
  "count",
  "reference",
  "bucket",
  "area",
  "distance",
] as const;
export type AudienceFieldKind = (typeof audienceFieldKinds)[number];

/** The operators of each kind of field, in the order in which a form offers them. */
export const fieldOperators = {
  text: ["is", "is_any_of", "contains", "starts_with", "ends_with", "known"],
  choice: ["is_any_of", "known"],
  user: ["is_any_of", "known"],
  team: ["is_any_of", "known"],
  set: ["has_any", "has_all", "is_empty"],
  number: ["=", ">", ">=", "<", "<=", "between", "known"],
  instant: ["in_last", "more_than_ago", "in_next", "on", "before", "after", "between", "known"],
  date: [
    "in_last",
    "more_than_ago",
    "in_next",
    "on",
    "before",
    "after",
    "between",
    "day_and_month_is",
    "known",
  ],
  yes_no: ["is_true"],
  count: [">=", "=", "<="],
  reference: ["in"],
  bucket: ["below_percent"],
  area: ["is_any_of", "known"],
  distance: ["within_distance", "known"],
} as const satisfies Record<AudienceFieldKind, readonly AudienceOperator[]>;

export const spanUnits = ["hours", "days", "weeks", "months"] as const;
export type SpanUnit = (typeof spanUnits)[number];

/** A span of time back from, or ahead of, the one `now` of an evaluation. */
export const span = z.strictObject({ last: z.int().min(1).max(10_000), unit: z.enum(spanUnits) });
export type Span = z.infer<typeof span>;

/** When something happened that a row counts. Days are those of the workspace's timezone. */
export const within = z.union([
  span,
  z.strictObject({ since: z.iso.date() }),
  z.strictObject({ between: z.tuple([z.iso.date(), z.iso.date()]) }),
]);
export type Within = z.infer<typeof within>;

/** So far from a point, whose label says to readers what it is. */
export const distanceFrom = z.strictObject({
  distance: z.number().positive().max(20_000),
  unit: z.enum(distanceUnits),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  label: z.string().max(200),
});
export type DistanceFrom = z.infer<typeof distanceFrom>;

const scalar = z.union([z.string().max(1000), z.number(), z.boolean()]);

export const audienceRow = z.strictObject({
  /** `status`, `field.<key>`, `event.<type>`, `segment.<id>`, … */
  field: z.string().min(1).max(120),
  op: z.enum(audienceOperators),
  /** Depends on the kind of the field: a text, a number, a date, a list, a span, or a distance. `me` is the user who asks. */
  value: z.union([scalar, z.array(scalar).max(200), span, distanceFrom]).optional(),
  within: within.optional(),
});
export type AudienceRow = z.infer<typeof audienceRow>;

export type AudienceNode =
  | { everybody: true }
  | { all: AudienceNode[] }
  | { any: AudienceNode[] }
  | { not: AudienceNode }
  | AudienceRow;

const audienceNode: z.ZodType<AudienceNode> = z
  .lazy(() =>
    z.union([
      z.strictObject({ everybody: z.literal(true) }),
      z.strictObject({ all: z.array(audienceNode).min(1).max(20) }),
      z.strictObject({ any: z.array(audienceNode).min(1).max(20) }),
      z.strictObject({ not: audienceNode }),
      audienceRow,
    ]),
  )
  // The name of the schema in the API reference: it refers to itself.
  .meta({
    id: "Audience",
    examples: [{ all: [{ field: "status", op: "is_any_of", value: ["qualified"] }] }],
  });

export const maxAudienceDepth = 4;
export const maxAudienceRows = 60;
export const maxAudienceBytes = 16_384;

const childrenOf = (node: AudienceNode): AudienceNode[] => {
  if ("all" in node) return node.all;
  if ("any" in node) return node.any;
  return "not" in node ? [node.not] : [];
};

/** `not` does not count as a level: it only turns what it holds around. */
const depthOf = (node: AudienceNode): number => {
  const deepest = Math.max(0, ...childrenOf(node).map(depthOf));
  return "not" in node ? deepest : deepest + 1;
};

export const rowsOf = (node: AudienceNode): AudienceRow[] =>
  "field" in node ? [node] : childrenOf(node).flatMap(rowsOf);

/** PostgreSQL stores neither NUL nor half a character. */
const isStorable = (value: unknown): boolean => {
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  if (Array.isArray(value)) return value.every(isStorable);
  return typeof value === "object" && value !== null ? Object.values(value).every(isStorable) : true;
};

/** Every level may be turned around once. */
const maxNesting = 2 * maxAudienceDepth + 1;

/** Without recursion, which a hostile body could exhaust. */
const isTooDeep = (value: unknown): boolean => {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > 2 * maxNesting) return true;
    level = level.flatMap((item) => (typeof item === "object" && item !== null ? Object.values(item) : []));
  }
  return false;
};

const limitedNode = audienceNode.check(({ value, issues }) => {
  const isTooLarge =
    depthOf(value) > maxAudienceDepth ||
    rowsOf(value).length > maxAudienceRows ||
    JSON.stringify(value).length > maxAudienceBytes;
  if (isTooLarge) issues.push({ code: "custom", input: value, message: "The filter is too large" });
  if (!rowsOf(value).every((row) => isStorable(row.field) && isStorable(row.value)))
    issues.push({ code: "custom", input: value, message: "The filter contains invalid characters" });
});

/** Which people: a tree of rows. Everybody must be said; no list is empty. */
export const audience = z.preprocess(
  (value) => (isTooDeep(value) ? null : value),
  limitedNode,
) as unknown as z.ZodType<AudienceNode, AudienceNode>;
export type Audience = AudienceNode;
