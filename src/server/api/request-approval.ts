import type { ApprovalKind } from "#domain/approvals/approval.ts";
import type { ApprovalContent, ApprovalMessage, ProposedChange } from "#domain/approvals/content.ts";
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
import { findScriptToCall } from "#server/store/delivery/call-commands.ts";
import { addPushedNotifications } from "#server/store/workspace/notifications.ts";
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
);

/** What is written to a person, so that the gate is asked. */
type MessageRequest = Exclude<ApprovalRequest, { kind: "knowledge" | "change" }>;

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

/** What is asked for without a message, as it is stored. */
const plainContent = (request: ApprovalRequest): ApprovalContent | undefined => {
  if (request.kind === "change") return { change: request.change };
  if (request.kind !== "knowledge") return undefined;
  const { question, answer, language } = request;
  return { knowledge: { question, answer, language } };
};

const isMessage = (request: ApprovalRequest): request is ApprovalRequest & MessageRequest =>
  request.kind !== "knowledge" && request.kind !== "change";

const reachesPerson = (kind: ApprovalKind): boolean => kind === "send" || kind === "call";

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
  return services.write(actor, async ({ tx, audit, touch, enqueue }) => {
    const used = await countForToken(tx, asker.tokenId);
    if (used.open >= mcpLimits.openApprovals) throw new Problem("approvals_full");
    if (reachesPerson(request.kind) && used.sendsToday >= mcpLimits.sendsPerDay)
      throw new Problem("sends_full");
    const personId = request.kind === "knowledge" ? null : request.personId;
    const prepared = isMessage(request)
      ? await forecastRequest(tx, await openForecaster(settings, tx, [request.personId]), request, asker)
      : { content: plainContent(request) as ApprovalContent, cost: null, gate: null };
    const approval = await insertApproval(
      tx,
      { kind: request.kind, ...asker, personId, reason: request.reason, ...prepared },
      now,
    );
    // One notice for requests that come together: the count in the sidebar shows the others.
    if (used.open === 0)
      await addPushedNotifications(
        { tx, enqueue },
        (await listDeciders(tx)).map((userId) => ({
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
