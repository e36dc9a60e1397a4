import { problems } from "#contract/problems.ts";
import { tokenMayUse } from "#domain/access/areas.ts";
import { placeOfScope } from "#domain/api-access/token.ts";
import { fitValue } from "#domain/mcp/answer.ts";
import { maxAnswerLength } from "#domain/mcp/limits.ts";
import type { McpTool } from "#domain/mcp/tool.ts";
import { allowsTool, type McpToolName } from "#domain/mcp/tools.ts";
import { answerOnce } from "#server/api/answer-once.ts";
import { issuePhrases } from "#server/api/issue-messages.ts";
import { Problem } from "#server/api/problem.ts";
import { reachOf, requireVisible } from "#server/api/record-access.ts";
import { findUnstorable } from "#server/api/unstorable.ts";
import { digestOfCall, type PageAction, resumeCall } from "./approval-page.ts";
import type { ToolContext, ToolRuns } from "./tool-context.ts";
import { broadcastRuns } from "./tools/broadcast-runs.ts";
import { conversationRuns } from "./tools/conversation-runs.ts";
import { peopleRuns } from "./tools/people-runs.ts";
import { requestRuns } from "./tools/request-runs.ts";
import { ruleRuns } from "./tools/rule-runs.ts";
import { sequenceRuns } from "./tools/sequence-runs.ts";
import { workspaceRuns } from "./tools/workspace-runs.ts";

/** A tool without an implementation is a type error. */
const runs: ToolRuns = {
  ...workspaceRuns,
  ...peopleRuns,
  ...conversationRuns,
  ...ruleRuns,
  ...broadcastRuns,
  ...sequenceRuns,
  ...requestRuns,
};

type ToolRefusal = "token_lacks_scope" | "token_lacks_role";
export type ToolAnswer = {
  isError: boolean;
  text: string;
  /** `ok`, or the code of the problem. */
  code: string;
  refusal?: ToolRefusal;
};

/** Why the token may not use a tool: by its scopes, or by the role of its user. */
export const refuseTool = (
  { token }: Pick<ToolContext, "token">,
  tool: Pick<McpTool, "scope" | "access">,
): ToolRefusal | undefined => {
  if (!allowsTool(token.scopes, tool)) return "token_lacks_scope";
  return tokenMayUse(token.permissions, placeOfScope(tool.scope, tool.access))
    ? undefined
    : "token_lacks_role";
};

/** A sentence that the model can act on. */
const problemText = ({ code, customMessage, issues, details }: Problem): string =>
  JSON.stringify(
    fitValue(
      {
        error: customMessage ?? problems[code].en,
        code,
        ...(issues ? { issues } : {}),
        ...(details === undefined ? {} : { details }),
      },
      maxAnswerLength,
    ),
  );

/** The answer of a client to the page of an approval that it was given. */
export type ResumedCall = { state: string; action: PageAction };

const runParsed = async (
  tool: McpTool & { name: McpToolName },
  input: Record<string, unknown>,
  context: ToolContext,
): Promise<string> => {
  const run = runs[tool.name] as (input: Record<string, unknown>, context: ToolContext) => Promise<string>;
  const { idempotencyKey: key } = input;
  if (typeof key !== "string") return run(input, context);
  const answer = await answerOnce(
    context.services.database.pool,
    {
      actor: context.actor,
      tokenId: context.token.id,
      // The HTTP API has keys of its own.
      key: `mcp:${key}`,
      requestHash: digestOfCall(tool.name, input),
    },
    async (actor) => ({ text: await run(input, { ...context, actor }) }),
  );
  return (answer as { text: string }).text;
};

/** Not every tool calls a route, so that the records it names are looked at here. */
const requireNamedRecords = async (
  { services, caller }: ToolContext,
  { personId, actionId }: Record<string, unknown>,
): Promise<void> => {
  const reach = reachOf(caller, ["people", "inbox"]);
  const { db } = services.database;
  if (typeof personId === "string") await requireVisible(db, reach, "person", [personId]);
  if (typeof actionId === "string") await requireVisible(db, reach, "action", [actionId]);
};

const answerCall = async (
  tool: McpTool & { name: McpToolName },
  args: unknown,
  context: ToolContext,
  resumed: ResumedCall | undefined,
): Promise<ToolAnswer> => {
  const refusal = refuseTool(context, tool);
  if (refusal) {
    const details = { scope: tool.scope, access: tool.access };
    return { isError: true, code: refusal, text: problemText(new Problem(refusal, { details })), refusal };
  }
  const parsed = tool.input.safeParse(args ?? {});
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
    return { isError: true, code: "invalid", text: problemText(new Problem("invalid", { issues })) };
  }
  const unstorable = findUnstorable(parsed.data);
  if (unstorable) {
    const issues = [{ path: unstorable.join("."), message: issuePhrases.en.unstorable }];
    return { isError: true, code: "invalid", text: problemText(new Problem("invalid", { issues })) };
  }
  const run = async (): Promise<string> => {
    await requireNamedRecords(context, parsed.data);
    if (!resumed) return runParsed(tool, parsed.data, context);
    // Nothing is done a second time: the client only hears what became of its request.
    const approvalId = await resumeCall(context, resumed, digestOfCall(tool.name, args ?? {}));
    return runs.get_approval({ approvalId }, context);
  };
  try {
    return { isError: false, code: "ok", text: await run() };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { isError: true, code: error.code, text: problemText(error) };
  }
};

/** Runs a tool and records the call, whether it succeeded or not. */
export const runTool = async (
  tool: McpTool & { name: McpToolName },
  args: unknown,
  context: ToolContext,
  resumed?: ResumedCall,
): Promise<ToolAnswer> => {
  const startedAt = performance.now();
  const record = ({ code, isError }: Pick<ToolAnswer, "code" | "isError">) =>
    context.services.write(context.actor, async ({ audit }) =>
      audit({
        eventType: "tool_call",
        entityType: "token",
        entityId: context.token.id,
        details: { kind: "tool_called", tool: tool.name },
        metadata: {
          tool: tool.name,
          personIds: [...context.noted.personIds],
          argumentsSha256: digestOfCall(tool.name, args ?? {}).toString("hex"),
          outcome: code,
          ms: Math.round(performance.now() - startedAt),
          approvalId: context.noted.approvalId,
          client: context.client,
        },
        status: isError ? "failure" : "success",
      }),
    );
  try {
    const outcome = await answerCall(tool, args, context, resumed);
    await record(outcome);
    return outcome;
  } catch (error) {
    await record({ code: "internal", isError: true });
    throw error;
  }
};
