import type { AudienceFacts } from "#domain/audience/facts.ts";
import type { AudienceFieldDefinition } from "#domain/audience/field.ts";
import type { ConversationChannel } from "#domain/channels/channel.ts";
import { threadStates } from "#domain/conversations/thread-state.ts";

type Direction = "lastInboundAt" | "lastOutboundAt";

const latest = (times: AudienceFacts[Direction]): number | null => {
  const known = Object.values(times).filter((at) => at !== null);
  return known.length === 0 ? null : Math.max(...known);
};

const contactField = (direction: Direction, channel?: ConversationChannel): AudienceFieldDefinition => ({
  group: "talk",
  kind: "instant",
  needs: "conversations",
  read: ({ [direction]: times }) => (channel ? (times[channel] ?? null) : latest(times)),
});

export const talkAudienceFields = {
  last_inbound_at: contactField("lastInboundAt"),
  "last_inbound_at.sms": contactField("lastInboundAt", "sms"),
  "last_inbound_at.whatsapp": contactField("lastInboundAt", "whatsapp"),
  "last_inbound_at.call": contactField("lastInboundAt", "call"),
  "last_inbound_at.email": contactField("lastInboundAt", "email"),
  "last_inbound_at.x": contactField("lastInboundAt", "x"),
  last_outbound_at: contactField("lastOutboundAt"),
  "last_outbound_at.sms": contactField("lastOutboundAt", "sms"),
  "last_outbound_at.whatsapp": contactField("lastOutboundAt", "whatsapp"),
  "last_outbound_at.call": contactField("lastOutboundAt", "call"),
  "last_outbound_at.email": contactField("lastOutboundAt", "email"),
  "last_outbound_at.x": contactField("lastOutboundAt", "x"),
  last_human_at: {
    group: "talk",
    kind: "instant",
    needs: "thread",
    read: ({ thread }) => thread?.lastHumanAt ?? null,
  },
  "thread.state": {
    group: "talk",
    kind: "choice",
    needs: "thread",
    values: threadStates,
    read: ({ thread }) => thread?.state ?? null,
  },
  "thread.owner": {
    group: "talk",
    kind: "user",
    needs: "thread",
    read: ({ thread }) => thread?.ownerId ?? null,
  },
  "thread.team": {
    group: "talk",
    kind: "team",
    needs: "thread",
    read: ({ thread }) => thread?.teamId ?? null,
  },
  "thread.waiting_since": {
    group: "talk",
    kind: "instant",
    needs: "thread",
    read: ({ thread }) => thread?.waitingSince ?? null,
  },
  next_task_at: {
    group: "talk",
    kind: "instant",
    needs: "tasks",
    read: ({ nextTaskAt }) => nextTaskAt,
  },
  "task.overdue": {
    group: "talk",
    kind: "yes_no",
    needs: "tasks",
    read: ({ nextTaskAt, now }) => nextTaskAt !== null && nextTaskAt < now,
  },
} as const satisfies Record<string, AudienceFieldDefinition>;
