const maxListLength = 50;

/** Tags or sources of both, up to a limit. What the first list has stays, however much it is. */
export const joinLists = (own: readonly string[], added: readonly string[]): string[] =>
  [...new Set([...own, ...added])].slice(0, Math.max(maxListLength, own.length));
