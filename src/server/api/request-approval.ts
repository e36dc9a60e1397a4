import { type ApprovalKind, approvalLifeMs, storedKind } from "#domain/approvals/approval.ts";
import type {
  ApprovalContent,
  ApprovalMessage,
  AskedBroadcast,
  AskedRuns,
  ProposedChange,
} from "#domain/approvals/content.ts";
import type { ConsentPurpose } from "#domain/compliance/consent.ts";
import type { Language } from "#domain/language.ts";
import { mcpLimits } from "#domain/mcp/limits.ts";
import type { Actor } from "#server/audit/entry.ts";
import type { Tx } from "#server/db/database.ts";
import {
  type ApprovalRow,
  countForToken,
  findApproval,
  insertApproval,
  listDeciders,
  type NewApproval,
} from "#server/store/delivery/approvals.ts";
import { listRuleDeciders } from "#server/store/delivery/broadcast-approvals.ts";
import { findScriptToCall } from "#server/store/delivery/call-commands.ts";
import { addPushedNotifications } from "#server/store/workspace/notifications.ts";
import type { WriteContext } from "#server/store/write.ts";
import { prepareBroadcast } from "./execute-asked.ts";
import type { ApiServices } from "./handler.ts";
import { Problem } from "./problem.ts";
import {
  type Forecaster,
  openForecaster,
  type RequestedMessage,
  readForecastSettings,
} from "./requested-message.ts";

export type ApprovalRequest = { reason: string } & (
  | { kind: "draft"; personId: string; message: Omit<RequestedMessage, "purpose"> }
  | {
      kind: "send";
      personId: string;
      channel: RequestedMessage["channel"];
      purpose: ConsentPurpose;
      template: string | null;
      draftId: string | null;
    }
  | { kind: "call"; personId: string; scriptId: string | null; purpose: ConsentPurpose }
  | { kind: "knowledge"; question: string; answer: string; language: Language | null }
  | { kind: "change"; personId: string; change: ProposedChange }
  | { kind: "broadcast"; broadcastId: string; verb: AskedBroadcast["verb"] }
  | { kind: "runs"; personId: string | null; runs: AskedRuns }
);

/** What is written to a person, so that the gate is asked. */
type MessageRequest = Exclude<ApprovalRequest, { kind: "knowledge" | "change" | "broadcast" | "runs" }>;

/** The program that asks. */
export type ApprovalAsker = {
  tokenId: string;
  tokenName: string;
  userId: string;
  client: string | null;
};

const invalid = (path: string, message: string): Problem =>
  new Problem("invalid", { issues: [{ path, message }] });

/** The text of a draft that an operator took over: only of the same token, for the same person and channel. */
const readApprovedDraft = async (
  tx: Tx,
  request: Extract<ApprovalRequest, { kind: "send" }>,
  asker: ApprovalAsker,
): Promise<NonNullable<ApprovalMessage["rendered"]>> => {
  const draft = request.draftId === null ? undefined : await findApproval(tx, request.draftId);
  const message = draft && "message" in draft.content ? draft.content.message : undefined;
  if (draft?.kind !== "draft" || draft.tokenId !== asker.tokenId || !message?.rendered)
    throw invalid("draftId", "There is no such draft of this token");
  if (draft.personId !== request.personId || message.channel !== request.channel)
    throw invalid("draftId", "The draft is for another person or channel");
  if (draft.state !== "approved")
    throw invalid("draftId", `An operator must approve the draft first; it is ${draft.state}`);
  return message.rendered;
};

type PreparedMessage = RequestedMessage & Pick<ApprovalMessage, "scriptId" | "scriptName" | "draftId">;

const prepareMessage = async (
  tx: Tx,
  request: MessageRequest,
  asker: ApprovalAsker,
  language: Language,
): Promise<PreparedMessage> => {
  const none = { scriptId: null, scriptName: null, draftId: null };
  if (request.kind === "draft") return { ...none, purpose: "service", ...request.message };
  if (request.kind === "call") {
    const script = await findScriptToCall(tx, request.scriptId, language);
    if (!script) throw new Problem("no_script");
    return {
      ...none,
      channel: "voice_agent",
      purpose: request.purpose,
      template: null,
      text: script.content,
      subject: null,
      scriptId: script.id,
      scriptName: script.name,
    };
  }
  const { channel, purpose, template, draftId } = request;
  if (template !== null) return { ...none, channel, purpose, template, text: null, subject: null };
  const { text, subject } = await readApprovedDraft(tx, request, asker);
  return { ...none, channel, purpose, template: null, text, subject, draftId };
};

