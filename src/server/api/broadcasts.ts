import type { Broadcast } from "#contract/broadcasts.ts";
import { compileAudience } from "#domain/audience/compile.ts";
import {
  type BroadcastInput,
  broadcastInput,
  broadcastSteps,
  editableStates,
  openStates,
} from "#domain/broadcasts/broadcast.ts";
import { firstMessageIssues } from "#domain/broadcasts/first-message.ts";
import { needsSecondUser, type StartObstacle } from "#domain/broadcasts/start-obstacle.ts";
import { dayMs } from "#domain/compliance/durations.ts";
import type { Language } from "#domain/language.ts";
import { stopEvents } from "#domain/rules/step-parts.ts";
import type { Reader } from "#server/db/database.ts";
import { insertBroadcastRule, updateBroadcastRule } from "#server/store/automation/rules.ts";
import { listBroadcastPeople } from "#server/store/broadcasts/broadcast-people.ts";
import {
  deleteBroadcast,
  findBroadcast,
  insertBroadcast,
  listBroadcasts,
  presentBroadcast,
  type StoredBroadcast,
} from "#server/store/broadcasts/broadcasts.ts";
import { type AudienceUse, readAudienceReferences } from "#server/store/people/audience-context.ts";
import { startOfToday } from "#server/store/workspace/day.ts";
import type { WriteContext } from "#server/store/write.ts";
import { askSecondUser } from "./ask-second-user.ts";
import { exportBroadcastPeople } from "./broadcast-export.ts";
import {
  auditBroadcast,
  cancelBroadcast,
  changeBroadcast,
  endRequestsOf,
  lockBroadcastIn,
  pauseBroadcast,
  reachedOf,
  readStartObstacle,
  resumeBroadcast,
  startBroadcast,
} from "./change-broadcast.ts";
import { identifySteps } from "./change-rule.ts";
import { invalidField } from "./field-problems.ts";
import type { Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { demandPeople } from "./require-rights.ts";
import { checkRuleRows } from "./rule-checks.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** How far ahead a broadcast may be moved. */
const maxAheadMs = 366 * dayMs;

/** The steps that its people go through, as the rule with its id holds them. */
const stepsOf = (definition: BroadcastInput) => {
  // One notice is not taken back by an answer that comes before it leaves; an opt-out always ends all.
  const stopWhen = definition.actions.length > 1 ? [...stopEvents] : [];
  const options = { stopWhen, purpose: definition.purpose };
  const { actions } = identifySteps({ actions: broadcastSteps(definition) }, options);
  return { name: definition.name, actions, options };
};

/** Refuses steps and audiences that cannot be read, with the row that is the cause. */
const checkDefinition = async (
  db: Reader,
  definition: BroadcastInput,
  language: Language,
  use: AudienceUse,
  /** Null for one that is not stored yet. */
  ownId: string | null,
): Promise<void> => {
  await checkRuleRows(db, { actions: definition.actions }, language);
  const references = await readAudienceReferences(db);
  // Its own list is made by the check that reads the audience, so that it cannot be part of it.
  const broadcastIds = new Set([...references.broadcastIds].filter((id) => id !== ownId));
  const context = { ...use, ...references, broadcastIds };
  const phrases = issuePhrases[language];
  const aheadMs = definition.when.kind === "at" ? Date.parse(definition.when.at) - use.now : 0;
  const stepIssues = firstMessageIssues(definition, aheadMs).map(({ path, problem }) => ({
    path,
    message: phrases.broadcast[problem],
  }));
  const issues = (["audience", "except"] as const).flatMap((part) => {
    const compiled = definition[part] === null ? null : compileAudience(definition[part], context);
    if (compiled === null || compiled.ok) return [];
    const { path, field } = compiled.problem;
    return [
      {
        path: path === "" ? part : `${part}.${path}`,
        message: field === null ? phrases.filter : phrases.filterRow(field),
      },
    ];
  });
  const all = [...stepIssues, ...issues];
  if (all.length > 0) throw new Problem("invalid", { issues: all });
};

const startProblem = (
  obstacle: Exclude<StartObstacle, "broadcast_changed">,
  broadcast: StoredBroadcast,
): Problem => {
  if (obstacle === "broadcast_templates_changed") return new Problem("broadcast_check_old");
  return obstacle === "broadcast_number_differs"
    ? new Problem(obstacle, { details: { people: reachedOf(broadcast) } })
    : new Problem(obstacle);
};

/** Everything that a check has found is of before the change. */
const unchecked = { state: "draft", counted: null, checkedTo: null, dueAt: null } as const;

/** The first version of a broadcast, of which nothing is sent yet. */
export const addBroadcast = async (
  context: WriteContext,
  definition: BroadcastInput,
  userId: string | null,
): Promise<Broadcast> => {
  const id = await insertBroadcastRule(context.tx, stepsOf(definition));
  const broadcast = await insertBroadcast(context.tx, id, definition, userId);
  auditBroadcast(context, broadcast, "added", { after: definition });
  return presentBroadcast(broadcast, context.clock.now());
};

/** The stage asks the gate page by page. */
export const requestCheck = async (context: WriteContext, id: string): Promise<Broadcast> => {
  const broadcast = await lockBroadcastIn(context, id, editableStates);
  const now = context.clock.now();
  const { checkNumber } = broadcast;
  await endRequestsOf(context, id);
  const to = { checkNumber: checkNumber + 1, checkedAt: now, counted: null, checkedTo: null, dueAt: now };
  return changeBroadcast(context, broadcast, { state: "checking", ...to }, "checked");
};

type Confirmed = { confirm: number; updatedAt?: string | undefined };

/** A checked broadcast against whose start nothing stands. */
const lockStartable = async (
  context: WriteContext,
  id: string,
  { confirm, updatedAt }: Confirmed,
  language: Language,
): Promise<StoredBroadcast> => {
  const broadcast = await lockBroadcastIn(context, id, ["checked"]);
  const obstacle = await readStartObstacle(context, broadcast, { people: confirm, version: updatedAt });
  // Somebody may have changed and checked it again in another window.
  if (obstacle === "broadcast_changed") throw new Problem("conflict");
  await checkRuleRows(context.tx, { actions: broadcast.definition.actions }, language);
  if (obstacle) throw startProblem(obstacle, broadcast);
  return broadcast;
};

/** Starts a checked broadcast without asking a second user. */
export const startChecked = async (
  context: WriteContext,
  id: string,
  confirmed: Confirmed,
  language: Language,
): Promise<Broadcast> => {
  const broadcast = await lockStartable(context, id, confirmed, language);
  await endRequestsOf(context, id);
  return startBroadcast(context, broadcast);
};

const fieldNames = Object.keys(broadcastInput.shape) as (keyof BroadcastInput)[];

export const broadcastHandlers: Handlers["broadcasts"] = {
  list: async ({ input: { query }, caller, services: { database } }) => {
    demandPeople(caller);
    const { limit, state, ...filter } = query;
    const states = state === undefined ? undefined : state === "open" ? openStates : [state];
    const found = await listBroadcasts(database.db, { ...filter, states }, limit);
    const broadcasts = found.slice(0, limit);
    return { broadcasts, nextCursor: found.length > limit ? (broadcasts.at(-1)?.id ?? null) : null };
  },

  get: async ({ input: { params }, caller, services: { database, clock } }) => {
    demandPeople(caller);
    const broadcast = await findBroadcast(database.db, params.id);
    if (!broadcast) throw new Problem("not_found");
    const { startedAt, actual } = broadcast;
    return {
      ...presentBroadcast(broadcast, clock.now()),
      // Older figures have neither.
      actual:
        startedAt === null || actual === null
          ? null
          : { ...actual, compared: actual.compared ?? null, byMessage: actual.byMessage ?? [] },
    };
  },

  create: async ({ input: { body }, actor, caller, request, services }) => {
    demandPeople(caller);
    const { database, write, general, clock } = services;
    const { timezone } = await general();
    const use = { now: clock.now(), timezone, userId: actor.userId };
    await checkDefinition(database.db, body, requestLanguage({ caller, request }), use, null);
    return write(actor, (context) => addBroadcast(context, body, actor.userId));
  },

  update: async ({ input: { params, body }, actor, caller, request, services }) => {
    demandPeople(caller);
    const { database, write, general, clock } = services;
    const { updatedAt, ...changed } = body;
    const before = await findBroadcast(database.db, params.id);
    if (!before) throw new Problem("not_found");
    const { timezone } = await general();
    const use = { now: clock.now(), timezone, userId: before.createdBy?.id ?? null };
    const definition = { ...before.definition, ...changed };
    await checkDefinition(database.db, definition, requestLanguage({ caller, request }), use, params.id);
    return write(actor, async (context) => {
      const broadcast = await lockBroadcastIn(context, params.id, editableStates);
      if (updatedAt !== undefined && broadcast.updatedAt !== Date.parse(updatedAt))
        throw new Problem("conflict");
      const after = { ...broadcast.definition, ...changed };
      const isSame = fieldNames.every(
        (name) => JSON.stringify(after[name]) === JSON.stringify(broadcast.definition[name]),
      );
      if (isSame) return presentBroadcast(broadcast, context.clock.now());
      await endRequestsOf(context, params.id);
      await updateBroadcastRule(context.tx, params.id, stepsOf(after));
      return changeBroadcast(context, broadcast, { definition: after, ...unchecked }, "changed", {
        after: changed,
      });
    });
  },

  remove: ({ input: { params }, actor, caller, services: { write } }) => {
    demandPeople(caller);
    return write(actor, async (context) => {
      const broadcast = await lockBroadcastIn(context, params.id, editableStates);
      await endRequestsOf(context, params.id);
      await deleteBroadcast(context.tx, params.id);
      auditBroadcast(context, broadcast, "deleted");
      return { ok: true as const };
    });
  },

  check: ({ input: { params }, actor, caller, services: { write } }) => {
    demandPeople(caller);
    return write(actor, (context) => requestCheck(context, params.id));
  },

  people: async ({ input: { params, query }, caller, services: { database, general, clock } }) => {
    demandPeople(caller);
    const broadcast = await findBroadcast(database.db, params.id);
    if (!broadcast) throw new Problem("not_found");
    const { limit, leaveOut: choice, ...filter } = query;
    const { timezone } = await general();
    const leaveOut = choice && { choice, midnight: startOfToday(timezone, clock.now()) };
    const found = await listBroadcastPeople(database.db, broadcast, { ...filter, leaveOut }, limit);
    const page = found.slice(0, limit);
    return {
      people: page.map(({ place: _place, ...person }) => person),
      nextCursor: found.length > limit ? (page.at(-1)?.place ?? null) : null,
    };
  },

  exportPeople: exportBroadcastPeople,

  start: async ({ input: { params, body }, actor, caller, request, services }) => {
    demandPeople(caller);
    const { write, general } = services;
    const language = requestLanguage({ caller, request });
    const { secondUserAbove } = await general();
    return write(actor, async (context) => {
      const broadcast = await lockStartable(context, params.id, body, language);
      if (needsSecondUser(reachedOf(broadcast), secondUserAbove))
        return askSecondUser(context, broadcast, caller, language);
      await endRequestsOf(context, params.id);
      return startBroadcast(context, broadcast);
    });
  },

  move: ({ input: { params, body }, actor, caller, services: { write }, ...asking }) => {
    demandPeople(caller);
    return write(actor, async (context) => {
      const broadcast = await lockBroadcastIn(context, params.id, ["scheduled"]);
      const now = context.clock.now();
      const at = Math.max(now, Date.parse(body.at));
      if (at > now + maxAheadMs) throw invalidField({ caller, ...asking }, "at", "invalid");
      const { definition } = broadcast;
      // Its people wait for their local hours, each for their own.
      if (definition.when.kind === "local") throw new Problem("broadcast_state");
      const when = { kind: "at", at: new Date(at).toISOString() } as const;
      const to = { definition: { ...definition, when }, dueAt: at };
      return changeBroadcast(context, broadcast, to, "moved", { from: definition.when, to: when });
    });
  },

  unschedule: ({ input: { params }, actor, caller, services: { write } }) => {
    demandPeople(caller);
    return write(actor, async (context) => {
      const broadcast = await lockBroadcastIn(context, params.id, ["scheduled"]);
      // Its check stays good for as long as it would have without the start.
      return changeBroadcast(context, broadcast, { state: "checked", dueAt: null }, "unscheduled");
    });
  },

  pause: ({ input: { params }, actor, caller, services: { write } }) => {
    demandPeople(caller);
    return write(actor, (context) => pauseBroadcast(context, params.id));
  },

  resume: ({ input: { params }, actor, caller, services: { write } }) => {
    demandPeople(caller);
    return write(actor, (context) => resumeBroadcast(context, params.id));
  },

  cancel: ({ input: { params }, actor, caller, services: { write } }) => {
    demandPeople(caller);
    return write(actor, (context) => cancelBroadcast(context, params.id));
  },
};
