import { isDeepStrictEqual } from "node:util";
import type { ApprovalView } from "#contract/approvals.ts";
import { hasLevel, tokenMayUse } from "#domain/access/areas.ts";
import { scopedAreas } from "#domain/access/record-scope.ts";
import { placeOfScope, refuseHolder, type TokenScope } from "#domain/api-access/token.ts";
import {
  type ApprovalKind,
  approvalKindOf,
  currentState,
  stateWhenApproved,
} from "#domain/approvals/approval.ts";
import type { ApprovalFailure, ApprovalGate, ApprovalMessage } from "#domain/approvals/content.ts";
import { seesPeople } from "#domain/audience/without-people.ts";
import type { AuditDetails } from "#domain/audit/audit-details.ts";
import { needsSecondUser } from "#domain/broadcasts/start-obstacle.ts";
import type { Language } from "#domain/language.ts";
import { findApiTokenById } from "#server/auth/api-tokens.ts";
import type { UserSession } from "#server/auth/sessions.ts";
import type { Tx } from "#server/db/database.ts";
import { waitForSendsInFlight, withAddressesLocked } from "#server/pipeline/deliver/opt-out.ts";
import type { StoredBroadcast } from "#server/store/broadcasts/broadcasts.ts";
import type { AddressHash } from "#server/store/compliance/address-hash.ts";
import { addToDraft } from "#server/store/conversations/drafts.ts";
import {
  type ApprovalRow,
  countWaiting,
  findApproval,
  type ListedApproval,
  listDecided,
  listWaiting,
  lockApproval,
  saveApprovalDecision,
} from "#server/store/delivery/approvals.ts";
import { findScriptToCall, hasPlannedCall } from "#server/store/delivery/call-commands.ts";
import { findVisible } from "#server/store/people/visible-people.ts";
import type { WriteContext } from "#server/store/write.ts";
import { applyProposal } from "./apply-proposal.ts";
import { requestCall } from "./calls.ts";
import { reachedOf } from "./change-broadcast.ts";
import { requestMessage } from "./deliveries.ts";
import { executeBroadcast, executeRuns, lockAskedBroadcast } from "./execute-asked.ts";
import type { ApiServices, Handlers } from "./handler.ts";
import { addKnowledgeEntry } from "./knowledge.ts";
import { Problem } from "./problem.ts";
import { reachOf } from "./record-access.ts";
import { type Forecaster, openForecaster, readForecastSettings } from "./requested-message.ts";
import { takeConversation } from "./thread-changes.ts";

const messageOf = ({ content }: Pick<ApprovalRow, "content">): ApprovalMessage | undefined =>
  "message" in content ? content.message : undefined;

const kindOf = ({ kind, content }: Pick<ApprovalRow, "kind" | "content">): ApprovalKind =>
  approvalKindOf(kind, content);

/** A colleague asks for what they may not do alone. */
const isAskedByUser = ({ content }: Pick<ApprovalRow, "content">): boolean =>
  "broadcast" in content && content.broadcast.askedBy === "user";

/** Drafted by a step of a sequence. An operator takes it over; nothing is sent. */
const isOfRule = ({ kind, content }: Pick<ApprovalRow, "kind" | "content">): boolean =>
  kind === "draft" && "message" in content && content.message.rule !== undefined;

const nameOf = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? "" });

const present = (row: ListedApproval, forecaster: Forecaster | undefined, now: number): ApprovalView => {
  const message = messageOf(row);
  const state = currentState({ state: row.state, expiresAt: row.expiresAt.getTime() }, now);
  const forecast =
    state === "pending" && row.personId !== null && message
      ? forecaster?.forecast(row.personId, message)
      : undefined;
  return {
    id: row.id,
    kind: kindOf(row),
    state,
    tokenName: row.tokenName,
    user: nameOf(row.userId, row.userName),
    client: row.client,
    person: row.personId === null ? null : { id: row.personId, name: row.personName },
    content: row.content,
    reason: row.reason,
    cost: row.cost === null ? null : Number(row.cost),
    gateThen: row.gate,
    gateNow: forecast?.gate ?? row.decidedGate,
    failure: row.failure as ApprovalFailure | null,
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    decidedBy: nameOf(row.decidedBy, row.decidedByName),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    actionStatus: row.actionStatus,
  };
};