const forecastRequest = async (
  tx: Tx,
  forecaster: Forecaster,
  request: MessageRequest,
  asker: ApprovalAsker,
): Promise<Pick<NewApproval, "content" | "cost" | "gate">> => {
  const person = forecaster.person(request.personId);
  if (!person) throw new Problem("not_found");
  const message = await prepareMessage(tx, request, asker, forecaster.language(person));
  const forecast = forecaster.forecast(request.personId, message);
  if (!forecast) throw new Problem("not_found");
  if (!forecast.rendered)
    throw new Problem("invalid", {
      issues: [{ path: message.template === null ? "text" : "template", message: "It cannot be composed" }],
      details: { reasons: [forecast.problem] },
    });
  // An operator is not asked for what the gate would stop anyway.
  if (request.kind !== "draft" && forecast.gate.ruling === "stop")
    throw new Problem("gate_stopped", { details: { reasons: forecast.gate.reasons } });
  const { scriptId, scriptName, draftId, channel, purpose, template, text, subject } = message;
  return {
    content: {
      message: {
        channel,
        purpose,
        template,
        text,
        subject,
        scriptId,
        scriptName,
        draftId,
        to: forecast.to,
        rendered: forecast.rendered,
      },
    },
    cost: forecast.cost.toFixed(5),
    gate: forecast.gate,
  };
};

const isMessage = (request: ApprovalRequest): request is MessageRequest & { reason: string } =>
  ["draft", "send", "call"].includes(request.kind);

type Prepared = Pick<NewApproval, "content" | "cost" | "gate"> & { expiresAt?: number };
const ungated = (content: ApprovalContent): Prepared => ({ content, cost: null, gate: null });

/** What is asked for without a message, as it is stored. */
const prepareOther = async (
  context: WriteContext,
  request: Exclude<ApprovalRequest, MessageRequest>,
  language: Language,
): Promise<Prepared> => {
  switch (request.kind) {
    case "change":
      return ungated({ change: request.change });
    case "runs":
      return ungated({ runs: request.runs });
    case "broadcast":
      return prepareBroadcast(context, request, language);
    case "knowledge": {
      const { question, answer, language: of } = request;
      return ungated({ knowledge: { question, answer, language: of } });
    }
  }
};

const reachesPerson = (kind: ApprovalKind): boolean => ["send", "call", "broadcast", "runs"].includes(kind);

const decidersOf = (tx: Tx, { kind }: ApprovalRequest): Promise<string[]> =>
  kind === "broadcast" || kind === "runs" ? listRuleDeciders(tx, null) : listDeciders(tx);

/** Stores what a program asks for, and tells the operators. */
export const requestApproval = async (
  services: Pick<
    ApiServices,
    "write" | "clock" | "contactRules" | "addressHash" | "business" | "personFields"
  >,
  actor: Actor,
  asker: ApprovalAsker,
  request: ApprovalRequest,
): Promise<ApprovalRow> => {
  const now = services.clock.now();
  const settings = await readForecastSettings(services, now);
  return services.write(actor, async (context) => {
    const { tx, audit, touch, enqueue } = context;
    const used = await countForToken(tx, asker.tokenId);
    if (used.open >= mcpLimits.openApprovals) throw new Problem("approvals_full");
    if (reachesPerson(request.kind) && used.sendsToday >= mcpLimits.sendsPerDay)
      throw new Problem("sends_full");
    const personId = "personId" in request ? request.personId : null;
    const prepared: Prepared = isMessage(request)
      ? await forecastRequest(tx, await openForecaster(settings, tx, [request.personId]), request, asker)
      : await prepareOther(context, request, settings.business.language);
    const approval = await insertApproval(tx, {
      ...{ kind: storedKind(request.kind), ...asker, personId, reason: request.reason },
      expiresAt: now + approvalLifeMs[request.kind],
      ...prepared,
    });
    // One notice for requests that come together: the count in the sidebar shows the others.
    if (used.open === 0)
      await addPushedNotifications(
        { tx, enqueue },
        (await decidersOf(tx, request)).map((userId) => ({
          kind: "approval_waiting",
          params: { name: asker.tokenName },
          link: "/approvals",
          userId,
        })),
      );
    audit({
      eventType: "data_change",
      entityType: "approval",
      entityId: approval.id,
      details: { kind: "approval_asked", approval: request.kind },
      metadata: { personId },
    });
    touch("approvals", "notifications");
    return approval;
  });
};
