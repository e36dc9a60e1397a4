import { anchorAudit } from "#server/housekeeping/anchor-audit.ts";
import { foldCounters } from "#server/housekeeping/fold-counters.ts";
import { sweepArrivals } from "#server/housekeeping/sweep-arrivals.ts";
import { sweepSessions } from "#server/housekeeping/sweep-sessions.ts";
import { watchDeadLetters } from "#server/housekeeping/watch-dead-letters.ts";
import type { Job } from "#server/jobs/job.ts";
import { readMailbox } from "#server/pipeline/mail/read-mailbox.ts";
import { scheduleMailboxes } from "#server/pipeline/mail/schedule-mailboxes.ts";
import { pullEndpoint } from "#server/pipeline/pull/pull-endpoint.ts";
import { schedulePulls } from "#server/pipeline/pull/schedule-pulls.ts";
import { refreshScores } from "#server/pipeline/refresh-scores.ts";
import { verifyAuditNightly } from "./housekeeping/verify-audit.ts";

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