const presentAll = async (services: ApiServices, rows: ListedApproval[]): Promise<ApprovalView[]> => {
  const now = Date.now();
  const ids = rows.flatMap(({ state, personId, content }) =>
    state === "pending" && personId && "message" in content ? [personId] : [],
  );
  const settings = ids.length > 0 ? await readForecastSettings(services, now) : undefined;
  const forecaster =
    settings && (await services.database.db.transaction((tx) => openForecaster(settings, tx, ids)));
  return rows.map((row) => present(row, forecaster, now));
};

/** A proposal without a token comes from a sender whom nothing proves. */
const kindScopes: Record<Exclude<ApprovalKind, "broadcast" | "runs">, TokenScope | null> = {
  send: "messages:send",
  call: "calls:place",
  draft: "messages:draft",
  knowledge: "knowledge:write",
  change: "people:write",
  opt_out: null,
};

const scopeOf = ({ kind, content }: Pick<ApprovalRow, "kind" | "content">): TokenScope | null => {
  const asked = "broadcast" in content ? content.broadcast : "runs" in content ? content.runs : undefined;
  if (asked) return asked.verb === "start" || asked.verb === "resume" ? "rules:start" : "rules:write";
  return kindScopes[kind];
};

const isUnproven = ({ content }: Pick<ApprovalRow, "content">): boolean =>
  ("change" in content && content.change.proposer !== "program") || "optOut" in content;

/** The token may have been revoked, and its user may have lost the role or the person, since it asked. */
const hasTokenRights = async (tx: Tx, approval: ApprovalRow, now: number): Promise<boolean> => {
  const { tokenId, personId } = approval;
  const token = tokenId === null ? undefined : await findApiTokenById(tx, tokenId);
  const scope = scopeOf(approval);
  const isOfRules = ["broadcast", "runs"].includes(kindOf(approval));
  const reach = token && reachOf(token, scopedAreas);
  const isPersonTheirs =
    reach === undefined || personId === null || (await findVisible(tx, reach, [personId])).has(personId);
  return (
    isPersonTheirs &&
    token !== undefined &&
    scope !== null &&
    // Broadcasts and runs are about everybody's people.
    (!isOfRules || (reach === undefined && seesPeople(token.permissions))) &&
    refuseHolder(token, now) === null &&
    token.scopes.includes(scope) &&
    tokenMayUse(token.permissions, placeOfScope(scope, "operator"))
  );
};

type Execution = { failure: ApprovalFailure | null; gate: ApprovalGate | null };
const failed = (failure: ApprovalFailure, gate: ApprovalGate | null = null): Execution => ({ failure, gate });

