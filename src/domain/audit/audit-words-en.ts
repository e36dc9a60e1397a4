import type { ApprovalKind } from "#domain/approvals/approval.ts";
import type { DeletionKind } from "#domain/deletion.ts";
import { readFailureText } from "#domain/ingestion/read-failure.ts";
import { requestRefusalTexts } from "#domain/ingestion/request-refusal.ts";
import { counted } from "#domain/texts/plural.ts";
import {
  callOutcomeLabels,
  channelLabels,
  consentStateLabels,
  languageLabels,
  personStatusLabels,
  personTypeLabels,
  roleLabels,
} from "#domain/texts/value-labels.ts";
import type { CallCommand } from "#domain/voice/call-command.ts";
import type { AuditDetailsOf, BulkChangeDetails, ConversationChange } from "./audit-details.ts";
import type { AuditParts, AuditWords } from "./audit-words.ts";
import { exportAuditWords } from "./export-audit-words.ts";
import { firstStepsAuditWords } from "./first-steps-audit-words.ts";
import { goLiveAuditWords } from "./go-live-audit-words.ts";
import { providerAuditWords } from "./provider-audit-words.ts";
import { sequenceAuditWords } from "./sequence-audit-words.ts";
import { templateAuditWords } from "./template-audit-words.ts";
import { testCallerAuditWords } from "./test-caller-audit-words.ts";

const parts: AuditParts = {
  verbs: {
    added: "Added",
    made: "Created",
    changed: "Changed",
    deleted: "Deleted",
    archived: "Archived",
    restored: "Restored",
    revoked: "Revoked",
    started: "Started",
    paused: "Paused",
    resumed: "Resumed",
    cancelled: "Canceled",
    ended: "Ended",
    completed: "Completed",
    reopened: "Reopened",
    undo_started: "Started to undo",
    loaded: "Loaded",
  },
  named: {
    person: (name) => name,
    user: (name) => name,
    role: (name) => `the role “${name}”`,
    team: (name) => `the team “${name}”`,
    rule: (name) => `the rule “${name}”`,
    endpoint: (name) => `the endpoint “${name}”`,
    script: (name) => `the script “${name}”`,
    template: (name) => `the template “${name}”`,
    test_caller: (name) => `the test caller “${name}”`,
    knowledge: (name) => `the knowledge entry “${name}”`,
    view: (name) => `the view “${name}”`,
    segment: (name) => `the segment “${name}”`,
    sip_extension: (name) => `the SIP extension “${name}”`,
    ai_provider: (name) => `the AI provider ${name}`,
    token: (name) => `the token “${name}”`,
    webhook: (name) => `the webhook “${name}”`,
    form: (name) => `the form “${name}”`,
    saved_reply: (name) => `the saved reply “${name}”`,
    report_mail: (name) => `the mailed report “${name}”`,
    report_limit: (name) => `the limit on “${name}”`,
    sync: (name) => `the sync with ${name}`,
    import: (name) => `the import of ${name}`,
    channels: (name) => `the channels of ${name}`,
    push_device: (name) => `the device ${name}, which shows notifications`,
    closing_days: (name) => `the closing days “${name}”`,
  },
  unnamed: {
    some_person: "a person",
    task: "a task",
    note: "a note of a conversation",
    waiting_message: "a waiting message",
    bulk_change: "a bulk change of people",
    bulk_deletion: "a deletion of people",
    merge: "a merge of people",
    training: "a training of the scores",
    demo_data: "the sample data of the demo workspace",
    general_settings: "the general settings",
    security_settings: "the security settings",
    single_sign_on: "single sign-on",
    backup_schedule: "the backup schedule",
    business_details: "the business details",
    voice_configuration: "the voice configuration",
    phone_settings: "the phone settings",
    contact_policy: "the contact policy",
    provider_order: "the order of the AI providers",
    assignment: "who gets new conversations",
    absence: "whether they are away",
    auto_replies: "the automatic answers",
    notification_settings: "which notifications their devices show",
    outcome_days: "the days of the outcomes that scores predict",
  },
  channels: {
    sms: "SMS",
    whatsapp: "WhatsApp",
    call: "phone",
    voice_agent: "AI voice agent",
    email: "email",
    x: "X",
  },
  scopes: { all: "all channels", sms: "SMS", whatsapp: "WhatsApp", call: "calls", email: "email" },
};

