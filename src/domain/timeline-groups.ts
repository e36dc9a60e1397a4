import { type TimelineKind, timelineKinds } from "./timeline.ts";

/** What a reader may look at separately. */
export const timelineGroups = ["messages", "rules", "changes"] as const;
export type TimelineGroup = (typeof timelineGroups)[number];

const ruleKinds: readonly TimelineKind[] = ["rule_fired", "sequence_ended", "scores_changed"];
const messageKinds: readonly TimelineKind[] = [
  ...timelineKinds.filter((kind) => kind.startsWith("message_")),
  "event_received",
  "reply",
  "call_completed",
  "handoff_asked",
  "appointment_requested",
  "callback_requested",
  "data_requested",
  "note_added",
];

/** Every kind is in one group. */
export const kindsOfGroup = (group: TimelineGroup): readonly TimelineKind[] =>
  group === "rules"
    ? ruleKinds
    : group === "messages"
      ? messageKinds
      : timelineKinds.filter((kind) => !ruleKinds.includes(kind) && !messageKinds.includes(kind));