/** What an approval leads to, in its transaction. The sender asks the gate once more before anything leaves. */
const execute = async (
  context: WriteContext,
  approval: ApprovalRow,
  forecaster: Forecaster,
  {
    userId,
    hash,
    language,
    timezone,
  }: { userId: string; hash: AddressHash; language: Language; timezone: string },
): Promise<Execution> => {
  const { content, personId, id, kind } = approval;
  if ("broadcast" in content)
    return {
      failure: await executeBroadcast(context, content.broadcast, approval.userId, language),
      gate: null,
    };
  if ("runs" in content)
    return { failure: await executeRuns(context, content.runs, { userId, timezone }), gate: null };
  if ("change" in content || "optOut" in content)
    return { failure: await applyProposal(context, approval, { userId, hash }), gate: null };
  if ("knowledge" in content) {
    const { question, answer, language } = content.knowledge;
    await addKnowledgeEntry(
      context,
      {
        kind: "question",
        title: question,
        body: answer,
        language,
        status: "approved",
        validFrom: null,
        validTo: null,
        source: approval.tokenName,
      },
      userId,
    );
    return { failure: null, gate: null };
  }
  const { message } = content;
  if (personId === null || !message.rendered) return failed("person_gone");
  if (kind === "draft") {
    const { subject, text } = message.rendered;
    await addToDraft(context.tx, userId, personId, { channel: message.channel, subject, text });
    await takeConversation(context, personId, userId);
    return { failure: null, gate: null };
  }
  const forecast = forecaster.forecast(personId, message);
  if (!forecast) return failed("person_gone");
  const { gate, rendered } = forecast;
  if (gate.ruling === "stop") return failed("gate_stopped", gate);
  if (!isDeepStrictEqual(rendered, message.rendered)) return failed("text_changed", gate);
  // Nothing without an address passes the gate, so there is one.
  const address = forecaster.person(personId)?.addresses.find(({ value }) => value === message.to);
  if (forecast.to !== message.to || !address) return failed("address_changed", gate);
  const { channel, purpose, template, text, subject } = message;
  if (kind === "send") {
    await requestMessage(context, {
      // The id of the approval: the primary key keeps it from being executed twice.
      id,
      personId,
      channel,
      config: {
        ...(template === null ? { text: text ?? "" } : { template }),
        ...(subject === null ? {} : { subject }),
        purpose,
        addressId: address.id,
        approved: message.rendered,
      },
      sentBy: userId,
    });
    return { failure: null, gate };
  }
  const script = await findScriptToCall(context.tx, message.scriptId, "en");
  if (!script) return failed("no_script", gate);
  if (script.content !== text) return failed("text_changed", gate);
  if (await hasPlannedCall(context.tx, personId)) return failed("call_planned", gate);
  await requestCall(context, { id, personId, script, purpose, addressId: address.id, sentBy: userId });
  return { failure: null, gate };
};

/** Broadcasts and rules are for those who may start them themselves. */
const demandRules = ({ user }: UserSession, { content }: ApprovalRow): void => {
  if (!("broadcast" in content || "runs" in content)) return;
  if (!hasLevel(user.permissions, "rules", "work") || !seesPeople(user.permissions))
    throw new Problem("forbidden");
};

/** A second user is another one. */
const demandSecondUser = (
  { user }: UserSession,
  approval: ApprovalRow,
  broadcast: StoredBroadcast | undefined,
  secondUserAbove: number,
): void => {
  const { content, userId } = approval;
  if (!("broadcast" in content) || content.broadcast.verb !== "start" || userId !== user.id) return;
  const isLarge = broadcast !== undefined && needsSecondUser(reachedOf(broadcast), secondUserAbove);
  if (isAskedByUser(approval) || isLarge) throw new Problem("approval_own");
};

/** How the audit log words a colleague's request to start a broadcast. */
const startDetails = (
  approval: ApprovalRow,
  change: "start_approved" | "start_refused",
): AuditDetails | undefined =>
  isAskedByUser(approval) && "broadcast" in approval.content
    ? { kind: "broadcast_changed", change, name: approval.content.broadcast.name }
    : undefined;

/** A locked approval that still waits. */
const lockPending = async (tx: Tx, id: string, now: number): Promise<ApprovalRow> => {
  const approval = await lockApproval(tx, id);
  if (!approval) throw new Problem("not_found");
  if (currentState({ state: approval.state, expiresAt: approval.expiresAt.getTime() }, now) !== "pending")
    throw new Problem("approval_over");
  return approval;
};

const readDecided = async (services: ApiServices, id: string): Promise<ApprovalView> => {
  const row = await findApproval(services.database.db, id);
  const [view] = row ? await presentAll(services, [row]) : [];
  if (!view) throw new Problem("not_found");
  return view;
};

