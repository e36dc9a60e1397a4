import { magicBehaviour } from "#sandbox/magic-recipients.ts";
import type { CallerLine } from "#sandbox/twilio/relay/caller-line.ts";
import { findPersona } from "./personas.ts";
import { playPersona } from "./play-persona.ts";

/** Which scripted person is at which number. */
export type CallerAssignments = {
  assign: (number: string, persona: string | null) => void;
  /** Null when no scripted person is at the number. */
  find: (number: string) => ((line: CallerLine) => void) | null;
  isMachine: (number: string) => boolean;
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
      return persona ? (line) => playPersona(persona, line) : null;
    },
    isMachine: (number) => personaAt(number)?.isMachine === true,
    reset: () => byNumber.clear(),
  };
};
