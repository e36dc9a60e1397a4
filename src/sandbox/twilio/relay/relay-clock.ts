/** The time of a conversation, which may pass faster than the real one. */
export type RelayClock = {
  /** Since the conversation began. */
  nowMs: () => number;
  toRealMs: (ms: number) => number;
  /** Without a speed only speech makes the clock advance. */
  spend: (ms: number) => void;
  msPerCharacter: number;
};

/** Speed of speech. */
export const charactersPerSecond = 14;
export const msPerCharacter = 1000 / charactersPerSecond;

/** A speed of 0 stands for a conversation in which nothing takes time. */
export const createRelayClock = (speed: number): RelayClock => {
  const startedAt = performance.now();
  let spentMs = 0;
  return {
    nowMs: () => (speed === 0 ? spentMs : (performance.now() - startedAt) * speed),
    toRealMs: (ms) => (speed === 0 ? 0 : ms / speed),
    spend: (ms) => {
      spentMs += ms;
    },
    msPerCharacter,
  };
};