export const approvalHandlers: Handlers["approvals"] = {
  list: async ({ input: { query }, services }) => {
    const { db } = services.database;
    const { rows, next } =
      query.show === "waiting"
        ? { rows: await listWaiting(db, query.personId), next: null }
        : await listDecided(db, query.before);
    return { approvals: await presentAll(services, rows), nextBefore: next };
  },

  count: async ({ services: { database } }) => countWaiting(database.db),

  approve: async ({ input: { params }, caller, actor, services }) => {
    const now = Date.now();
    const settings = await readForecastSettings(services, now);
    const { secondUserAbove, timezone } = await services.general();
    const asked = await findApproval(services.database.db, params.id);
    const addresses = asked && "optOut" in asked.content ? [asked.content.optOut.address] : [];
    // Addresses are locked before people, as everywhere.
    const optedOut = await withAddressesLocked(services.write, actor, addresses, async (context, holders) => {
      const { tx, audit, touch } = context;
      // Before the approval, as an edit of the broadcast does it.
      const broadcast = asked && (await lockAskedBroadcast(tx, asked.content));
      const approval = await lockPending(tx, params.id, now);
      const { personId, tokenName } = approval;
      const kind = kindOf(approval);
      demandRules(caller, approval);
      demandSecondUser(caller, approval, broadcast, secondUserAbove);
      // Who takes a draft goes on with the conversation.
      if (kind === "draft" && !hasLevel(caller.user.permissions, "inbox", "work"))
        throw new Problem("forbidden");
      const forecaster = await openForecaster(settings, tx, personId === null ? [] : [personId]);
      const language = caller.user.language === "es" ? ("es" as const) : ("en" as const);
      const decider = { userId: caller.user.id, hash: services.addressHash, language, timezone };
      const { failure, gate } =
        isUnproven(approval) ||
        isAskedByUser(approval) ||
        isOfRule(approval) ||
        (await hasTokenRights(tx, approval, now))
          ? await execute(context, approval, forecaster, decider)
          : failed("token_refused");
      await saveApprovalDecision(tx, params.id, {
        state: failure === null ? stateWhenApproved(kind) : "failed",
        decidedBy: caller.user.id,
        failure,
        gate,
      });
      audit({
        eventType: failure === null ? "data_change" : "failed_action",
        entityType: "approval",
        entityId: params.id,
        details: isUnproven(approval)
          ? { kind: "unproven_accepted", name: tokenName }
          : (startDetails(approval, "start_approved") ?? {
              ...{ kind: "approval_given", name: tokenName, approval: kind },
            }),
        metadata: { personId, kind, ...(failure === null ? {} : { failure }) },
        ...(failure === null ? {} : { status: "failure" as const }),
      });
      touch("approvals", "broadcasts");
      return kind === "opt_out" ? holders : [];
    });
    await waitForSendsInFlight(services.write, optedOut);
    return readDecided(services, params.id);
  },

  refuse: async ({ input: { params }, caller, actor, services }) => {
    await services.write(actor, async ({ tx, audit, touch }) => {
      const approval = await lockPending(tx, params.id, Date.now());
      demandRules(caller, approval);
      const { personId, tokenName } = approval;
      const kind = kindOf(approval);
      await saveApprovalDecision(tx, params.id, {
        state: "refused",
        decidedBy: caller.user.id,
        failure: null,
        gate: null,
      });
      audit({
        eventType: "data_change",
        entityType: "approval",
        entityId: params.id,
        details: isUnproven(approval)
          ? { kind: "unproven_rejected", name: tokenName }
          : (startDetails(approval, "start_refused") ?? {
              ...{ kind: "approval_refused", name: tokenName, approval: kind },
            }),
        metadata: { personId, kind },
      });
      touch("approvals", "broadcasts");
    });
    return readDecided(services, params.id);
  },
};
