import { startCall } from "#domain/agent/call-machine.ts";
import type { FlowState } from "#domain/agent/flow.ts";
import type { PersonRequestKind } from "#domain/agent/request.ts";
import type { AgentToolName } from "#domain/agent/tool-names.ts";
import { variableSample } from "#domain/messages/variables.ts";
import { asksAgain } from "#domain/test-callers/asks-again.ts";
import { judgeTurn } from "#domain/test-callers/judge-turn.ts";
import type { ObservedTurn } from "#domain/test-callers/observed-turn.ts";
import type { TestCallerInput, TestTurn } from "#domain/test-callers/test-caller.ts";
import { hasPassed, type PlayedTestCall, type PlayedTurn } from "#domain/test-callers/test-result.ts";
import type { TestedScript } from "#domain/test-callers/tested-script.ts";
import { unprovedSentences } from "#domain/test-callers/unproved-sentences.ts";
import { type AgentConversation, type AgentServices, openConversation } from "#server/agent/conversation.ts";
import { groundingSources } from "#server/agent/grounding-sources.ts";
import { findPassages } from "#server/agent/turn.ts";
import type { ModelConversation } from "#server/ai/ai-client.ts";
import { systemClock } from "#server/clock.ts";
import { newId } from "#server/db/id.ts";
import type { JobContext } from "#server/jobs/job.ts";
import type { AgentCall, CallScript } from "#server/store/voice/agent-calls.ts";
import { createCallSession } from "./call-session.ts";
import { prepareSetup } from "./call-setup.ts";
import { createTestLine, type HeardAnswer } from "./test-line.ts";

type TestServices = Pick<
  JobContext,
  "database" | "log" | "ai" | "general" | "business" | "knowledgeVectors" | "addressHash"
>;

/** Longer than the agent waits for its models before it hands over. */
const maxAnswerMs = 60_000;

/** Somebody whom the workspace does not know, with the sample values of templates. */
const sampleCall = (scriptId: string): AgentCall => ({
  id: newId(),
  type: "ai_agent",
  phoneNumber: variableSample("phone"),
  ourNumber: null,
  providerCallId: null,
  isTest: true,
  simulated: true,
  language: null,
  owner: null,
  answeredAt: Date.now(),
  endReason: null,
  handoffReason: null,
  handoffNote: null,
  handoff: null,
  memory: null,
  lastEpoch: 0,
  isRecorded: false,
  isNoticed: false,
  target: null,
  origin: null,
  scriptId,
  text: null,
  // Tools work as with a person; what they would store is dropped.
  personId: newId(),
  firstName: variableSample("first_name"),
  lastName: variableSample("last_name"),
  email: variableSample("email"),
  personType: "lead",
  personStatus: "new",
  personLanguage: null,
  intentScore: null,
  requests: [],
  earlier: [],
});

/** The records of model calls name no person, because this one does not exist. */
const withoutPerson = (models: ModelConversation): ModelConversation => ({
  ...models,
  respond: (request) => models.respond({ ...request, personId: null }),
});

const standingRequests = ({ acts }: AgentConversation): PersonRequestKind[] => {
  const standing: { kind: PersonRequestKind; wanted: string }[] = [];
  for (const act of acts) {
    if (act.kind === "request") standing.push({ kind: act.request, wanted: act.wanted });
    if (act.kind !== "withdraw_request") continue;
    const index = standing.findLastIndex(({ kind, wanted }) => kind === act.request && wanted === act.wanted);
    if (index >= 0) standing.splice(index, 1);
  }
  return standing.map(({ kind }) => kind);
};

const notReached = ({ say, expect }: TestTurn): PlayedTurn => ({
  say,
  isReached: false,
  answer: "",
  decidedBy: null,
  isCorrected: false,
  checks: judgeTurn({ expect }, null),
});

/** Sentences of models that nothing proves; policies and scripts say only what was written for them. */
const findUnproved = async (
  services: AgentServices,
  conversation: AgentConversation,
  { say }: TestTurn,
  { said, traces }: HeardAnswer,
): Promise<string[]> => {
  if (!traces.some(({ decidedBy }) => decidedBy === "model")) return [];
  const { language, business, lines } = conversation;
  const found = await findPassages({ services, conversation, text: say, now: Date.now() });
  return unprovedSentences({
    said,
    question: say,
    language,
    business,
    sources: groundingSources(conversation, found),
    heard: lines.filter(({ text }) => text !== said).map(({ text }) => text),
    toolsRun: traces.flatMap(({ toolCalls }) => toolCalls.map(({ name }) => name as AgentToolName)),
  });
};

