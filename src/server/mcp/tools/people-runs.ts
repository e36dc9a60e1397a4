import { viewsApi } from "#contract/audiences.ts";
import { deliveriesApi } from "#contract/deliveries.ts";
import { inboxApi } from "#contract/inbox.ts";
import { peopleApi } from "#contract/people.ts";
import { profilesApi } from "#contract/profiles.ts";
import { rulesApi } from "#contract/rules.ts";
import { tasksApi } from "#contract/tasks.ts";
import { channels, outreachChannels } from "#domain/channels/channel.ts";
import { untrusted, wholeAnswer } from "#domain/mcp/answer.ts";
import { maskEmail, maskPhone } from "#domain/mcp/mask-address.ts";
import { peopleFilterAudience } from "#domain/mcp/people-filter.ts";
import { sentColumns } from "#domain/people/person-columns.ts";
import { deliveryHandlers } from "#server/api/deliveries.ts";
import { inboxHandlers } from "#server/api/inbox.ts";
import { peopleHandlers } from "#server/api/people.ts";
import { refuseOutsideTexts } from "#server/api/person-input.ts";
import { Problem } from "#server/api/problem.ts";
import { profileHandlers } from "#server/api/profiles.ts";
import { openForecaster, readForecastSettings } from "#server/api/requested-message.ts";
import { ruleHandlers } from "#server/api/rules.ts";
import { taskHandlers } from "#server/api/tasks.ts";
import { viewHandlers } from "#server/api/views.ts";
import { askApproval, waitingAnswer } from "#server/mcp/ask-approval.ts";
import {
  answerPage,
  callRoute,
  nameOf,
  notePerson,
  type ToolContext,
  type ToolRuns,
} from "#server/mcp/tool-context.ts";
import { findXAccount } from "#server/store/compliance/gate-facts.ts";
import { findAction } from "#server/store/delivery/action-list.ts";

type Named = { firstName: string | null; lastName: string | null };
const fullName = ({ firstName, lastName }: Named) =>
  nameOf([firstName, lastName].filter(Boolean).join(" ") || null);

const fold = (text: string): string => text.trim().toLowerCase();

/** The id of a segment by its id or its name. */
export const findSegment = async (context: ToolContext, wanted: string): Promise<string> => {
  const { views } = await callRoute(context, viewsApi.list, viewHandlers.list, {});
  const segments = views.filter(({ kind }) => kind === "segment");
  const found = segments.find(({ id, name }) => id === wanted || fold(name) === fold(wanted));
  if (found) return found.id;
  const names = segments.map(({ name }) => name).join(", ") || "none";
  throw new Problem("invalid", {
    issues: [{ path: "segment", message: `There is no such segment. Segments: ${names}` }],
  });
};

const oneMissing = (message: string): Problem => new Problem("invalid", { issues: [{ path: "", message }] });

export const peopleRuns: ToolRuns<
  | "search_people"
  | "get_person"
  | "explain_decision"
  | "preview_send"
  | "create_person"
  | "update_person"
  | "add_note"
  | "create_task"
