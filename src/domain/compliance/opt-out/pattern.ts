import type { Tag } from "./lexicon.ts";

/** Sets of classes that the rules use together. */
const groups: Record<string, string> = {
  STOP: "stop|stop_es|quit",
  CON: "con_act|con_ask|text",
  SND: "snd_act|snd_ask",
  MSG: "msg|text|con_act",
  REM: "rem|rem_es",
  NEG: "no|neg",
  OTHER: "other|thing",
  FILL: "fill|det|my|you|this|more|me|receive|get|out|still|keep|be",
  STILL: "still|keep",
  /** Whatever neither limits a request nor is about a thing or another person. */
  LOOSE:
    "other|fill|det|my|you|this|more|me|receive|get|out|still|keep|be|i|want|told|did|number|list|text|msg",
};

/**
 * Compiles a pattern over the classes of a clause: items separated by spaces, alternatives by bars, `?` and `*` after
 * an item as usual, `*3` for at most three, `$` for the end of the clause, `^` for its start, `!x` for "not followed
 * by x". Upper-case names are the groups above.
 */
export const pattern = (source: string): RegExp =>
  new RegExp(`(?<![^ ])${source.trim().split(/\s+/).map(compileItem).join("")}`);

const compileItem = (item: string): string => {
  if (item === "^" || item === "$") return item;
  const [, not = "", names = "", repeat = ""] = /^(!?)([^?*+]+)([?*+]\d*)?$/.exec(item) ?? [];
  const classes = names
    .split("|")
    .map((name) => groups[name] ?? name)
    .join("|");
  const one = `(?:(?:${classes}) )`;
  if (not) return `(?!${one})`;
  return /^\*\d/.test(repeat) ? `${one}{0,${repeat.slice(1)}}` : `${one}${repeat}`;
};

/** The text that patterns are matched against: each class is followed by a space. */
export const tagText = (tags: readonly Tag[]): string => tags.map((tag) => `${tag} `).join("");
