import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import type { CallerLine } from "#sandbox/twilio/relay/caller-line.ts";
import { msPerCharacter } from "#sandbox/twilio/relay/relay-clock.ts";
import { findPersona } from "./personas.ts";
import { createPersonaPlayer } from "./play-persona.ts";

/** Which scripted person is at which number. */
export type CallerAssignments = {
  assign: (number: string, persona: string | null) => void;
  /** Who speaks in a new call; null when no scripted person is at the number. */
  find: (number: string) => ((line: CallerLine) => void) | null;
  /** How long the greeting of an answering machine lasts; null for a person. */
  machineGreetingMs: (number: string) => number | null;
  reset: () => void;
};

export const createCallerAssignments = (): CallerAssignments => {
  const byNumber = new Map<string, string>();
  const personaAt = (number: string) =>
    findPersona(byNumber.get(number) ?? (magicBehaviour(number).call === "voicemail" ? "voicemail-es" : ""));
  return {
    assign: (number, persona) => {
      if (persona === null) byNumber.delete(number);
      else byNumber.set(number, persona);
    },
    find: (number) => {
      const persona = personaAt(number);
      return persona ? createPersonaPlayer(persona) : null;
    },
    machineGreetingMs: (number) => {
      const { isMachine = false, opening = [] } = personaAt(number) ?? {};
      const greeting = opening.map((act) => ("say" in act ? act.say : "")).join(" ");
      return isMachine ? greeting.length * msPerCharacter : null;
    },
    reset: () => byNumber.clear(),
  };
};