> = {
  search_people: (
    { query, type, stage, tag, segment, sort, direction, limit, cursor, ...filter },
    context,
  ) => {
    const audience = peopleFilterAudience(filter);
    return answerPage({
      cursor,
      name: "people",
      read: async (page) => {
        const view = segment === undefined ? undefined : await findSegment(context, segment);
        const found = await callRoute(context, peopleApi.list, peopleHandlers.list, {
          query: {
            ...(query ? { search: query } : {}),
            ...(type ? { type } : {}),
            ...(stage ? { status: stage } : {}),
            ...(tag ? { tag } : {}),
            ...(audience ? { where: JSON.stringify(audience) } : {}),
            ...(view === undefined ? {} : { view }),
            sort,
            ...(direction ? { direction } : {}),
            ...(page === null ? {} : { cursor: page }),
            limit,
          },
        });
        if (!found.isReadable)
          throw new Problem("invalid", {
            issues: [{ path: "segment", message: "The segment refers to something that was deleted" }],
          });
        return { rows: found.people, next: found.nextCursor };
      },
      toRow: (person) => {
        notePerson(context, person.id);
        return {
          id: person.id,
          name: fullName(person),
          type: person.type,
          stage: person.status,
          email: maskEmail(person.email),
          phone: maskPhone(person.phone),
          language: person.language,
          tags: person.tags.map(untrusted),
          scores: { intent: person.intentScore, toBuy: person.propensityToBuy, churn: person.churnRisk },
          lastWroteAt: person.lastInboundAt,
        };
      },
    });
  },

  get_person: async ({ personId }, context) => {
    notePerson(context, personId);
    const input = { params: { id: personId } };
    const person = await callRoute(context, peopleApi.get, peopleHandlers.get, input);
    const profile = await callRoute(context, profilesApi.get, profileHandlers.get, input);
    const { tasks } = await callRoute(context, tasksApi.list, taskHandlers.list, {
      query: { personId, limit: 10 },
    });
    const { nextAction, preferredChannel, bestTime, summary } = profile;
    return wholeAnswer({
      id: person.id,
      name: fullName(person),
      type: person.type,
      stage: person.status,
      email: maskEmail(person.email),
      phone: maskPhone(person.phone),
      language: person.language,
      timezone: person.timezone,
      place: untrusted([person.town, person.region].filter(Boolean).join(", ")),
      tags: person.tags.map(untrusted),
      fields: Object.keys(person.fields).length === 0 ? null : untrusted(JSON.stringify(person.fields)),
      consents: person.consents,
      scores: person.aiProfile && {
        intent: person.aiProfile.intentScore,
        toBuy: person.aiProfile.propensityToBuy,
        churn: person.aiProfile.churnRisk,
      },
      costUsd: person.cost,
      preferredChannel: preferredChannel.channel,
      bestTime: bestTime.window && { ...bestTime.window, timezone: bestTime.timezone },
      nextBestAction: {
        kind: nextAction.kind,
        channel: nextAction.channel,
        reason: nextAction.reason.code,
        gate: nextAction.gate && { ruling: nextAction.gate.ruling, until: nextAction.gate.until },
      },
      summary: untrusted(summary.sentences.map(({ text }) => text).join(" ")),
      openTasks: tasks.map(({ id, title, dueAt }) => ({ id, title: untrusted(title), dueAt })),
      possibleDuplicates: person.possibleDuplicates.filter(({ decision }) => decision === null).length,
      createdAt: person.createdAt,
    });
  },

  explain_decision: async ({ actionId, ruleId, personId }, context) => {
    if (actionId !== undefined) {
      const action = await findAction(context.services.database.db, actionId);
      notePerson(context, action?.personId ?? null);
      const why = await callRoute(context, deliveriesApi.why, deliveryHandlers.why, {
        params: { id: actionId },
      });
      const { ruling, checks, others, purpose, template, rule, event, steps, attempts } = why;
      return wholeAnswer({
        ruling,
        stoppedBy: checks.filter(({ reasons }) => reasons.length > 0),
        passed: checks.filter(({ reasons }) => reasons.length === 0).map(({ check }) => check),
        others,
        purpose,
        template,
        rule: rule && { id: rule.id, name: rule.name, version: rule.version, why: rule.why },
        event: event && { id: event.id, type: untrusted(event.type), endpoint: event.endpoint, at: event.at },
        steps,
        attempts,
      });
    }
    if (ruleId === undefined || personId === undefined)
      throw oneMissing("Give an actionId, or a ruleId and a personId");
    notePerson(context, personId);
    const { now, gate, runs } = await callRoute(context, rulesApi.why, ruleHandlers.why, {
      params: { id: ruleId, personId },
    });
    return wholeAnswer({ now, gate, runs: runs.slice(0, 5) });
  },

  preview_send: async ({ personId, channel, template = null, purpose }, context) => {
    notePerson(context, personId);
    const settings = await readForecastSettings(context.services, Date.now());
    const forecaster = await context.services.database.db.transaction((tx) =>
      openForecaster(settings, tx, [personId]),
    );
    const person = forecaster.person(personId);
    if (!person) throw new Problem("not_found");
    const known = findXAccount(person) ? channels : outreachChannels;
    const asked = channel === undefined ? known : [channel];
    return wholeAnswer({
      channels: asked.map((each) => {
        const message = { channel: each, purpose, template, text: null, subject: null };
        const forecast = forecaster.forecast(personId, message);
        return {
          channel: each,
          ...forecast?.gate,
          costUsd: forecast?.cost,
          ...(template === null
            ? {}
            : { text: untrusted(forecast?.rendered?.text), problem: forecast?.problem ?? null }),
        };
      }),
    });
  },

  create_person: async ({ idempotencyKey: _key, ...body }, context) => {
    const { id } = await callRoute(context, peopleApi.create, peopleHandlers.create, { body });
    notePerson(context, id);
    return wholeAnswer({ personId: id });
  },

  update_person: async ({ idempotencyKey: _key, personId, stage, reason = "", ...changed }, context) => {
    notePerson(context, personId);
    const body = { ...changed, ...(stage === undefined ? {} : { status: stage }) };
    const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
    if (Object.keys(given).length === 0) throw oneMissing("Give at least one field to change");
    refuseOutsideTexts(given, "en");
    const params = { id: personId };
    const stored = await callRoute(context, peopleApi.get, peopleHandlers.get, { params });
    // What messages quote waits for an operator; the rest is stored at once.
    const quoted = sentColumns.filter((name) => given[name] !== undefined && given[name] !== stored[name]);
    const rest = Object.fromEntries(
      Object.entries(given).filter(([name]) => !sentColumns.some((column) => column === name)),
    );
    if (Object.keys(rest).length > 0)
      await callRoute(context, peopleApi.update, peopleHandlers.update, { params, body: rest });
    const answer = { personId, changed: Object.keys(rest) };
    if (quoted.length === 0) return wholeAnswer(answer);
    const approval = await askApproval(context, {
      kind: "change",
      personId,
      reason,
      change: {
        proposer: "program",
        set: Object.fromEntries(quoted.map((name) => [name, String(given[name])])),
        before: Object.fromEntries(quoted.map((name) => [name, stored[name]])),
        addedTags: [],
        fields: {},
        eventId: null,
      },
    });
    return wholeAnswer({ ...answer, waiting: { fields: quoted, ...waitingAnswer(context, approval) } });
  },

  add_note: async ({ personId, text }, context) => {
    notePerson(context, personId);
    const { id } = await callRoute(context, inboxApi.addNote, inboxHandlers.addNote, {
      params: { id: personId },
      body: { text },
    });
    return wholeAnswer({ noteId: id });
  },

  create_task: async ({ personId, title, dueAt }, context) => {
    notePerson(context, personId);
    const { id } = await callRoute(context, tasksApi.create, taskHandlers.create, {
      body: { personId, title, ...(dueAt === undefined ? {} : { dueAt }) },
    });
    return wholeAnswer({ taskId: id });
  },
};
