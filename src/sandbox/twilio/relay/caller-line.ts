/** The caller's end of a conversation over ConversationRelay. */
export type CallerLine = {
  /** Words of the caller, which take so long to say; 0 when they were typed. */
  say: (text: string, spokenMs?: number) => void;
  press: (digits: string) => void;
  /** A sound that may interrupt the agent and is not recognised as words. */
  cough: () => void;
  hangUp: () => void;
  /** The account gave the call other instructions. */
  redirect: () => void;
  /** Does something after so many characters of the agent's present or next speech. */
  bargeAfter: (characters: number, act: () => void) => void;
  /** Position in the call, as its recording counts. */
  positionMs: () => number;
  toRealMs: (ms: number) => number;
  isAgentSpeaking: () => boolean;
  /** Called when the agent completed its turn, with everything heard since the caller last did something. */
  onTurnEnd: (listener: (heard: string) => void) => void;
  onAgentSpeaking: (listener: (isSpeaking: boolean) => void) => void;
  isOver: () => boolean;
};