const approvals: Record<ApprovalKind, string> = {
  send: "a message",
  call: "a call",
  draft: "a draft",
  knowledge: "a knowledge entry",
  change: "a change of a person",
  opt_out: "an opt-out",
  broadcast: "a broadcast",
  runs: "starting or stopping a rule for people",
};

const deletions: Record<DeletionKind, string> = {
  rule: "a rule",
  endpoint: "an endpoint",
  person: "a person",
};

const commands: Record<CallCommand["kind"], string> = {
  whisper: "Gave the voice agent a hint in a running call",
  take_over: "Took over a running call",
  say: "Spoke in a running call",
  hand_back: "Handed a running call back to the voice agent",
  transfer: "Transferred a running call",
  hang_up: "Ended a running call",
};

const count = (number: number, one: string, other: string): string => counted("en", number, one, other);
const people = (number: number): string => count(number, "person", "people");
const events = (number: number): string => count(number, "event", "events");
const rows = (number: number): string => count(number, "row", "rows");
const calls = (number: number): string => count(number, "deleted call", "deleted calls");
const addedAndChanged = ({ added, changed }: { added: number; changed: number }): string =>
  `${people(added)} added, ${count(changed, "changed", "changed")}`;
const roleName = ({ role, roleName: own }: AuditDetailsOf<"user_added" | "user_invited">): string =>
  own ?? roleLabels[role].en;

const conversations: Record<ConversationChange, (these: string) => string> = {
  open: (these) => `Opened ${these}`,
  close: (these) => `Closed ${these}`,
  snooze: (these) => `Snoozed ${these}`,
  assign: (these) => `Assigned ${these}`,
  take: (these) => `Took ${these} over from automation`,
  hand_back: (these) => `Handed ${these} back to automation`,
  mute: (these) => `Muted ${these}`,
  unmute: (these) => `Unmuted ${these}`,
};

const bulkChange = (details: BulkChangeDetails, these: string): string => {
  switch (details.change) {
    case "delete":
      return `Deleted ${these}`;
    case "set_owner":
      return `Set the owner of ${these}`;
    case "remove_owner":
      return `Removed the owner of ${these}`;
    case "remove_language":
      return `Removed the language of ${these}`;
    case "set_status":
      return `Set the stage of ${these} to ${personStatusLabels[details.status].en}`;
    case "set_type":
      return `Set the type of ${these} to ${personTypeLabels[details.type].en}`;
    case "set_language":
      return `Set the language of ${these} to ${languageLabels[details.language].en}`;
    case "set_field":
      return `Set the field “${details.field}” of ${these}`;
    case "clear_field":
      return `Cleared the field “${details.field}” of ${these}`;
    case "add_tag":
      return `Added the tag “${details.tag}” to ${these}`;
    case "remove_tag":
      return `Removed the tag “${details.tag}” from ${these}`;
  }
};

