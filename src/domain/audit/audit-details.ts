import type { UserRole } from "#domain/access/areas.ts";
import type { SignInFailure } from "#domain/access/sign-in-failure.ts";
import type { ApprovalKind } from "#domain/approvals/approval.ts";
import type { Channel, ConsentChannel } from "#domain/channels/channel.ts";
import type { ConsentState } from "#domain/compliance/consent.ts";
import type { SuppressionScope } from "#domain/compliance/suppression.ts";
import type { DeletionKind } from "#domain/deletion.ts";
import type { FirstThing } from "#domain/first-steps/first-steps.ts";
import type { manualSteps } from "#domain/go-live/records.ts";
import type { ReadFailure } from "#domain/ingestion/read-failure.ts";
import type { RequestRefusal } from "#domain/ingestion/request-refusal.ts";
import type { Language } from "#domain/language.ts";
import type { TemplateReviewState } from "#domain/messages/template-approval.ts";
import type { personStatuses, personTypes } from "#domain/person.ts";
import type { ScoreName } from "#domain/scoring/model.ts";
import type { CallOutcome } from "#domain/voice/call.ts";
import type { CallCommand } from "#domain/voice/call-command.ts";

/** What a user does to a thing; each verb is worded for every thing. */
/** What users, and the guard, do with a broadcast. */
export type BroadcastVerb =
  | "added"
  | "changed"
  | "deleted"
  | "checked"
  | "asked_to_start"
  | "start_approved"
  | "start_refused"
  | "started"
  | "moved"
  | "unscheduled"
  | "paused"
  | "paused_by_guard"
  | "resumed"
  | "cancelled";

export type AuditVerb =
  | "added"
  | "made"
  | "changed"
  | "deleted"
  | "archived"
  | "restored"
  | "revoked"
  | "started"
  | "paused"
  | "resumed"
  | "cancelled"
  | "ended"
  | "completed"
  | "reopened"
  | "undo_started"
  | "loaded";

/** Things that are told apart by a name. */
export type NamedThing =
  | "person"
  | "user"
  | "role"
  | "team"
  | "rule"
  | "endpoint"
  | "script"
  | "template"
  | "test_caller"
  | "knowledge"
  | "view"
  | "segment"
  | "sip_extension"
  | "ai_provider"
  | "token"
  | "webhook"
  | "form"
  | "saved_reply"
  | "report_mail"
  | "report_limit"
  | "sync"
  | "import"
  | "channels"
  | "push_device"
  | "closing_days";

/** Things of which an entry needs no name: settings, and what belongs to people. */
export type UnnamedThing =
  | "some_person"
  | "task"
  | "note"
  | "waiting_message"
  | "bulk_change"
  | "bulk_deletion"
  | "merge"
  | "training"
  | "demo_data"
  | "general_settings"
  | "security_settings"
  | "single_sign_on"
  | "backup_schedule"
  | "business_details"
  | "voice_configuration"
  | "phone_settings"
  | "contact_policy"
  | "provider_order"
  | "assignment"
  | "absence"
  | "auto_replies"
  | "outcome_days"
  | "notification_settings";

export type AuditExport =
  | "audit_log"
  | "people"
  | "consents"
  | "opt_outs"
  | "deliveries"
  | "costs"
  | "broadcast_people"
  | "report";
export type AuditExportFormat = "csv" | "xlsx" | "jsonl" | "signed_jsonl";

/** What users do to conversations in the inbox. */
export type ConversationChange =
  | "open"
  | "close"
  | "snooze"
  | "assign"
  | "take"
  | "hand_back"
  | "mute"
  | "unmute";

/** A change of many people at once. */
export type BulkChangeDetails =
  | { change: "delete" | "set_owner" | "remove_owner" | "remove_language" }
  | { change: "set_status"; status: (typeof personStatuses)[number] }
  | { change: "set_type"; type: (typeof personTypes)[number] }
  | { change: "set_language"; language: Language }
  | { change: "set_field" | "clear_field"; field: string }
  | { change: "add_tag" | "remove_tag"; tag: string };

type None = Record<never, never>;
type Named = { name: string };
type OfUser = { email: string };
type Counted = { count: number };
type Joined = { email: string; role: UserRole; roleName: string | null };
type AddedAndChanged = { added: number; changed: number };

/**
 * Every kind of audit entry with its values. Stored entries hold them, so a kind and its values stay readable for ever:
 * a new wording needs a new kind where it needs other values.
 */
