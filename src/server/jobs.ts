import { anchorAudit } from "./housekeeping/anchor-audit.ts";
import { foldCounters } from "./housekeeping/fold-counters.ts";
import { sweepSessions } from "./housekeeping/sweep-sessions.ts";
import { sweepArrivals } from "./housekeeping/sweep-unread-events.ts";
import { verifyAuditNightly } from "./housekeeping/verify-audit.ts";
import { watchDeadLetters } from "./housekeeping/watch-dead-letters.ts";
import type { Job } from "./jobs/job.ts";
import { readMailbox } from "./pipeline/ingest/mail/read-mailbox.ts";
import { scheduleMailboxes } from "./pipeline/ingest/mail/schedule-mailboxes.ts";
import { pullEndpoint } from "./pipeline/ingest/pull/pull-endpoint.ts";
import { schedulePulls } from "./pipeline/ingest/pull/schedule-pulls.ts";
import { refreshScores } from "./pipeline/react/refresh-scores.ts";

/** Every kind of work done behind the scenes. Add one: a file, and a line here. */
export const jobs = [
  sweepSessions,
  sweepArrivals,
  anchorAudit,
  watchDeadLetters,
  verifyAuditNightly,
  foldCounters,
  schedulePulls,
  pullEndpoint,
  scheduleMailboxes,
  readMailbox,
  refreshScores,
] as const satisfies readonly Job[];
