import type { ApiRoute } from "#contract/api-route.ts";
import { type RecordKind, recordRuleOf } from "#contract/record-rules.ts";
import type { PlaceArea } from "#domain/access/areas.ts";
import { isPartial, scopedAreas, scopeOfCall } from "#domain/access/record-scope.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import type { Reader } from "#server/db/database.ts";
import { findPeopleOfRecords, findVisible, type RecordReach } from "#server/store/people/visible-people.ts";
import { Problem } from "./problem.ts";

/** The part of the records that a caller has in an area; undefined for all. */
export const reachOf = ({ user }: Pick<UserSession, "user">, area: PlaceArea): RecordReach | undefined => {
  const scope = scopeOfCall(user.scopes, area);
  return scope === "all" ? undefined : { userId: user.id, scope };
};

/** Records outside the caller's part do not exist for them. */
export const requireVisible = async (
  db: Reader,
  reach: RecordReach | undefined,
  kind: RecordKind,
  ids: readonly string[],
): Promise<void> => {
  if (reach === undefined) return;
  const people = await findPeopleOfRecords(db, kind, ids);
  const wanted = people.filter((id) => id !== null);
  const visible = await findVisible(db, reach, wanted);
  if (ids.length === 0 || wanted.length < ids.length || wanted.some((id) => !visible.has(id)))
    throw new Problem("not_found");
};

const toIds = (given: unknown): string[] =>
  (Array.isArray(given) ? given : [given]).filter((id) => typeof id === "string");

/**
 * Whoever looks after a person has their conversation: a caller with a part of the conversations chooses no owner for
 * people whose conversations are not in it.
 */
export const requireOwnerChange = async (
  db: Reader,
  caller: Pick<UserSession, "user">,
  ids: readonly string[],
): Promise<void> => {
  const reach = reachOf(caller, "inbox");
  if (reach === undefined) return;
  const visible = await findVisible(db, reach, ids);
  if (ids.some((id) => !visible.has(id))) throw new Problem("forbidden");
};

/**
 * The one check of every call, of the HTTP API and of assistants: a role with a part of the records may make only the
 * calls that keep to it, with records of that part.
 */
export const requireRecords = async (
  db: Reader,
  route: ApiRoute,
  caller: UserSession | undefined,
  input: Record<string, unknown>,
): Promise<void> => {
  if (route.access === "public" || !caller) return;
  const rule = recordRuleOf(route);
  if (rule === undefined) {
    // What writes many people at once moves conversations, too, so a part of either area closes it.
    if (isPartial(caller.user.scopes)) throw new Problem("forbidden");
    return;
  }
  const isOfBothAreas = typeof rule === "object" && rule.isOfBothAreas === true;
  const reach = reachOf(caller, isOfBothAreas ? scopedAreas : route.area);
  if (reach === undefined) return;
  if (rule === "none" || rule === "filtered") return;
  const ids = toIds(rule.ids(input as Parameters<typeof rule.ids>[0]));
  // Without an id the call would be about everybody.
  if (ids.length === 0) throw new Problem("forbidden");
  await requireVisible(db, reach, rule.kind, ids);
};