type AuditValues = {
  thing: { verb: AuditVerb; thing: NamedThing; name: string } | { verb: AuditVerb; thing: UnnamedThing };
  version_restored: Named & { thing: Extract<NamedThing, "rule" | "script" | "template">; version: number };
  template: Named & { verb: AuditVerb; channel: Channel; language: Language };
  /** Words beside those in use. */
  template_draft: Named & { channel: Channel; language: Language; state: "saved" | "discarded" };
  template_submitted: Named & { language: Language };
  template_reviewed: Named & { state: TemplateReviewState; reason: string | null };
  person_field: { verb: AuditVerb; label: Record<Language, string> };
  exported: { what: AuditExport; format: AuditExportFormat };
  import_rest_exported: Named;
  person_exported: None;
  erased: None;

  signed_in: OfUser & { withRecoveryCode: boolean };
  signed_out: OfUser;
  sign_in_failed: OfUser & { step: "password" | "second_factor" };
  signed_in_with_provider: OfUser & Named;
  provider_sign_in_failed: Named & { email: string | null; reason: SignInFailure };
  user_added_by_provider: Joined & Named;
  user_linked_to_provider: OfUser & Named;
  user_unlinked_from_provider: OfUser;
  role_given_by_provider: Joined & Named;
  last_admin_kept_role: OfUser & Named;
  provider_ended_sessions: OfUser & Named & Counted;
  provider_logout_failed: Named & { reason: SignInFailure };
  password_sign_in_refused: OfUser;
  session_ended: OfUser;
  other_sessions_ended: OfUser;
  profile_changed: OfUser;
  password_changed: OfUser;
  password_set_by_command: OfUser;
  second_factor_begun: OfUser;
  second_factor_turned_on: OfUser;
  second_factor_turned_off: OfUser;
  recovery_codes_made: OfUser;
  second_factor_reset: OfUser & { byCommand: boolean };
  first_admin_created: OfUser;
  user_added: Joined;
  user_invited: Joined;
  invitation_resent: OfUser;
  invitation_withdrawn: OfUser;
  invitation_accepted: OfUser;
  user_deactivated: OfUser;
  user_reactivated: OfUser;

  token_allowed_again: Named;
  token_suspended: Named;
  client_allowed: Named;
  client_access_given: Named;
  client_access_ended: Named;
  client_access_revoked: Named & { reused: "code" | "refresh_token" };
  tool_called: { tool: string };
  approval_asked: { approval: ApprovalKind };
  approval_given: Named & { approval: ApprovalKind };
  approval_refused: Named & { approval: ApprovalKind };
  unproven_accepted: Named;
  unproven_rejected: Named;
  approval_withdrawn: Named;

  webhook_secret_replaced: Named;
  webhook_tested: Named;
  webhook_events_resent: Named & Counted;

  sync_preview_started: Named;
  sync_restarted: Named;
  sync_asked: Named;
  sync_failed: Named;
  sync_deletions_confirmed: Named & Counted;
  sync_deleted_people: Named & Counted;
  sync_change_undone: Named;
  synced: Named & AddedAndChanged;

  connection_begun: Named;
  connected: Named;
  disconnected: Named;
  connection_saved: Named;
  access_revoked_by_vendor: Named;
  chat_account_linked: Named;
  chat_account_unlinked: Named;
  chat_code_asked: Named;
  reports_asked: Named;
  reports_confirmed: Named;
  work_refused: Named;
  work_retried: Named;
  workflow_started: Named;
  external_task_asked: Named;
  external_task_completed: Named;

  endpoint_address_changed: Named;
  pull_requested: Named;
  endpoint_readable_again: Named;
  endpoint_unreadable: Named & { failures: number; failure: ReadFailure };
  request_refused: Named & { reason: RequestRefusal };
  events_replayed: Named & Counted;
  events_recorded: AddedAndChanged & { events: number };
  event_not_recorded: None;
  reaction_failed: None;
  run_set_aside: None;
  rule_started: Named & Counted;
  broadcast_changed: Named & { change: BroadcastVerb };
  runs_changed: Named & Counted & { change: "pause" | "resume" | "skip" | "stop" | "move" | "wait" };
  jobs_failed: Counted & { job: string };

  address_added: Named;
  address_removed: Named;
  primary_address_changed: Named;
  person_added_by_message: None;
  person_language_set: None;
  person_deleted_again: None;
  people_differ: None;
  people_merged: None;
  merge_undone: None;
  reading_corrected: None;
  reading_correction_removed: None;
  summary_asked: None;
  bulk_changed: BulkChangeDetails & Counted;
  bulk_change_undone: Counted;
  rows_imported: AddedAndChanged & { rows: number };
  import_rows_undone: { rows: number; removed: number; restored: number };
  batch_stopped: None;
  deletion_started: { of: DeletionKind; total: number };
  old_rows_deleted: Counted & { days: number };
  program_sent_people: AddedAndChanged;
  program_changed_tags: Counted;
  program_recorded_consents: Counted;
  program_sent_events: Counted;

  consent_recorded: { channel: ConsentChannel; state: ConsentState };
  form_consent_confirmed: Named;
  opted_out: { scope: SuppressionScope };
  opted_in: None;
  reply_reviewed: { isOptOut: boolean };
  email_bounced: None;

  conversations_changed: Counted & { change: ConversationChange };
  message_requested: { channel: Channel };
  message_written: { channel: Channel };
  test_message_requested: { channel: Channel };
  answer_suggestion_asked: None;
  auto_reply_sent: { channel: Channel };
  auto_reply_handed_over: None;
  send_outcome_set: { outcome: "sent" | "failed" };
  question_dismissed: None;
  question_reopened: None;

  call_requested: Named;
  call_outcome_set: { outcome: CallOutcome | null };
  call_commanded: { command: CallCommand["kind"] };
  agent_handed_over: None;
  agent_noted_appointment: None;
  agent_noted_callback: None;
  agent_cancelled_request: None;
  agent_changed_person: None;
  agent_added_note: None;
  agent_planned_message: None;
  recordings_remain: Counted;
  recordings_deleted: Counted;
  recordings_retried: Counted;

  /** Name of the script. */
  test_callers_started: Named & Counted;
  test_callers_stopped: Named;

  model_chosen: { score: ScoreName; version: number };
  starting_weights_chosen: { score: ScoreName };
  scores_trained: None;

  test_sends_set: { allowed: boolean };
  go_live_step_set: { step: (typeof manualSteps)[number]; done: boolean };
  first_steps_changed: { change: FirstThing | "names" | "skipped" | "hidden" | "lead_sent" };
  mail_records_checked: { domain: string };
  backup_started: None;
  backup_written: { path: string; encrypted: boolean };
  backup_restored: { path: string };
  master_key_rotated: None;
};

export type AuditKind = keyof AuditValues;

/** What an audit entry says, without the words of a language. */
export type AuditDetailsOf<Kind extends AuditKind> = { kind: Kind } & AuditValues[Kind];
export type AuditDetails = { [Kind in AuditKind]: AuditDetailsOf<Kind> }[AuditKind];
