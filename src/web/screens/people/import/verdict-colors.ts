/** The colours of the four figures, in charts and beside their names. */
export const verdictColors = {
  added: "var(--sea)",
  changed: "color-mix(in oklab, var(--sea) 42%, var(--panel))",
  unchanged: "color-mix(in oklab, var(--sea) 18%, var(--panel))",
  joined: "color-mix(in oklab, var(--sea) 70%, var(--panel))",
  refused: "var(--bad)",
} as const;

export type ColoredVerdict = keyof typeof verdictColors;

export const coloredVerdicts = Object.keys(verdictColors) as ColoredVerdict[];
