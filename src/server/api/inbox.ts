import type { inboxApi } from "#contract/inbox.ts";
import { audience } from "#domain/audience/audience.ts";
import { readAssignment, saveAssignment } from "#server/store/conversations/assignment.ts";
import { listColleagues, setAway } from "#server/store/conversations/colleagues.ts";
import { findAssignedTeam, listInboxTeams, listTeamsOf } from "#server/store/conversations/inbox-teams.ts";
import { readThreadDetail } from "#server/store/conversations/thread-detail.ts";
import {
  findItemPlace,
  type ItemCursor,
  parseItemCursor,
  readThreadItems,
} from "#server/store/conversations/thread-items.ts";
import { countThreads, listThreads } from "#server/store/conversations/thread-list.ts";
import { parseCursor, writeCursor } from "#server/store/conversations/thread-views.ts";
import { audienceCondition } from "#server/store/people/audience-context.ts";
import type { ApiCall, ApiServices, Handler, Handlers } from "./handler.ts";
import { messageHandlers } from "./inbox-messages.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { reachOf } from "./record-access.ts";
import { changeThreads } from "./thread-changes.ts";
import { requestLanguage } from "./vendor-problems.ts";

type ThreadRoute =
  | "list"
  | "counts"
  | "get"
  | "items"
  | "change"
  | "bulk"
  | "availability"
  | "assignment"
  | "setAssignment"
  | "teams"
  | "colleagues";
type Caller = ApiCall<typeof inboxApi.list>["caller"];

const nameOf = ({ user: { firstName, lastName, email } }: Caller): string =>
  [firstName, lastName].filter(Boolean).join(" ") || email;

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const readDetail = async ({ database, addressHash }: ApiServices, personId: string, userId: string) => {
  const detail = await readThreadDetail(database.db, personId, userId, addressHash);
  if (!detail) throw new Problem("not_found");
  return detail;
};

/** The teams that a filter names. A team that was deleted has no conversations. */
const readTeamIds = async ({ database }: ApiServices, team: string | undefined, userId: string) => {
  if (team === undefined) return undefined;
  return team === "mine" ? listTeamsOf(database.db, userId) : [team];
};

/** The condition of an audience on the people of the list. */
const readAudience = async ({
  input: { query },
  caller,
  request,
  services,
}: ApiCall<typeof inboxApi.list>) => {
  if (query.where === undefined) return undefined;
  const parsed = audience.safeParse(parseJson(query.where));
  const { timezone } = await services.general();
  const use = { now: Date.now(), userId: caller.user.id, timezone };
  const condition = parsed.success
    ? await audienceCondition(services.database.db, parsed.data, use)
    : undefined;
  if (!condition?.ok) {
    const message = issuePhrases[requestLanguage({ caller, request })].invalid;
    throw new Problem("invalid", { issues: [{ path: "where", message }] });
  }
  return condition.sql;
};

const readItemCursor = async ({
  input: { params, query },
  caller,
  request,
  services,
}: ApiCall<typeof inboxApi.items>): Promise<ItemCursor | undefined> => {
  if (query.around !== undefined) {
    const place = await findItemPlace(services.database.db, params.id, query.around);
    if (!place) throw new Problem("not_found");
    return { ...place, isInclusive: true };
  }
  if (query.before === undefined) return undefined;
  const cursor = parseItemCursor(query.before);
  const message = issuePhrases[requestLanguage({ caller, request })].cursor;
  if (!cursor) throw new Problem("invalid", { issues: [{ path: "before", message }] });
  return cursor;
};

const threadHandlers: { [R in ThreadRoute]: Handler<(typeof inboxApi)[R]> } = {
  list: async (call) => {
    const { input, caller, request, services } = call;
    const { view, sort, team, search, limit } = input.query;
    const cursor = input.query.cursor === undefined ? undefined : parseCursor(input.query.cursor);
    if (input.query.cursor !== undefined && !cursor) {
      const message = issuePhrases[requestLanguage({ caller, request })].cursor;
      throw new Problem("invalid", { issues: [{ path: "cursor", message }] });
    }
    const { threads, next } = await listThreads(services.database.db, {
      userId: caller.user.id,
      view,
      sort,
      search,
      teamIds: await readTeamIds(services, team, caller.user.id),
      audience: await readAudience(call),
      reach: reachOf(caller, "inbox"),
      cursor,
      limit,
    });
    return { threads, nextCursor: next && writeCursor(next) };
  },

  counts: async ({ input: { query }, caller, services }) => {
    const teamIds = await readTeamIds(services, query.team, caller.user.id);
    return {
      counts: await countThreads(services.database.db, caller.user.id, teamIds, reachOf(caller, "inbox")),
    };
  },

  get: ({ input: { params }, caller, services }) => readDetail(services, params.id, caller.user.id),

  items: async (call) => {
    const { input, services } = call;
    const cursor = await readItemCursor(call);
    return readThreadItems(services.database.db, input.params.id, cursor, input.query.limit);
  },

  change: async ({ input: { params, body }, caller, actor, services }) => {
    const user = { id: caller.user.id, name: nameOf(caller) };
    await services.write(actor, async (context) => {
      const { people } = await changeThreads(context, [params.id], body, user);
      if (people === 0) throw new Problem("not_found");
    });
    return readDetail(services, params.id, caller.user.id);
  },

  bulk: async ({ input: { body }, caller, actor, services }) => {
    const user = { id: caller.user.id, name: nameOf(caller) };
    const { changed } = await services.write(actor, (context) =>
      changeThreads(context, body.ids, body.change, user),
    );
    return { changed };
  },

  availability: async ({ input: { body }, caller, actor, services }) => {
    await services.write(actor, async ({ tx, audit, touch }) => {
      if (!(await setAway(tx, caller.user.id, body.away))) return;
      audit({
        eventType: "data_change",
        entityType: "user",
        entityId: caller.user.id,
        details: { kind: "thing", verb: "changed", thing: "absence" },
        metadata: { away: body.away },
      });
      touch("users", "account");
    });
    return { away: body.away };
  },

  assignment: ({ services: { database } }) => readAssignment(database.db),

  setAssignment: async ({ input: { body }, actor, services: { write } }) => {
    await write(actor, async ({ tx, audit, touch }) => {
      if (body.teamId !== null && !(await findAssignedTeam(tx, body.teamId))) throw new Problem("not_found");
      await saveAssignment(tx, body);
      audit({
        eventType: "data_change",
        entityType: "settings",
        entityId: "inbox-assignment",
        details: { kind: "thing", verb: "changed", thing: "assignment" },
        metadata: body,
      });
      touch("settings");
    });
    return body;
  },

  teams: async ({ caller, services: { database } }) => ({
    teams: await listInboxTeams(database.db, caller.user.id, reachOf(caller, "inbox")),
  }),

  colleagues: async ({ services: { database } }) => ({ users: await listColleagues(database.db) }),
};

export const inboxHandlers: Handlers["inbox"] = { ...threadHandlers, ...messageHandlers };
