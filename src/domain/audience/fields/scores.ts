import type { AudienceFieldDefinition } from "#domain/audience/field.ts";
import { channels } from "#domain/channels/channel.ts";
import { nextActionKinds } from "#domain/profile/next-action.ts";
import type { Scores } from "#domain/rules/snapshot.ts";

const scoreField = (score: keyof Scores): AudienceFieldDefinition => ({
  group: "scores",
  kind: "number",
  needs: "scores",
  read: ({ scores }) => scores?.[score] ?? null,
});

export const scoreAudienceFields = {
  intent: scoreField("intent"),
  propensity: scoreField("propensity"),
  churn: scoreField("churn"),
  preferred_channel: {
    group: "scores",
    kind: "choice",
    needs: "scores",
    values: channels,
    read: ({ scores }) => scores?.preferredChannel ?? null,
  },
  next_action: {
    group: "scores",
    kind: "choice",
    needs: "scores",
    values: nextActionKinds,
    read: ({ scores }) => scores?.nextAction ?? null,
  },
  scored_at: {
    group: "scores",
    kind: "instant",
    needs: "scores",
    read: ({ scores }) => scores?.scoredAt ?? null,
  },
} as const satisfies Record<string, AudienceFieldDefinition>;
