import { findOtherLanguageOptOut } from "#domain/compliance/opt-out/other-languages.ts";
import type { ReplyMeaning } from "#domain/compliance/read-reply.ts";
import { hasMaskedSecret } from "#domain/pii/mask-secrets.ts";
import { findSpansInText } from "#domain/pii/spans.ts";
import { withoutInstructions } from "#domain/reading/instructions.ts";
import { tokenize } from "#domain/reading/tokens.ts";
import { callKeys } from "#domain/voice/interpret-call.ts";
import { type ScriptLanguage, scriptLanguages } from "#domain/voice/script.ts";
import type { AgentAct, AgentReply } from "./act.ts";
import { isComplaint } from "./handoff.ts";
import { agentPhrases } from "./phrases.ts";
import { foldSpeech, speechWords, stripInvisible, toSentences } from "./plain-speech.ts";
import * as patterns from "./policy-patterns.ts";
import {
  dataRequest,
  optOut,
  optOutReply,
  optOutWithComplaint,
  type PolicyInput,
  toPerson,
  toQuote,
} from "./policy-replies.ts";
import { replyMeaning } from "./says-opt-out.ts";
import { wantsToType } from "./spoken-contact.ts";

export type PolicyName =
  | "opt_out"
  | "possible_opt_out"
  | "robot_question"
  | "wants_person"
  | "complaint"
  | "emergency"
  | "threat"
  | "child"
  | "secret"
  | "wrong_number"
  | "abuse"
  | "do_not_record"
  | "recording_question"
  | "vulnerable"
  | "data_request"
  | "call_screening"
  | "hold_on"
  | "injection"
  | "goodbye"
  | "switch_language"
  | "automatic_machine";

export type PolicyDecision = {
  policy: PolicyName;
  reply: AgentReply;
  /** The rest of the utterance still deserves an answer. */
  goesOn: boolean;
};

const personKeys: readonly string[] = [callKeys.person, "0"];
const sureReading = 0.6;

/** Sentences that a policy has not answered say something of their own. */
const hasMore = (text: string, answered: RegExp): boolean =>
  toSentences(text).some(
    (sentence) => !answered.test(foldSpeech(sentence)) && speechWords(sentence).length >= 3,
  );

/** A longer utterance with an insult says what it is about, too. */
const maxInsultWords = 5;

/** A complaint that goes to a person, because the workspace chose so. */
const complains = ({ input: { text, reading, handoffTrigger }, plain }: Context): boolean =>
  handoffTrigger === "complaint" &&
  isComplaint(text, reading) &&
  !(patterns.abuse.test(plain) && speechWords(text).length <= maxInsultWords);

/** What must be done of the rest of a complaint: the truth about the machine, no recording, and the way to opt out. */
const complaintReply = ({ input, folded, plain, meaning }: Context): AgentReply => {
  const phrases = agentPhrases[input.language];
  const canTransfer = input.isStaffed && input.hasTargets;
  const truth = patterns.robotQuestion.test(folded) ? phrases.whoIsCalling(input.business) : "";
  const mayWantStop = meaning === "ambiguous" || input.reading?.optOut === "unclear";
  const text = canTransfer ? phrases.toPerson : phrases.complaintClosed;
  const stopsRecording = input.isRecording && patterns.doNotRecord.test(plain);
  return {
    text: [truth, text, mayWantStop && !canTransfer ? phrases.possibleOptOut : ""].filter(Boolean).join(" "),
    acts: [
      ...(stopsRecording ? [{ kind: "stop_recording" } as const] : []),
      ...(canTransfer
        ? [{ kind: "hand_over", reason: "complaint", note: toQuote(input.text) } as const]
        : []),
    ],
  };
};

type Context = { input: PolicyInput; folded: string; plain: string; meaning: ReplyMeaning["kind"] };
type Policy = (context: Context) => Omit<PolicyDecision, "policy"> | null;

const answer = (text: string, acts: AgentAct[] = [], goesOn = false): Omit<PolicyDecision, "policy"> => ({
  reply: { text, acts },
  goesOn,
});

const endCall = (text: string, reason: "goodbye" | "wrong_number" | "machine" | "voicemail") =>
  answer(text, [{ kind: "end_call", reason, outcome: null }]);

const everyRobotQuestion = new RegExp(patterns.robotQuestion, "g");

const asksPerson = ({ folded, plain, input: { text, reading } }: Context): boolean =>
  !patterns.refusesPerson.test(plain) &&
  // Who would rather press keys than speak wants no person.
  !wantsToType(text) &&
  // "Am I talking to a real person?" asks for the truth and not for a person.
  (patterns.wantsPerson.test(plain.replaceAll(everyRobotQuestion, " ")) ||
    (reading?.intent === "wants_human" &&
      reading.confidence >= sureReading &&
      !patterns.asksAboutRecording.test(plain) &&
      !patterns.robotQuestion.test(folded)));

