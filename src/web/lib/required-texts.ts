import type { LearnedScore, ScoreModelSummary } from "#contract/learning.ts";
import type { OptionalAgentTool } from "#domain/agent/tool-names.ts";
import type { TranscriptMark } from "#domain/agent/transcript-mark.ts";
import type { AdministratorOutcome, AiCallFailure } from "#domain/ai/call-outcome.ts";
import type { ProviderSkip } from "#domain/ai/choose-providers.ts";
import type { AuditEventType } from "#domain/audit.ts";
import type { Channel } from "#domain/channels/channel.ts";
import type { ReasonTone } from "#domain/coded-reason.ts";
import type { GateCheckId } from "#domain/compliance/checks.ts";
import type { ConsentMethod, ConsentPurpose, ConsentState } from "#domain/compliance/consent.ts";
import type {
  SuppressionScope,
  SuppressionSource,
  SuppressionState,
} from "#domain/compliance/suppression.ts";
import type { HealthAdvice, HealthCheckId, HealthCode, HealthLevel } from "#domain/health/health-checks.ts";
import type { UndoReason } from "#domain/import/plan-undo.ts";
import type { EditRefusal } from "#domain/inbox-ai/keeps-facts.ts";
import type { ActionStatus } from "#domain/messages/action-status.ts";
import type { NotificationKind } from "#domain/notification.ts";
import type { MergeProblemCode } from "#domain/people/merge-people.ts";
import type { PersonAddressState } from "#domain/people/person-address.ts";
import type { PersonFieldKind } from "#domain/people/person-field.ts";
import type { BulkProblem } from "#domain/people/plan-bulk-change.ts";
import type { TimeReasonCode } from "#domain/profile/best-time.ts";
import type { NextActionKind, NextActionReason } from "#domain/profile/next-action.ts";
import type { ChannelReasonCode } from "#domain/profile/preferred-channel.ts";
import type { ReadIntent, ReadObjection, ReadTopic } from "#domain/reading/labels.ts";
import type { ReasonCode } from "#domain/reason.ts";
import type { TrainingStage } from "#domain/scoring/training.ts";
import type { SipTestStep, SipVerdict } from "#domain/sip/verdict.ts";
import type { SyncReason } from "#domain/sync/compare-field.ts";
import type { OptOutScope, PersonSyncField, RemoteType } from "#domain/sync/field-map.ts";
import type { PairProblemCode } from "#domain/sync/plan-pair.ts";
import type { TimelineKind } from "#domain/timeline.ts";
import type { UsageKind } from "#domain/usage.ts";
import type { CallOutcome, callTypes } from "#domain/voice/call.ts";
import type { InboundRoute } from "#domain/voice/phone-settings.ts";
import type { RecordingDeletionFailure } from "#domain/voice/recording-deletion.ts";
import type { WebhookFailure } from "#domain/webhooks/decide-attempt.ts";
import type { WebhookEventGroup, WebhookEventType } from "#domain/webhooks/event-kinds.ts";
import type { WebhookDeliveryState, WebhookPauseReason } from "#domain/webhooks/subscription.ts";

type WithUnderscore<T extends string> = T extends `${infer Start}.${infer End}` ? `${Start}_${End}` : T;

/** Their texts depend on a count. */
type CountedNotification = Extract<
  NotificationKind,
  "job_dead" | "send_unknown" | "recordings_kept" | "thread_team_assigned"
>;
type NotificationText =
  | Exclude<NotificationKind, CountedNotification>
  | `${CountedNotification}_${"one" | "other"}`;

/** The texts that stored values are looked up by at run time. A locale that lacks one does not compile. */
export type RequiredTexts = {
  reasons: {
    text: Record<ReasonCode, string>;
    check: Record<GateCheckId, string>;
    tone: Record<ReasonTone, string>;
    source: Record<SuppressionSource, string>;
    by: Record<Channel, string>;
    channel: Record<Channel, string>;
    status: Record<ActionStatus, string>;
  };
  dashboard: { cost: { kind: Record<UsageKind, string> } };
  health: {
    check: Record<HealthCheckId, string>;
    level: Record<HealthLevel, string>;
    found: Record<HealthCode, string>;
    advice: Record<HealthAdvice, string>;
  };
  import: { undo: { reason: Record<UndoReason["code"], string> } };
  people: {
    batches: { problem: Record<BulkProblem["code"] | MergeProblemCode, string> };
    event: Record<TimelineKind, string>;
    profile: {
      action: Record<NextActionKind, string>;
      why: Record<NextActionReason, string>;
      channelWhy: Record<ChannelReasonCode, string>;
      timeWhy: Record<`${TimeReasonCode}_${"one" | "other"}`, string>;
    };
  };
  sync: {
    reason: Record<SyncReason, string>;
    problem: Record<PairProblemCode, string>;
    type: Record<RemoteType, string>;
    field: Record<PersonSyncField, string>;
    optOut: Record<OptOutScope, string>;
  };
  personFields: { kind: Record<PersonFieldKind, string>; kindHint: Record<PersonFieldKind, string> };
  inbox: { ai: { editReason: Record<EditRefusal | AiCallFailure | "no_provider" | "budget_spent", string> } };
  addresses: { state: Record<Exclude<PersonAddressState, "active">, string> };
  notification: Record<NotificationText, string>;
  brain: {
    skip: Record<ProviderSkip, string>;
    refusal: Record<NonNullable<ScoreModelSummary["refusal"]>["code"], string>;
    training: {
      stage: Record<TrainingStage, string>;
      state: Record<ScoreModelSummary["state"], string>;
    };
    quality: { drift: Record<NonNullable<LearnedScore["drift"]>["level"], string> };
  };
  reading: {
    intent: Record<ReadIntent, string>;
    topic: Record<ReadTopic, string>;
    objection: Record<ReadObjection, string>;
  };
  aiOutcome: Record<AdministratorOutcome, string>;
  compliance: {
    log: { type: Record<AuditEventType, string> };
    ledger: {
      purpose: Record<ConsentPurpose, string>;
      method: Record<ConsentMethod, string>;
      state: Record<ConsentState | SuppressionState, string>;
      scope: Record<SuppressionScope, string>;
    };
  };
  callPage: { mark: Record<TranscriptMark, string> };
  phone: {
    route: Record<InboundRoute, string>;
    routeHint: Record<InboundRoute, string>;
    tool: Record<OptionalAgentTool, string>;
    toolHint: Record<OptionalAgentTool, string>;
  };
  sip: { step: Record<SipTestStep, string>; verdict: Record<SipVerdict, string> };
  settings: { recordings: { failure: Record<RecordingDeletionFailure, string> } };
  webhooks: {
    event: Record<WithUnderscore<WebhookEventType>, string>;
    group: Record<WebhookEventGroup, string>;
    failure: Record<WebhookFailure, string>;
    delivery: Record<WebhookDeliveryState, string>;
    paused: Record<WebhookPauseReason, string>;
  };
  voice: {
    callType: Record<(typeof callTypes)[number], string>;
    outcome: Record<CallOutcome, string>;
  };
};
