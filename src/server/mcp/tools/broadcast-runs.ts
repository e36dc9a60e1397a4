import { broadcastsApi } from "#contract/broadcasts.ts";
import type { AskedBroadcast } from "#domain/approvals/content.ts";
import type { AudienceNode } from "#domain/audience/audience.ts";
import { wholeAnswer } from "#domain/mcp/answer.ts";
import { broadcastHandlers } from "#server/api/broadcasts.ts";
import { Problem } from "#server/api/problem.ts";
import { demandPeople } from "#server/api/require-rights.ts";
import {
  answerPage,
  callRoute,
  requireRoute,
  type ToolContext,
  type ToolRuns,
} from "#server/mcp/tool-context.ts";
import { findSegment } from "./people-runs.ts";
import { ask } from "./request-runs.ts";

const readAudience = async (
  context: ToolContext,
  { segment, tag }: { segment?: string | undefined; tag?: string | undefined },
): Promise<AudienceNode> => {
  const rows: AudienceNode[] = [];
  if (segment !== undefined) rows.push({ field: `segment.${await findSegment(context, segment)}`, op: "in" });
  if (tag !== undefined) rows.push({ field: "tags", op: "has_any", value: [tag] });
  // A program that leaves both out must not write to everybody.
  if (rows.length === 0)
    throw new Problem("invalid", { issues: [{ path: "segment", message: "Give a segment or a tag" }] });
  return rows.length === 1 && rows[0] ? rows[0] : { all: rows };
};

const askFor = async (
  context: ToolContext,
  { broadcastId, reason }: { broadcastId: string; reason: string },
  verb: AskedBroadcast["verb"],
): Promise<string> => {
  const params = { id: broadcastId };
  const input = verb === "start" ? { params, body: { confirm: 0 } } : { params };
  await requireRoute(context, broadcastsApi[verb], input);
  demandPeople(context.caller);
  return ask(context, { kind: "broadcast", broadcastId, verb, reason });
};

export const broadcastRuns: ToolRuns<
  | "list_broadcasts"
  | "get_broadcast"
  | "create_broadcast"
  | "check_broadcast"
  | "start_broadcast"
  | "pause_broadcast"
  | "resume_broadcast"
  | "cancel_broadcast"
> = {
  list_broadcasts: ({ state, limit, cursor }, context) =>
    answerPage({
      cursor,
      name: "broadcasts",
      read: async (page) => {
        const query = {
          ...(state === undefined ? {} : { state }),
          ...(page === null ? {} : { cursor: page }),
          limit,
        };
        const found = await callRoute(context, broadcastsApi.list, broadcastHandlers.list, { query });
        return { rows: found.broadcasts, next: found.nextCursor };
      },
      toRow: ({ why, approval, ...broadcast }) => ({
        ...broadcast,
        why: why.map(({ code }) => code),
        waitsForApproval: approval !== null,
      }),
    }),

  get_broadcast: async ({ broadcastId }, context) => {
    const input = { params: { id: broadcastId } };
    const found = await callRoute(context, broadcastsApi.get, broadcastHandlers.get, input);
    const { check, actual, approval, audience, except, createdBy, ...broadcast } = found;
    const { hours: _hours, sampled: _sampled, ...checked } = check ?? { hours: [], sampled: 0 };
    const { perMinute: _perMinute, ...outcome } = actual ?? { perMinute: [] };
    return wholeAnswer({
      ...broadcast,
      audience,
      except,
      by: createdBy?.name ?? null,
      waitsForApproval: approval !== null,
      check: check && checked,
      actual: actual && outcome,
    });
  },

  create_broadcast: async ({ name, segment, tag, channel, message, purpose, at }, context) => {
    const made = await callRoute(context, broadcastsApi.create, broadcastHandlers.create, {
      body: {
        ...{ name, audience: await readAudience(context, { segment, tag }), purpose },
        actions: [{ type: channel, template: message }],
        ...(at === undefined ? {} : { when: { kind: "at" as const, at } }),
      },
    });
    return wholeAnswer({ id: made.id, state: made.state, next: "check_broadcast, then start_broadcast" });
  },

  check_broadcast: async ({ broadcastId }, context) => {
    const input = { params: { id: broadcastId } };
    const { id, state } = await callRoute(context, broadcastsApi.check, broadcastHandlers.check, input);
    return wholeAnswer({ id, state, next: "Ask get_broadcast until check.isComplete" });
  },

  start_broadcast: (input, context) => askFor(context, input, "start"),
  pause_broadcast: (input, context) => askFor(context, input, "pause"),
  resume_broadcast: (input, context) => askFor(context, input, "resume"),
  cancel_broadcast: (input, context) => askFor(context, input, "cancel"),
};
