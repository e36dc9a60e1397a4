import { inboxApi } from "#contract/inbox.ts";
import { personPageApi } from "#contract/person-page.ts";
import type { ThreadItem } from "#contract/threads.ts";
import { voiceApi } from "#contract/voice.ts";
import { untrusted } from "#domain/mcp/answer.ts";
import { maskAddress, maskPhone } from "#domain/mcp/mask-address.ts";
import { inboxHandlers } from "#server/api/inbox.ts";
import { personPageHandlers } from "#server/api/person-page.ts";
import { voiceHandlers } from "#server/api/voice.ts";
import {
  answerPage,
  callRoute,
  nameOf,
  notePerson,
  type ToolContext,
  type ToolRuns,
} from "#server/mcp/tool-context.ts";

/** What people outside wrote or said is marked; what users of the workspace wrote may quote them, so it is marked too. */
const toItem = (item: ThreadItem): Record<string, unknown> => {
  const base = { id: item.id, at: item.at, kind: item.kind };
  switch (item.kind) {
    case "inbound":
      return {
        ...base,
        channel: item.channel,
        from: maskAddress(item.from),
        subject: untrusted(item.subject),
        text: untrusted(item.text),
        files: item.files.map(({ filename }) => untrusted(filename)),
        intent: item.intent,
      };
    case "outbound":
      return {
        ...base,
        actionId: item.delivery.id,
        channel: item.delivery.channel,
        status: item.delivery.status,
        reasons: item.delivery.reasons.map(({ code }) => code),
        by: item.isAutoReply ? "auto-reply" : (item.sentBy?.name ?? item.delivery.ruleName),
        text: untrusted(item.delivery.text),
      };
    case "call":
      return {
        ...base,
        callId: item.callId,
        direction: item.direction,
        seconds: item.durationSeconds,
        status: item.status,
        outcome: item.outcome,
        summary: untrusted(item.summary),
      };
    case "form":
      return { ...base, type: untrusted(item.type), endpoint: item.endpoint, text: untrusted(item.text) };
    case "note":
      return { ...base, by: item.user?.name ?? null, text: untrusted(item.text) };
    case "line":
      return {
        ...base,
        type: item.eventType,
        text: untrusted([item.title, item.description].filter(Boolean).join(": ")),
      };
  }
};

type ListedCall = {
  id: string;
  personId: string | null;
  personName: string | null;
  phone: string | null;
  type: string;
  seconds: number | null;
  status: string;
  outcome: string | null;
  at: string;
};

const readNewestCalls = async (context: ToolContext): Promise<ListedCall[]> =>
  (await callRoute(context, voiceApi.calls, voiceHandlers.calls, { query: {} })).map((call) => ({
    id: call.id,
    personId: call.personId,
    personName: call.personName,
    phone: call.phoneNumber,
    type: call.type,
    seconds: call.duration,
    status: call.status,
    outcome: call.outcome,
    at: call.createdAt,
  }));

const readCallsOf = async (context: ToolContext, personId: string): Promise<ListedCall[]> => {
  const input = { params: { id: personId } };
  const { calls } = await callRoute(context, personPageApi.calls, personPageHandlers.calls, input);
  return calls.map(({ durationSeconds, id, type, status, outcome, at }) => ({
    id,
    personId,
    personName: null,
    phone: null,
    type,
    seconds: durationSeconds,
    status,
    outcome,
    at,
  }));
};

export const conversationRuns: ToolRuns<
  "get_timeline" | "get_conversation" | "list_calls" | "get_transcript"
> = {
  get_timeline: ({ personId, group, limit, cursor }, context) => {
    notePerson(context, personId);
    return answerPage({
      cursor,
      head: { personId },
      name: "entries",
      read: async (page) => {
        const { events, nextBefore } = await callRoute(
          context,
          personPageApi.timeline,
          personPageHandlers.timeline,
          {
            params: { id: personId },
            query: { ...(group ? { group } : {}), ...(page === null ? {} : { before: page }), limit },
          },
        );
        return { rows: events, next: nextBefore };
      },
      toRow: ({ id, eventType, source, title, description, createdAt }) => ({
        id,
        at: createdAt,
        type: eventType,
        source: untrusted(source),
        text: untrusted([title, description].filter(Boolean).join(": ")),
      }),
    });
  },

  get_conversation: ({ personId, limit, cursor }, context) => {
    notePerson(context, personId);
    return answerPage({
      cursor,
      head: { personId },
      name: "items",
      read: async (page) => {
        const { items, nextBefore } = await callRoute(context, inboxApi.items, inboxHandlers.items, {
          params: { id: personId },
          query: { ...(page === null ? {} : { before: page }), limit },
        });
        return { rows: items.toReversed(), next: nextBefore };
      },
      toRow: toItem,
    });
  },

  list_calls: ({ personId, limit, cursor }, context) =>
    answerPage<ListedCall>({
      cursor,
      name: "calls",
      read: async (page) => {
        const all =
          personId === undefined ? await readNewestCalls(context) : await readCallsOf(context, personId);
        const from = page === null ? 0 : Number(page);
        const next = from + limit;
        return { rows: all.slice(from, next), next: next < all.length ? String(next) : null };
      },
      toRow: ({ personName, phone, ...call }) => {
        notePerson(context, call.personId);
        return { ...call, person: nameOf(personName), phone: maskPhone(phone) };
      },
    }),

  get_transcript: async ({ callId, cursor }, context) => {
    const call = await callRoute(context, voiceApi.call, voiceHandlers.call, { params: { id: callId } });
    notePerson(context, call.personId);
    return answerPage({
      cursor,
      head: {
        callId,
        personId: call.personId,
        at: call.createdAt,
        seconds: call.duration,
        outcome: call.outcome,
        summary: untrusted(call.summary),
      },
      name: "turns",
      read: async () => ({ rows: call.turns, next: null }),
      toRow: ({ speaker, text, atMs }) => ({ speaker, atMs, text: untrusted(text) }),
    });
  },
};
