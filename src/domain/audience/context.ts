import type { PersonFieldKind } from "#domain/people/person-field.ts";

/** What an audience is read with: the clock, the user who asks, and what its rows may refer to. */
export type AudienceContext = {
  now: number;
  /** Of the workspace; calendar days are its days. */
  timezone: string;
  /** Who `me` is; null where no user asks, as in a rule. */
  userId: string | null;
  /** Custom fields that are not archived, by key. */
  customFields: ReadonlyMap<string, PersonFieldKind>;
  /** Audiences of segments as stored, by id. */
  segments: ReadonlyMap<string, unknown>;
  ruleIds: ReadonlySet<string>;
  importIds: ReadonlySet<string>;
  broadcastIds: ReadonlySet<string>;
  /** The teams of each user. */
  teamsOf: ReadonlyMap<string, readonly string[]>;
};

export const audienceProblemCodes = [
  "malformed",
  "too_large",
  "unknown_field",
  "wrong_operator",
  "wrong_value",
  "missing_segment",
  "segment_cycle",
] as const;
export type AudienceProblemCode = (typeof audienceProblemCodes)[number];

/** Why an audience cannot be read, and the row that is the cause. */
export type AudienceProblem = { code: AudienceProblemCode; path: string; field: string | null };
