import type { PreparedText } from "./features.ts";
import { type ReadIntent, type ReadOptOut, readIntents, secondaryIntents } from "./labels.ts";

export type IntentDecision = {
  intent: ReadIntent;
  confidence: number;
  also: { intent: ReadIntent; confidence: number }[];
  optOut: { value: ReadOptOut; confidence: number };
};

type Probabilities = {
  /** Of each intent being the main one. */
  main: readonly number[];
  /** Of each secondary intent being present. */
  present: readonly number[];
  /** No, yes, unclear. */
  optOut: readonly number[];
};

/** How probable an opt-out must be, by what the grammar of opt-outs says. */
const minOptOut = { opt_out: 0.35, ambiguous: 0.45, none: 0.5, opt_in: 0.9, help: 0.9 } as const;
const minPresence = 0.45;

const thirdPerson = /\b(?:customer|client|user|lead|contact|recipient|cliente|usuario|contacto|titular)\b/i;

const decideOptOut = (
  { optOut, hasInstructions, own }: PreparedText,
  [no = 0, yes = 0, unclear = 0]: readonly number[],
): IntentDecision["optOut"] => {
  // A wish to stop counts in whatever form; a claim about a third person is not the sender's, but is looked at.
  if (hasInstructions && optOut !== "none") {
    if (thirdPerson.test(own.text)) return { value: "unclear", confidence: 0.6 };
    if (optOut === "opt_out") return { value: "yes", confidence: Math.max(yes, 0.6) };
  }
  if (yes >= minOptOut[optOut]) return { value: "yes", confidence: yes };
  // What the grammar takes for an opt-out is at least looked at.
  if (unclear >= 0.4 || (optOut === "opt_out" && unclear > no))
    return { value: "unclear", confidence: unclear };
  return { value: "no", confidence: no };
};

/** Short answers whose sense the previous message fixes. */
const answerIntent = ({ context, answer }: PreparedText): ReadIntent | undefined => {
  if (answer !== "yes") return undefined;
  const kinds = (["asksConsent", "asksPurchase", "proposesTime", "offersInformation"] as const).filter(
    (kind) => context.signals.has(kind),
  );
  if (kinds.length !== 1 || context.signals.has("confirmsMeeting") || context.signals.has("asksIdentity"))
    return undefined;
  const intents = {
    asksConsent: "opt_in",
    asksPurchase: "ready_to_buy",
    proposesTime: "schedule",
    offersInformation: "interested",
  } as const;
  return kinds[0] && intents[kinds[0]];
};

const argmax = (values: readonly number[]): number => {
  let best = 0;
  values.forEach((value, index) => {
    if (value > (values[best] ?? 0)) best = index;
  });
  return best;
};

/** The main intent and those beside it, from probabilities and the rules that are certain. */
export const decideIntent = (
  prepared: PreparedText,
  { main, present, optOut }: Probabilities,
): IntentDecision => {
  const stop = decideOptOut(prepared, optOut);
  const isEmpty = prepared.tokens.every(({ isMark }) => isMark);
  const fixed: ReadIntent | undefined =
    stop.value === "yes" ? "opt_out" : prepared.hasInstructions && isEmpty ? "other" : answerIntent(prepared);
  const allowed = main.map((probability, at) => (readIntents[at] === "opt_out" ? 0 : probability));
  const chosen = fixed ?? (readIntents[argmax(allowed)] as ReadIntent);
  const rest = 1 - (main[readIntents.indexOf("opt_out")] ?? 0);
  const confidence =
    chosen === "opt_out"
      ? stop.confidence
      : fixed
        ? 0.9
        : Math.min(0.99, (main[readIntents.indexOf(chosen)] ?? 0) / Math.max(rest, 0.05));
  const also = secondaryIntents
    .map((intent, at) => ({ intent, confidence: present[at] ?? 0 }))
    .filter(({ intent, confidence: presence }) => {
      if (intent === chosen || presence < minPresence) return false;
      const isLower = readIntents.indexOf(intent) > readIntents.indexOf(chosen);
      return isLower || intent === "wrong_person" || (intent === "cancel_service" && chosen === "complaint");
    });
  const hasNothingBeside = chosen === "automatic_reply" || fixed === "other";
  return { intent: chosen, confidence, also: hasNothingBeside ? [] : also, optOut: stop };
};