/**
 * Plays a test caller against a script with the conversation of real calls: session, state machine, policies, script,
 * knowledge and models. Only the telephone line and what would be stored or reach people are replaced.
 */
export const playTestCaller = async (
  context: TestServices,
  caller: Pick<TestCallerInput, "language" | "turns">,
  { scriptId, script }: { scriptId: string; script: TestedScript },
): Promise<PlayedTestCall> => {
  const testServices = { ...context, clock: systemClock };
  const services: AgentServices = { ...testServices, write: async () => {}, optOut: async () => {} };
  const call = sampleCall(scriptId);
  const draft: CallScript = {
    ...script,
    id: scriptId,
    name: "",
    version: 0,
    accent: "",
    ttsProvider: "google",
    voiceId: null,
  };
  const setup = await prepareSetup(testServices, call, null, draft);
  const opened = await openConversation(testServices, call, setup.language, draft);
  const conversation = { ...opened, models: opened.models && withoutPerson(opened.models) };
  const line = createTestLine();
  const session = createCallSession({
    services,
    records: line.records,
    conversation,
    control: line.control,
    state: startCall({ language: setup.language, owner: "agent", opening: setup.opening, epoch: 0 }),
    answeredAt: Date.now(),
    notice: setup.notice,
    limitMs: null,
    localeOf: (language) => language,
    isRecorded: setup.isRecorded,
    detectsLanguage: setup.detectsLanguage,
    onOver: (finished) => void finished.catch(() => {}),
  });
  line.connect(session);
  const models = new Set<string>();

  const hear = (words: string): void =>
    session.receive({ type: "prompt", voicePrompt: words, lang: caller.language, last: true });

  const playTurn = async (turn: TestTurn): Promise<PlayedTurn> => {
    if (session.isOver()) return notReached(turn);
    const actsBefore = conversation.acts.length;
    const flowBefore: FlowState = conversation.memory.flow;
    const heard = await line.answerTo(() => hear(turn.say), maxAnswerMs);
    const { said, traces } = heard;
    for (const { vendor, model } of traces) if (model) models.add(`${vendor} ${model}`);
    const { language, memory, timezone } = conversation;
    const observed: ObservedTurn = {
      said,
      language,
      acts: conversation.acts.slice(actsBefore),
      endReason: line.endReason(),
      values: Object.fromEntries(Object.entries(memory.flow.facts).map(([key, { value }]) => [key, value])),
      requests: standingRequests(conversation),
      asksAgain: asksAgain({ before: flowBefore, after: memory.flow, said, heard: turn.say, language }),
      unproved: await findUnproved(services, conversation, turn, heard),
      facts: conversation.script.facts,
      clock: { now: Date.now(), timezone },
    };
    const trace = traces.findLast(({ result }) => result !== "dropped");
    return {
      say: turn.say,
      isReached: true,
      answer: said,
      decidedBy: trace?.decidedBy ?? null,
      isCorrected: traces.some(({ failedChecks }) => failedChecks.length > 0),
      checks: judgeTurn(turn, observed),
    };
  };

  try {
    const opening = await line.answerTo(() => {
      session.attach(line.socket, null);
      session.receive({ type: "info", name: "agentSpeaking", value: "off" });
      // A script without an opening waits for the caller.
      if (setup.opening === "") line.skip();
    }, maxAnswerMs);
    const turns: PlayedTurn[] = [];
    for (const turn of caller.turns) turns.push(await playTurn(turn));
    return {
      outcome: hasPassed(turns) ? "passed" : "failed",
      opening: [setup.notice, opening.said].filter(Boolean).join(" "),
      turns,
      endReason: line.endReason(),
      model: models.size === 0 ? null : [...models].join(", "),
      cost: conversation.models?.cost() ?? 0,
    };
  } finally {
    session.closed("caller_hung_up");
    await session.settled();
  }
};
