import type { Broadcast } from "#contract/broadcasts.ts";
import type { Permissions } from "#domain/access/areas.ts";
import { compileAudience } from "#domain/audience/compile.ts";
import { seesPeople } from "#domain/audience/without-people.ts";
import type { BroadcastVerb } from "#domain/audit/audit-details.ts";
import {
  type BroadcastInput,
  type BroadcastState,
  broadcastInput,
  broadcastSteps,
  checkGoodForMs,
  editableStates,
  openStates,
} from "#domain/broadcasts/broadcast.ts";
import { firstMessageIssues } from "#domain/broadcasts/first-message.ts";
import { guardFiguresOf } from "#domain/broadcasts/guard.ts";
import type { Language } from "#domain/language.ts";
import { stopEvents } from "#domain/rules/step-parts.ts";
import type { Reader } from "#server/db/database.ts";
import { insertBroadcastRule, updateBroadcastRule } from "#server/store/automation/rules.ts";
import { listBroadcastPeople } from "#server/store/broadcasts/broadcast-people.ts";
import {
  type BroadcastChange,
  deleteBroadcast,
  findBroadcast,
  insertBroadcast,
  listBroadcasts,
  lockBroadcast,
  presentBroadcast,
  type StoredBroadcast,
  setRuleEnabled,
  updateBroadcast,
} from "#server/store/broadcasts/broadcasts.ts";
import { haveTemplatesChanged } from "#server/store/delivery/templates.ts";
import { type AudienceUse, readAudienceReferences } from "#server/store/people/audience-context.ts";
import type { WriteContext } from "#server/store/write.ts";
import { identifySteps } from "./change-rule.ts";
import type { Handlers } from "./handler.ts";
import { issuePhrases } from "./issue-messages.ts";
import { Problem } from "./problem.ts";
import { checkRuleRows } from "./rule-checks.ts";
import { requestLanguage } from "./vendor-problems.ts";

