import { anchorAudit } from "./anchor-audit.ts";
import type { Job } from "./job.ts";
import { sweepSessions } from "./sweep-sessions.ts";
import { watchDeadLetters } from "./watch-dead-letters.ts";

/** Every kind of work done behind the scenes. Add one: a file, and a line here. */
export const jobs = [sweepSessions, anchorAudit, watchDeadLetters] as const satisfies readonly Job[];
