import type { CallerLine } from "#sandbox/twilio/relay/caller-line.ts";
import { msPerCharacter } from "#sandbox/twilio/relay/relay-clock.ts";
import { type CallerAct, type CallerPersona, type CallerStep, type Cue, cues } from "./persona.ts";

/** Simulated time between the end of the agent's words and the answer. */
const thinkMs = 350;
/** Real time, so that the agent's next words can still arrive in a fast conversation. */
const minThinkMs = 40;
/** Simulated and real time without a word of the agent after which the caller asks for it. */
const silenceMs = 9000;
const minSilenceMs = 5000;
const maxTurns = 30;

const phrases = {
  en: { hello: "Hello?", done: "No, that is all, thank you.", more: "Okay." },
  es: { hello: "¿Aló?", done: "No, eso es todo, gracias.", more: "Está bien." },
} as const;

const asksPatience =
  /\b(one moment|just a (moment|second)|let me (see|check|look)|un momento|un segundo|déjeme (ver|revisar)|permítame)\b/iu;

/** Words that only ask for patience need no answer. */
const isFiller = (heard: string): boolean =>
  heard
    .split(/(?<=[.!?…])\s+/u)
    .every((sentence) => asksPatience.test(sentence) && sentence.length < 70 && !sentence.includes("?"));

/** What a scripted person has said and done so far; it lasts longer than one conversation of a call. */
type PersonaProgress = {
  agenda: CallerStep[];
  reactions: { step: CallerStep & { on: Cue }; left: number }[];
  turns: number;
  closings: number;
};

/** Speaks for a scripted person in all conversations of one call. */
export const createPersonaPlayer = (persona: CallerPersona): ((line: CallerLine) => void) => {
  const progress: PersonaProgress = {
    agenda: persona.steps.filter(({ on }) => on === undefined),
    reactions: persona.steps.flatMap(({ on, ...step }) =>
      on === undefined ? [] : [{ step: { ...step, on }, left: step.times ?? 1 }],
    ),
    turns: 0,
    closings: 0,
  };
  let isFirst = true;
  return (line) => {
    playPersona(persona, progress, line, isFirst);
    isFirst = false;
  };
};

/** Reacts to what the agent said, otherwise goes on with the own agenda. */
const playPersona = (
  persona: CallerPersona,
  progress: PersonaProgress,
  line: CallerLine,
  isFirst: boolean,
): void => {
  const words = phrases[persona.language];
  const { agenda, reactions } = progress;
  let unanswered = 0;
  let isActing = false;
  let thinking: NodeJS.Timeout | undefined;
  let patience: NodeJS.Timeout | undefined;

  const waitForAgent = (): void => {
    clearTimeout(patience);
    if (persona.staysSilent || line.isOver()) return;
    patience = setTimeout(
      () => {
        if (line.isOver() || line.isAgentSpeaking()) return;
        if (++unanswered > 2) return line.hangUp();
        line.say(words.hello, words.hello.length * msPerCharacter);
        waitForAgent();
      },
      Math.max(minSilenceMs, line.toRealMs(silenceMs)),
    ).unref();
  };

  const perform = async (acts: readonly CallerAct[]): Promise<void> => {
    isActing = true;
    clearTimeout(thinking);
    clearTimeout(patience);
    for (const act of acts) {
      if (line.isOver()) return;
      if ("say" in act) {
        const spokenMs = act.say.length * msPerCharacter;
        line.say(act.say, spokenMs);
        await pause(line, spokenMs);
      } else if ("keys" in act) line.press(act.keys);
      else if ("waitMs" in act) await pause(line, act.waitMs);
      else if ("cough" in act) line.cough();
      else line.hangUp();
    }
    isActing = false;
    armInterruption();
    waitForAgent();
  };

  /** The next step of the agenda may not wait until the agent has finished. */
  const armInterruption = (): void => {
    const [next] = agenda;
    if (next?.bargeAt === undefined) return;
    line.bargeAfter(next.bargeAt, () => {
      if (agenda[0] !== next || isActing) return;
      agenda.shift();
      void perform(next.do);
    });
  };

  const answer = (heard: string): void => {
    if (line.isOver() || isActing) return;
    if (++progress.turns > maxTurns) {
      line.hangUp();
      return;
    }
    unanswered = 0;
    const reaction = reactions.find(({ step, left }) => left > 0 && cues[step.on].test(heard));
    if (reaction) reaction.left--;
    const acts = (reaction?.step ?? nextOfAgenda(heard))?.do;
    if (acts) return void perform(acts);
    if (persona.staysSilent) return;
    void perform(closing(heard));
  };

  const nextOfAgenda = (heard: string): CallerStep | undefined =>
    cues.goodbye.test(heard) && !heard.includes("?") ? undefined : agenda.shift();

  /** What anybody says who has nothing left to say. */
  const closing = (heard: string): CallerAct[] => {
    if (cues.person.test(heard) && !heard.includes("?")) return [{ waitMs: 4000 }];
    const isOver = cues.goodbye.test(heard) || ++progress.closings > 2;
    return isOver
      ? [{ waitMs: 1500 }, { hangUp: true }]
      : [{ say: heard.includes("?") ? words.done : words.more }];
  };

  line.onTurnEnd((heard) => {
    if (isFiller(heard)) return waitForAgent();
    clearTimeout(thinking);
    thinking = setTimeout(() => answer(heard), Math.max(minThinkMs, line.toRealMs(thinkMs))).unref();
  });
  line.onAgentSpeaking((isSpeaking) => {
    if (!isSpeaking) return;
    clearTimeout(thinking);
    clearTimeout(patience);
  });
  armInterruption();
  if (persona.opening && isFirst) void perform(persona.opening);
  else waitForAgent();
};

const pause = (line: CallerLine, ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, line.toRealMs(ms)).unref());
