import { stepAfterFailure } from "#domain/integrations/alarm-step.ts";
import type { WorkKind } from "#domain/integrations/integration-work.ts";
import { mayRetry, retryDelayMs, retryPolicies } from "#domain/retry.ts";
import { system } from "#server/audit/entry.ts";
import type { OperationError, OperationResult } from "#server/connectors/operation-result.ts";
import { findWorkVendor, workVendors } from "#server/connectors/work/work-vendors.ts";
import { errorMessage } from "#server/error-text.ts";
import { emptyBatch, type QueueWorker, startQueueWorker } from "#server/pipeline/queue-worker.ts";
import {
  type ClaimedWork,
  claimWork,
  failWork,
  findDueServices,
  finishWork,
  postponeWork,
  startWork,
  type WorkLease,
} from "#server/store/integrations/integration-work.ts";
import { noticeFailingIntegration } from "#server/store/workspace/integration-notices.ts";
import type { WriteContext } from "#server/store/write.ts";
import { throttle } from "#server/throttle.ts";
import { answerFromChat, reportReply } from "./answer-from-chat.ts";
import { createExternalTask, readExternalTask } from "./external-tasks.ts";
import { fetchLead } from "./fetch-lead.ts";
import { linkChatAccount } from "./link-chat-account.ts";
import { pollLeads } from "./poll-leads.ts";
import { pollMessages } from "./poll-messages.ts";
import { postToChat } from "./post-to-chat.ts";
import { receiveDirectMessage } from "./receive-direct-message.ts";
import { sendTrigger } from "./send-trigger.ts";
import { type WorkContext, type WorkHandler, type WorkOutcome, workspaceLanguage } from "./work-context.ts";
import { withWorkSession } from "./work-session.ts";

const handlers: Record<WorkKind, WorkHandler> = {
  lead: fetchLead,
  lead_poll: pollLeads,
  message_poll: pollMessages,
  direct_message: receiveDirectMessage,
  chat_post: postToChat,
  chat_reply: answerFromChat,
  chat_link: linkChatAccount,
  reply_report: reportReply,
  task_create: createExternalTask,
  task_read: readExternalTask,
  hook_trigger: sendTrigger,
};

const batchSize = 10;
/** Longer than one piece of work takes with its retries. */
const leaseSeconds = 300;
/** Only an operator can help, so asking more often would change nothing. */
const authPauseMs = 15 * 60_000;
const policy = retryPolicies.integration;

type Failure = WorkOutcome & { kind: "failed" };

const recordFailure = async (
  change: WriteContext,
  work: ClaimedWork,
  { error, isFinal = false, onGivenUp }: Failure,
  label: string,
  reason: string,
): Promise<void> => {
  const { tx, touch, audit } = change;
  const isGivenUp =
    isFinal || error.kind === "invalid" || (error.kind !== "auth" && !mayRetry(policy, work.attempts));
  if (!isGivenUp) {
    const delayMs = error.kind === "auth" ? authPauseMs : retryDelayMs(policy, work.attempts);
    // An attempt that only an operator can help does not use up those of an outage.
    const isCounted = error.kind !== "auth";
    await postponeWork(tx, work.id, { afterMs: error.retryAfterMs ?? delayMs, error: reason, isCounted });
  } else {
    await failWork(tx, work.id, reason);
    await onGivenUp?.(change, reason);
    audit({
      eventType: "failed_action",
      entityType: "connection",
      entityId: work.service,
      details: { kind: "work_refused", name: label },
      metadata: { kind: work.kind, error: error.kind },
      status: "failure",
    });
  }
  touch("integration-work");
  if (!isGivenUp && error.kind !== "auth") return;
  const step = stepAfterFailure(error.kind);
  const link = `/settings?tab=integrations&sync=${work.service}${step === "retry" ? "&part=work" : ""}`;
  if (await noticeFailingIntegration(tx, { name: label, reason, work: work.kind, step, link }))
    touch("notifications");
};

const broken = (error: unknown): OperationError => {
  const text = errorMessage(error).slice(0, 300);
  return { kind: "transient", message: { en: text, es: text }, mayHaveHappened: true };
};

const performWork = async (lease: WorkLease, context: WorkContext): Promise<void> => {
  const { write, vendors, log } = context;
  const work = await write(system, ({ tx }) => startWork(tx, lease, leaseSeconds));
  if (!work) return;
  const vendor = findWorkVendor(work.service);
  const label = vendor?.connector.label ?? work.service;
  const perform = async (): Promise<WorkOutcome> => {
    if (!vendor) return { kind: "done" };
    const result: OperationResult<WorkOutcome> = await withWorkSession(vendors, vendor, async (session) => ({
      ok: true,
      value: await handlers[work.kind](work, session, context),
    }));
    return result.ok ? result.value : { kind: "failed", error: result.error };
  };
  const outcome = await perform().catch((error: unknown): WorkOutcome => {
    log.warn({ error, kind: work.kind, service: work.service }, "a piece of work failed");
    return { kind: "failed", error: broken(error) };
  });
  const language = await workspaceLanguage(context);
  await write(outcome.kind === "done" ? (outcome.actor ?? system) : system, async (change) => {
    if (outcome.kind === "again")
      return postponeWork(change.tx, work.id, { afterMs: outcome.afterMs, error: null });
    if (outcome.kind === "failed")
      return recordFailure(change, work, outcome, label, outcome.error.message[language]);
    await outcome.change?.(change);
    await finishWork(change.tx, work.id);
    change.touch("integration-work");
  });
};

/** `due` holds the vendors for which work was found. */
const startVendorWorker = (context: WorkContext, service: string, due: Set<string>): QueueWorker =>
  startQueueWorker({
    name: `integrations of ${service}`,
    loadLevel: () => "normal",
    log: context.log,
    next: async () => {
      if (!due.delete(service)) return emptyBatch;
      const claimed = await context.write(system, ({ tx }) =>
        claimWork(tx, service, batchSize, leaseSeconds),
      );
      for (const lease of claimed) await performWork(lease, context);
      const hasMore = claimed.length === batchSize;
      if (hasMore) due.add(service);
      return { done: claimed.length, hasMore };
    },
  });

/** Work is looked for after changes of any kind, which are many while events come in. */
const lookEveryMs = 100;

/** Works off what vendors reported and what waits for them: each vendor's in its order, none waiting for another. */
export const startIntegrationWorker = (context: WorkContext): QueueWorker => {
  const due = new Set<string>();
  const workers = new Map(
    workVendors.map(({ connector }) => [connector.id, startVendorWorker(context, connector.id, due)]),
  );
  // One query for all vendors.
  const finder = startQueueWorker({
    name: "integrations",
    loadLevel: () => "normal",
    log: context.log,
    next: async () => {
      for (const service of await findDueServices(context.database.pool)) {
        due.add(service);
        workers.get(service)?.wake();
      }
      return emptyBatch;
    },
  });
  return {
    wake: throttle<void>(lookEveryMs, finder.wake),
    stop: async () => {
      await finder.stop();
      await Promise.all([...workers.values()].map((worker) => worker.stop()));
    },
  };
};