export const englishAuditWords: AuditWords = {
  thing: (details) =>
    `${parts.verbs[details.verb]} ${"name" in details ? parts.named[details.thing](details.name) : parts.unnamed[details.thing]}`,
  version_restored: ({ thing, name, version }) =>
    `Restored version ${version} of ${parts.named[thing](name)}`,
  template: ({ verb, name, channel, language }) =>
    `${parts.verbs[verb]} the template “${name}” (${channelLabels[channel].en}, ${languageLabels[language].en})`,
  person_field: ({ verb, label }) => `${parts.verbs[verb]} the person field “${label.en}”`,
  ...exportAuditWords.en,
  erased: "Erased with the person",

  signed_in: ({ email, withRecoveryCode }) =>
    `${email} signed in${withRecoveryCode ? " with a recovery code" : ""}`,
  signed_out: ({ email }) => `${email} signed out`,
  sign_in_failed: ({ email, step }) =>
    `Sign-in failed for ${email}${step === "second_factor" ? ": wrong second factor" : ""}`,
  ...providerAuditWords.en,
  session_ended: ({ email }) => `${email} ended one of their sessions`,
  other_sessions_ended: ({ email }) => `${email} ended all their other sessions`,
  profile_changed: ({ email }) => `${email} changed their profile`,
  password_changed: ({ email }) => `${email} changed their password`,
  password_set_by_command: ({ email }) => `Set a new password for ${email} on the command line`,
  second_factor_begun: ({ email }) => `${email} began to set up a second factor`,
  second_factor_turned_on: ({ email }) => `${email} turned their second factor on`,
  second_factor_turned_off: ({ email }) => `${email} turned their second factor off`,
  recovery_codes_made: ({ email }) => `${email} made new recovery codes`,
  second_factor_reset: ({ email, byCommand }) =>
    `Turned off the second factor of ${email}${byCommand ? " on the command line" : ""}`,
  first_admin_created: ({ email }) => `Created the first administrator, ${email}`,
  user_added: (details) => `Added ${details.email} to the team as ${roleName(details)}`,
  user_invited: (details) => `Invited ${details.email} to the team as ${roleName(details)}`,
  invitation_resent: ({ email }) => `Sent the invitation of ${email} again`,
  invitation_withdrawn: ({ email }) => `Took back the invitation of ${email}`,
  invitation_accepted: ({ email }) => `${email} accepted the invitation to the team`,
  user_deactivated: ({ email }) => `Deactivated ${email}`,
  user_reactivated: ({ email }) => `Reactivated ${email}`,

  token_allowed_again: ({ name }) => `Allowed the token “${name}” again`,
  token_suspended: ({ name }) => `Suspended the token “${name}” after many refused calls`,
  client_allowed: ({ name }) => `Allowed “${name}” to act for them`,
  client_access_given: ({ name }) => `“${name}” got access`,
  client_access_ended: ({ name }) => `“${name}” gave up its access`,
  client_access_revoked: ({ name, reused }) =>
    `Revoked the access of “${name}”, because a used ${reused === "code" ? "code" : "refresh token"} was used again`,
  tool_called: ({ tool }) => `Called the tool ${tool}`,
  approval_asked: ({ approval }) => `Asked an operator to approve ${approvals[approval]}`,
  approval_given: ({ name, approval }) => `Approved ${approvals[approval]} of the token “${name}”`,
  approval_refused: ({ name, approval }) => `Refused ${approvals[approval]} of the token “${name}”`,
  unproven_accepted: ({ name }) => `Accepted what came without proof from “${name}”`,
  unproven_rejected: ({ name }) => `Rejected what came without proof from “${name}”`,
  approval_withdrawn: ({ name }) => `The user of “${name}” withdrew a request`,

  webhook_secret_replaced: ({ name }) => `Replaced the secret of the webhook “${name}”`,
  webhook_tested: ({ name }) => `Sent a test event to the webhook “${name}”`,
  webhook_events_resent: ({ name, count: number }) => `Sent ${events(number)} to the webhook “${name}” again`,

  sync_preview_started: ({ name }) => `Started a preview of the sync with ${name}`,
  sync_restarted: ({ name }) =>
    `Started the sync with ${name} anew: links with the former account were dropped`,
  sync_asked: ({ name }) => `Asked for a sync with ${name} at once`,
  sync_failed: ({ name }) => `Paused the sync with ${name} because of an error`,
  sync_deletions_confirmed: ({ name, count: number }) =>
    `Confirmed that ${count(number, "contact was", "contacts were")} deleted in ${name}`,
  sync_deleted_people: ({ name, count: number }) =>
    `Deleted ${count(number, "person whose contact was", "people whose contacts were")} deleted in ${name}`,
  sync_change_undone: ({ name }) => `Undid a change of the sync with ${name}`,
  synced: ({ name, ...numbers }) => `Synced with ${name}: ${addedAndChanged(numbers)}`,

  connection_begun: ({ name }) => `Began to connect ${name}`,
  connected: ({ name }) => `Connected ${name}`,
  disconnected: ({ name }) => `Disconnected ${name}`,
  connection_saved: ({ name }) => `Saved the connection with ${name}`,
  access_revoked_by_vendor: ({ name }) => `${name} revoked the access of this workspace`,
  chat_account_linked: ({ name }) => `Linked an account of ${name} to a user`,
  chat_account_unlinked: ({ name }) => `Unlinked the account of ${name} from a user`,
  chat_code_asked: ({ name }) => `Asked for a code to link an account of ${name}`,
  reports_asked: ({ name }) => `Asked ${name} for its reports`,
  reports_confirmed: ({ name }) => `${name} confirmed the address of its reports`,
  work_refused: ({ name }) => `${name} did not take something that Faro sent or asked for`,
  work_retried: ({ name }) => `Tried again what ${name} did not take`,
  workflow_started: ({ name }) => `Started a workflow of ${name}`,
  external_task_asked: ({ name }) => `Asked for a task in ${name}`,
  external_task_completed: ({ name }) => `A task was completed in ${name}`,

  endpoint_address_changed: ({ name }) => `Changed the address of the endpoint “${name}”`,
  pull_requested: ({ name }) => `Requested an immediate pull of “${name}”`,
  endpoint_readable_again: ({ name }) => `“${name}” can be read again`,
  endpoint_unreadable: ({ name, failures, failure }) =>
    `“${name}” could not be read${failures > 1 ? ` ${failures} times in a row` : ""}: ${readFailureText(failure, "en")}`,
  request_refused: ({ name, reason }) => `Refused a request to ${name}: ${requestRefusalTexts[reason].en}`,
  events_replayed: ({ name, count: number }) => `Replayed ${events(number)} of “${name}”`,
  events_recorded: ({ events: number, ...numbers }) =>
    `Recorded ${events(number)}: ${addedAndChanged(numbers)}`,
  event_not_recorded: "An event could not be recorded",
  reaction_failed: "Scores and rules could not be updated after an event",
  jobs_failed: ({ job, count: number }) =>
    `${count(number, "job", "jobs")} of the kind “${job}” failed for good`,

  address_added: ({ name }) => `Added an address of ${name}`,
  address_removed: ({ name }) => `Removed an address of ${name}`,
  primary_address_changed: ({ name }) => `Changed the primary address of ${name}`,
  person_added_by_message: "A new person was added, because they wrote to us",
  person_language_set: "Set a person's language from what they wrote",
  person_deleted_again: "Deleted a person again, whom a backup had brought back",
  people_differ: "Marked two people as different",
  people_merged: "Merged two people",
  merge_undone: "Undid the merge of two people",
  reading_corrected: "Corrected what a message says",
  reading_correction_removed: "Took back the correction of a message",
  summary_asked: "Asked a model for a new summary of a person",
  bulk_changed: ({ count: number, ...details }) => bulkChange(details, people(number)),
  bulk_change_undone: ({ count: number }) => `Undid a bulk change of ${people(number)}`,
  rows_imported: ({ rows: number, ...numbers }) => `Imported ${rows(number)}: ${addedAndChanged(numbers)}`,
  import_rows_undone: ({ rows: number, removed, restored }) =>
    `Undid ${rows(number)} of an import: ${people(removed)} removed, ${count(restored, "change", "changes")} taken back`,
  batch_stopped: "A batch stopped before its end",
  deletion_started: ({ of, total }) => `Started to delete ${deletions[of]} with ${rows(total)}`,
  old_rows_deleted: ({ count: number, days }) =>
    `Deleted ${rows(number)} older than ${count(days, "day", "days")}`,
  program_sent_people: (numbers) => `A program sent people: ${addedAndChanged(numbers)}`,
  program_changed_tags: ({ count: number }) => `A program changed the tags of ${people(number)}`,
  program_recorded_consents: ({ count: number }) =>
    `A program recorded ${count(number, "consent or refusal", "consents and refusals")}`,
  program_sent_events: ({ count: number }) => `A program sent ${events(number)}`,

  consent_recorded: ({ channel, state }) =>
    `Recorded consent for ${parts.scopes[channel]}: ${consentStateLabels[state].en.toLowerCase()}`,
  form_consent_confirmed: ({ name }) => `A person confirmed their consent in the form “${name}”`,
  opted_out: ({ scope }) => `A person opted out of ${parts.scopes[scope]}`,
  opted_in: "A person who had opted out opted in again",
  reply_reviewed: ({ isOptOut }) => `Marked a reply as ${isOptOut ? "an opt-out" : "not an opt-out"}`,
  email_bounced: "An e-mail address is no longer used, because messages to it bounce",

  conversations_changed: ({ change, count: number }) =>
    conversations[change](count(number, "conversation", "conversations")),
  message_requested: ({ channel }) => `Requested a message by ${parts.channels[channel]}`,
  message_written: ({ channel }) => `Wrote a message by ${parts.channels[channel]}`,
  test_message_requested: ({ channel }) => `Requested a test message by ${parts.channels[channel]}`,
  answer_suggestion_asked: "Asked for a suggested answer",
  auto_reply_sent: ({ channel }) => `The auto-reply answered by ${parts.channels[channel]}`,
  auto_reply_handed_over: "The auto-reply handed a conversation over",
  send_outcome_set: ({ outcome }) => `Set the unknown outcome of a message to ${outcome}`,
  question_dismissed: "Dismissed a question that the knowledge base does not answer",
  question_reopened: "Put a dismissed question back on the list",

  call_requested: ({ name }) => `Requested a call with the script “${name}”`,
  call_outcome_set: ({ outcome }) =>
    outcome === null
      ? "Removed the outcome of a call"
      : `Set the outcome of a call to “${callOutcomeLabels[outcome].en}”`,
  call_commanded: ({ command }) => commands[command],
  agent_handed_over: "The voice agent handed a call over to a person",
  agent_noted_appointment: "The voice agent noted a request for an appointment",
  agent_noted_callback: "The voice agent noted a request for a call back",
  agent_cancelled_request: "The voice agent cancelled a request",
  agent_changed_person: "The voice agent changed a detail of a person",
  agent_added_note: "The voice agent added a note",
  agent_planned_message: "The voice agent planned a message that the person asked for",
  recordings_remain: ({ count: number }) => `The recordings of ${calls(number)} are still at the vendor`,
  recordings_deleted: ({ count: number }) => `The vendor has no recordings of ${calls(number)} any more`,
  recordings_retried: ({ count: number }) =>
    `Asked the vendors again to delete the recordings of ${count(number, "call", "calls")}`,

  ...sequenceAuditWords.en,
  ...templateAuditWords.en,
  ...testCallerAuditWords.en,

  model_chosen: ({ score, version }) => `Chose version ${version} of the ${score} model`,
  starting_weights_chosen: ({ score }) => `Chose the starting weights of the ${score} score`,
  scores_trained: "Trained the scores on what people did",

  ...goLiveAuditWords.en,
  first_steps_changed: ({ change }) => firstStepsAuditWords.en[change],
  mail_records_checked: ({ domain }) => `Checked the mail records of ${domain}`,
  backup_started: "Started a backup",
  backup_written: ({ path, encrypted }) =>
    `Wrote ${encrypted ? "an encrypted" : "an unencrypted"} backup to ${path}`,
  backup_restored: ({ path }) => `Restored the backup ${path}`,
  master_key_rotated: "Rotated the master key on the command line",
};
