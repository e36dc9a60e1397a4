import { runBackup } from "./backups/run-backup.ts";
import { scheduleBackups } from "./backups/schedule-backups.ts";
import { scoreBatch } from "./batches/import/score-batch.ts";
import { runBatch } from "./batches/run-batch.ts";
import { sweepBatches } from "./batches/sweep-batches.ts";
import { anchorAudit } from "./housekeeping/anchor-audit.ts";
import { applyRetention } from "./housekeeping/apply-retention.ts";
import { compactCounters } from "./housekeeping/compact-counters.ts";
import { completeErasures } from "./housekeeping/complete-erasures.ts";
import { convertPersonField } from "./housekeeping/convert-person-field.ts";
import { countReportsJob } from "./housekeeping/count-reports.ts";
import { deleteRecordings } from "./housekeeping/delete-recordings.ts";
import { embedKnowledge } from "./housekeeping/embed-knowledge.ts";
import { expireApprovalsJob } from "./housekeeping/expire-approvals.ts";
import { findDuplicates } from "./housekeeping/find-duplicates.ts";
import { hashAddressesJob } from "./housekeeping/hash-addresses.ts";
import { locatePeople } from "./housekeeping/locate-people.ts";
import { moveDisplacedRuns } from "./housekeeping/move-displaced-runs.ts";
import { reachSegmentGoalsJob } from "./housekeeping/reach-segment-goals.ts";
import { remindTasks } from "./housekeeping/remind-tasks.ts";
import { runDeletion } from "./housekeeping/run-deletion.ts";
import { sendReportMails } from "./housekeeping/send-report-mails.ts";
import { sweepFormSubmissions } from "./housekeeping/sweep-form-submissions.ts";
import { sweepIntegrations } from "./housekeeping/sweep-integrations.ts";
import { sweepReplayKeys } from "./housekeeping/sweep-replay-keys.ts";
import { sweepSessions } from "./housekeeping/sweep-sessions.ts";
import { sweepShortLinks } from "./housekeeping/sweep-short-links.ts";
import { sweepTemplates } from "./housekeeping/sweep-templates.ts";
import { sweepUnreadEvents } from "./housekeeping/sweep-unread-events.ts";
import { sweepUploads } from "./housekeeping/sweep-uploads.ts";
import { sweepWebhooks } from "./housekeeping/sweep-webhooks.ts";
import { verifyAuditNightly } from "./housekeeping/verify-audit.ts";
import { wakeThreads } from "./housekeeping/wake-threads.ts";
import { watchDeadLetters } from "./housekeeping/watch-dead-letters.ts";
import { watchOutages } from "./housekeeping/watch-outages.ts";
import { watchReportLimits } from "./housekeeping/watch-report-limits.ts";
import { watchTriggers } from "./housekeeping/watch-triggers.ts";
import { queuePolls } from "./integrations/queue-polls.ts";
import type { Job } from "./jobs/job.ts";
import { rescorePeople } from "./learning/rescore-people.ts";
import { trainScores } from "./learning/train-scores.ts";
import { runAiStep } from "./pipeline/advance/ai/run-ai-step.ts";
import { readMailbox, scheduleMailboxes } from "./pipeline/ingest/mail/read-mailbox.ts";
import { pullEndpoint, schedulePulls } from "./pipeline/ingest/pull/pull-endpoint.ts";
import { pushNotification } from "./pipeline/push/push-notification.ts";
import { refineReading } from "./pipeline/react/refine-reading.ts";
import { refreshScores } from "./pipeline/react/refresh-scores.ts";
import { summarisePerson } from "./pipeline/react/summarise-person.ts";
import { closeLostCalls } from "./pipeline/receive/close-lost-calls.ts";
import { completeCall } from "./pipeline/receive/complete-call.ts";
import { answerInbound } from "./pipeline/reply/answer-inbound.ts";
import { runSync, scheduleSyncs } from "./sync/run-sync.ts";
import { scoreLinked, scoreSynced } from "./sync/score-synced.ts";
import { runTestCallers } from "./voice/run-test-callers.ts";

/** Every kind of background job. To add one: a file, and a line here. */
const workingJobs = [
  sweepSessions,
  sweepUnreadEvents,
  sweepReplayKeys,
  anchorAudit,
  verifyAuditNightly,
  compactCounters,
  countReportsJob,
  sendReportMails,
  watchReportLimits,
  runDeletion,
  applyRetention,
  sweepFormSubmissions,
  completeErasures,
  deleteRecordings,
  schedulePulls,
  pullEndpoint,
  scheduleMailboxes,
  readMailbox,
  refreshScores,
  refineReading,
  answerInbound,
  runAiStep,
  trainScores,
  rescorePeople,
  summarisePerson,
  runBatch,
  scoreBatch,
  sweepBatches,
  scheduleSyncs,
  runSync,
  scoreSynced,
  scoreLinked,
  completeCall,
  closeLostCalls,
  runTestCallers,
  embedKnowledge,
  convertPersonField,
  findDuplicates,
  hashAddressesJob,
  locatePeople,
  remindTasks,
  sweepShortLinks,
  sweepTemplates,
  sweepUploads,
  sweepWebhooks,
  sweepIntegrations,
  queuePolls,
  wakeThreads,
  reachSegmentGoalsJob,
  watchTriggers,
  moveDisplacedRuns,
  pushNotification,
  expireApprovalsJob,
  watchOutages,
  scheduleBackups,
  runBackup,
] as const satisfies readonly Job[];

export const jobs = [...workingJobs, watchDeadLetters(workingJobs)] as const;