const secretKinds: readonly string[] = ["card", "ssn", "iban"];

/** In the order in which they are asked; the first one that decides wins. */
const policies: readonly (readonly [PolicyName, Policy])[] = [
  // Before opt-outs: who is in danger hears where help is, whatever else was said.
  [
    "emergency",
    ({ input }) => {
      const phrases = agentPhrases[input.language];
      const note = toQuote(input.text);
      const danger = input.safety?.kind;
      if (danger === "selfharm")
        return answer(phrases.crisis, [
          { kind: "hand_over", reason: "vulnerable", note },
          { kind: "alert", danger, quote: note },
        ]);
      return danger === "emergency"
        ? answer(phrases.emergency, [
            { kind: "hand_over", reason: "emergency", note },
            { kind: "alert", danger, quote: note },
          ])
        : null;
    },
  ],
  [
    "threat",
    ({ input }) =>
      input.safety?.kind === "threat"
        ? answer(agentPhrases[input.language].abuseGoodbye, [
            { kind: "alert", danger: "threat", quote: toQuote(input.text) },
            { kind: "end_call", reason: "goodbye", outcome: null },
          ])
        : null,
  ],
  [
    "opt_out",
    (context) => {
      const { input, meaning } = context;
      if (meaning !== "opt_out" && findOtherLanguageOptOut(input.text) === undefined) return null;
      const reply = complains(context) ? optOutWithComplaint(input) : optOutReply(input.text, input.language);
      if (input.safety?.kind !== "erasure") return { reply, goesOn: false };
      // Who wants their data erased hears that this is noted, too, and not only that nobody calls again.
      const text = `${agentPhrases[input.language].dataRequestNoted} ${reply.text}`;
      return { reply: { text, acts: [...reply.acts, dataRequest(input)] }, goesOn: false };
    },
  ],
  [
    "call_screening",
    ({ input, plain }) =>
      patterns.callScreening.test(plain)
        ? answer(agentPhrases[input.language].screening(input.business, input.purpose), [{ kind: "wait" }])
        : patterns.screeningHolds.test(plain)
          ? answer("", [{ kind: "wait" }])
          : null,
  ],
  [
    "automatic_machine",
    ({ plain }) => {
      if (patterns.voicemailGreeting.test(plain) && !patterns.speaksNow.test(plain))
        return endCall("", "voicemail");
      return patterns.menuGreeting.test(plain) ? endCall("", "machine") : null;
    },
  ],
  [
    "wrong_number",
    ({ input, plain }) => {
      const { reading } = input;
      const isRead = reading?.intent === "wrong_person" && reading.confidence >= 0.8;
      if (!isRead && !patterns.wrongNumber.test(plain)) return null;
      return endCall(agentPhrases[input.language].wrongNumber, "wrong_number");
    },
  ],
  [
    "child",
    ({ input }) =>
      input.safety?.kind === "minor" ? endCall(agentPhrases[input.language].child, "goodbye") : null,
  ],
  [
    "secret",
    ({ input, plain }) => {
      const hasNumber = findSpansInText(input.text).some(({ kind }) => secretKinds.includes(kind));
      if (!hasNumber && !hasMaskedSecret(input.text) && !patterns.tellsSecret.test(plain)) return null;
      return answer(agentPhrases[input.language].refuseSecret);
    },
  ],
  [
    "data_request",
    ({ input }) =>
      input.safety?.kind === "erasure"
        ? answer(agentPhrases[input.language].dataRequestNoted, [dataRequest(input)])
        : null,
  ],
  [
    "vulnerable",
    ({ input }) =>
      input.safety?.kind === "vulnerable"
        ? answer(agentPhrases[input.language].condolence, [
            { kind: "alert", danger: "vulnerable", quote: toQuote(input.text) },
          ])
        : null,
  ],
  [
    "wants_person",
    (context) => {
      if (!asksPerson(context)) return null;
      const { input, folded } = context;
      const reply = toPerson(input);
      const isQuestion = patterns.robotQuestion.test(folded);
      const truth = isQuestion ? `${agentPhrases[input.language].whoIsCalling(input.business)} ` : "";
      return { reply: { ...reply, text: truth + reply.text }, goesOn: false };
    },
  ],
  // Before all that would answer a part of it: the question whether to stop, an insult, a goodbye.
  ["complaint", (context) => (complains(context) ? { reply: complaintReply(context), goesOn: false } : null)],
  [
    "do_not_record",
    ({ input, plain }) =>
      patterns.doNotRecord.test(plain)
        ? answer(
            agentPhrases[input.language].notRecording,
            input.isRecording ? [{ kind: "stop_recording" }] : [],
            hasMore(input.text, patterns.doNotRecord),
          )
        : null,
  ],
  [
    "recording_question",
    ({ input, folded, plain }) => {
      const { language, isRecording, safety } = input;
      const isLearned = safety?.kind === "recording" && !patterns.robotQuestion.test(folded);
      if (!isLearned && !patterns.asksAboutRecording.test(plain)) return null;
      const { isRecorded, isNotRecorded } = agentPhrases[language];
      return answer(
        isRecording ? isRecorded : isNotRecorded,
        [],
        hasMore(input.text, patterns.asksAboutRecording),
      );
    },
  ],
  [
    "robot_question",
    ({ input, folded }) =>
      patterns.robotQuestion.test(folded) || input.safety?.kind === "ai_question"
        ? answer(
            agentPhrases[input.language].isMachine(input.business),
            [],
            hasMore(input.text, patterns.robotQuestion),
          )
        : null,
  ],
  [
    "abuse",
    ({ input, plain }) => {
      if (!patterns.abuse.test(plain)) return null;
      const phrases = agentPhrases[input.language];
      if (input.abuseCount === 0) return answer(phrases.abuse);
      if (input.abuseCount === 1 && input.isStaffed && input.hasTargets)
        return answer(phrases.toPerson, [{ kind: "hand_over", reason: "abuse", note: toQuote(input.text) }]);
      return endCall(phrases.abuseGoodbye, "goodbye");
    },
  ],
  [
    "switch_language",
    ({ input, plain }) => {
      const wanted = wishedLanguage(plain);
      if (wanted === null || wanted === input.languageBefore) return null;
      const goesOn = hasMore(input.text, patterns.wantsLanguage[wanted]);
      return answer(
        agentPhrases[wanted].languageSwitched,
        [{ kind: "set_language", language: wanted }],
        goesOn,
      );
    },
  ],
  [
    "injection",
    ({ input, plain }) => {
      const tokens = tokenize(stripInvisible(input.text));
      const isInstruction = withoutInstructions(tokens).length < tokens.length;
      if (!isInstruction && !patterns.injection.test(plain)) return null;
      return answer(agentPhrases[input.language].injection);
    },
  ],
  ["hold_on", ({ folded }) => (patterns.holdOn.test(folded) ? answer("", [{ kind: "wait" }]) : null)],
  [
    "goodbye",
    ({ input, folded, plain }) =>
      patterns.goodbyeWords.test(plain) && !folded.includes("?") && speechWords(input.text).length <= 12
        ? endCall(agentPhrases[input.language].goodbye, "goodbye")
        : null,
  ],
  [
    "possible_opt_out",
    ({ input, folded, meaning }) => {
      const { reading, language } = input;
      const isPossible = meaning === "ambiguous" || reading?.optOut === "unclear";
      if (!isPossible || patterns.harmlessInCall.test(folded)) return null;
      return answer(agentPhrases[language].possibleOptOut, [], true);
    },
  ],
];