/** A broadcast is about people, whoever may write its words. */
export const demandPeople = ({ user: { permissions } }: { user: { permissions: Permissions } }): void => {
  if (!seesPeople(permissions)) throw new Problem("forbidden");
};

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
): Promise<void> => {
  await checkRuleRows(db, { actions: definition.actions }, language);
  const context = { ...use, ...(await readAudienceReferences(db)) };
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

const auditBroadcast = (
  { audit, touch }: WriteContext,
  { id, definition }: Pick<StoredBroadcast, "id" | "definition">,
  change: BroadcastVerb,
  metadata: Record<string, unknown> = {},
): void => {
  audit({
    eventType: "data_change",
    entityType: "broadcast",
    entityId: id,
    details: { kind: "broadcast_changed", change, name: definition.name },
    metadata,
  });
  touch("broadcasts", "rules");
};

const lockIn = async (
  { tx }: Pick<WriteContext, "tx">,
  id: string,
  states: readonly BroadcastState[],
): Promise<StoredBroadcast> => {
  const broadcast = await lockBroadcast(tx, id);
  if (!broadcast) throw new Problem("not_found");
  if (!states.includes(broadcast.state)) throw new Problem("broadcast_state");
  return broadcast;
};

/** One move of a broadcast from one state to another. */
const change = async (
  context: WriteContext,
  broadcast: StoredBroadcast,
  to: BroadcastChange,
  verb: BroadcastVerb,
  metadata?: Record<string, unknown>,
): Promise<Broadcast> => {
  const after = await updateBroadcast(context.tx, broadcast.id, to);
  auditBroadcast(context, broadcast, verb, metadata);
  return presentBroadcast(after, context.clock.now());
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
  const broadcast = await lockIn(context, id, editableStates);
  const now = context.clock.now();
  const { checkNumber } = broadcast;
  const to = { checkNumber: checkNumber + 1, checkedAt: now, counted: null, checkedTo: null, dueAt: now };
  return change(context, broadcast, { state: "checking", ...to }, "checked");
};

export const startBroadcast = async (
  context: WriteContext,
  id: string,
  confirmed: { confirm: number; updatedAt?: string | undefined },
  language: Language,
): Promise<Broadcast> => {
  const broadcast = await lockIn(context, id, ["checked"]);
  const { definition, counted, checkedAt } = broadcast;
  // Somebody may have changed and checked it again in another window.
  if (confirmed.updatedAt !== undefined && broadcast.updatedAt !== Date.parse(confirmed.updatedAt))
    throw new Problem("conflict");
  await checkRuleRows(context.tx, { actions: definition.actions }, language);
  const now = context.clock.now();
  const isOld = checkedAt === null || now > checkedAt + checkGoodForMs;
  if (!counted || isOld || (await haveTemplatesChanged(context.tx, definition.actions, checkedAt)))
    throw new Problem("broadcast_check_old");
  const people = counted.send + counted.wait;
  if (people === 0) throw new Problem("broadcast_nobody");
  if (confirmed.confirm !== people) throw new Problem("broadcast_number_differs", { details: { people } });
  const { when } = definition;
  const beginsAt = when.kind === "at" ? Date.parse(when.at) : now;
  // The stage switches the rule on and lets the first people begin.
  const to = { state: "scheduled", why: [], dueAt: Math.max(now, beginsAt) } as const;
  return change(context, broadcast, to, "started", {
    ...{ people, purpose: definition.purpose },
  });
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
    return { ...presentBroadcast(broadcast, clock.now()), actual: startedAt === null ? null : actual };
  },

  create: async ({ input: { body }, actor, caller, request, services }) => {
    demandPeople(caller);
    const { database, write, general, clock } = services;
    const { timezone } = await general();
    const use = { now: clock.now(), timezone, userId: actor.userId };
    await checkDefinition(database.db, body, requestLanguage({ caller, request }), use);
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
    await checkDefinition(database.db, definition, requestLanguage({ caller, request }), use);
    return write(actor, async (context) => {
      const broadcast = await lockIn(context, params.id, editableStates);
      if (updatedAt !== undefined && broadcast.updatedAt !== Date.parse(updatedAt))
        throw new Problem("conflict");
      const after = { ...broadcast.definition, ...changed };
      const isSame = fieldNames.every(
        (name) => JSON.stringify(after[name]) === JSON.stringify(broadcast.definition[name]),
      );
      if (isSame) return presentBroadcast(broadcast, context.clock.now());
      await updateBroadcastRule(context.tx, params.id, stepsOf(after));
      return change(context, broadcast, { definition: after, ...unchecked }, "changed", { after: changed });
    });
  },

  remove: ({ input: { params }, actor, caller, services: { write } }) => {
    demandPeople(caller);
    return write(actor, async (context) => {
      const broadcast = await lockIn(context, params.id, editableStates);
      await deleteBroadcast(context.tx, params.id);
      auditBroadcast(context, broadcast, "deleted");
      return { ok: true as const };
    });
  },

  check: ({ input: { params }, actor, caller, services: { write } }) => {
    demandPeople(caller);
    return write(actor, (context) => requestCheck(context, params.id));
  },

  people: async ({ input: { params, query }, caller, services: { database } }) => {
    demandPeople(caller);
    const broadcast = await findBroadcast(database.db, params.id);
    if (!broadcast) throw new Problem("not_found");
    const { limit, ...filter } = query;
    const found = await listBroadcastPeople(database.db, broadcast, filter, limit);
    const page = found.slice(0, limit);
    return {
      people: page.map(({ place: _place, ...person }) => person),
      nextCursor: found.length > limit ? (page.at(-1)?.place ?? null) : null,
    };
  },

  start: ({ input: { params, body }, actor, caller, request, services: { write } }) => {
    demandPeople(caller);
    const language = requestLanguage({ caller, request });
    return write(actor, (context) => startBroadcast(context, params.id, body, language));
  },

  pause: ({ input: { params }, actor, caller, services: { write } }) => {
    demandPeople(caller);
    return write(actor, async (context) => {
      const broadcast = await lockIn(context, params.id, ["sending"]);
      await setRuleEnabled(context.tx, params.id, false);
      const to = {
        state: "paused",
        why: [{ code: "broadcast_paused" }],
        dueAt: context.clock.now(),
      } as const;
      return change(context, broadcast, to, "paused");
    });
  },

  resume: ({ input: { params }, actor, caller, services: { write } }) => {
    demandPeople(caller);
    return write(actor, async (context) => {
      const broadcast = await lockIn(context, params.id, ["paused"]);
      const now = context.clock.now();
      // The stage wakes what the pause holds.
      await setRuleEnabled(context.tx, params.id, true);
      const { actual } = broadcast;
      context.touch("actions", "rule-runs");
      return change(
        context,
        broadcast,
        {
          ...{ state: "sending", why: [], dueAt: now },
          // What a user has seen does not pause it again.
          ...(actual ? { accepted: guardFiguresOf(actual) } : {}),
        },
        "resumed",
      );
    });
  },

  cancel: ({ input: { params }, actor, caller, services: { write } }) => {
    demandPeople(caller);
    return write(actor, async (context) => {
      const broadcast = await lockIn(context, params.id, ["scheduled", "sending", "paused"]);
      const now = context.clock.now();
      // Nothing leaves from here on; the stage ends the runs page by page.
      await setRuleEnabled(context.tx, params.id, false);
      const to = {
        state: "cancelled",
        why: [{ code: "broadcast_cancelled" }],
        doneAt: now,
        dueAt: now,
      } as const;
      return change(context, broadcast, to, "cancelled");
    });
  },
};