/** The language for which the speaker asks. */
export const wishedLanguage = (plain: string): ScriptLanguage | null => {
  // "I don't speak English" names the language that is not wished.
  const without = plain.replaceAll(patterns.refusesLanguage, (words) => {
    if (/ingles|english/.test(words)) return "spanish please";
    return "english please";
  });
  return scriptLanguages.find((language) => patterns.wantsLanguage[language].test(without)) ?? null;
};

const decideKey = (digit: string, input: PolicyInput): PolicyDecision | null => {
  if (digit === callKeys.optOut)
    return { policy: "opt_out", reply: optOut(`key ${digit}`, input.language), goesOn: false };
  if (!personKeys.includes(digit)) return null;
  return { policy: "wants_person", reply: toPerson({ ...input, text: `key ${digit}` }), goesOn: false };
};

/** Whatever else is answered: who does not want to be recorded is not. */
const withRefusedRecording = (reply: AgentReply, { input, plain }: Context): AgentReply => {
  const stops = input.isRecording && patterns.doNotRecord.test(plain);
  if (!stops || reply.acts.some(({ kind }) => kind === "stop_recording")) return reply;
  return { ...reply, acts: [...reply.acts, { kind: "stop_recording" }] };
};

/** What code answers alone, before any model is asked. Opt-outs come first. */
export const applyPolicies = (input: PolicyInput): PolicyDecision | null => {
  if (input.digit !== null) return decideKey(input.digit, input);
  const folded = foldSpeech(input.text);
  if (folded === "") return null;
  const plain = folded.replaceAll("?", "").replaceAll(/ +/g, " ").trim();
  const context: Context = { input, folded, plain, meaning: replyMeaning(input.text) };
  for (const [policy, decide] of policies) {
    const decision = decide(context);
    if (decision) return { policy, ...decision, reply: withRefusedRecording(decision.reply, context) };
  }
  return null;
};
