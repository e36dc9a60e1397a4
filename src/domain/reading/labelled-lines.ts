import * as z from "zod";
import {
  type LabelledText,
  readChannels,
  readIntents,
  readLanguages,
  readObjections,
  readOptOuts,
  readSentiments,
  readTopics,
  readUrgencies,
} from "./labels.ts";

const line = z.object({
  text: z.string(),
  previous: z.string().nullish(),
  channel: z.enum(readChannels).nullish(),
  language: z.enum(readLanguages),
  intent: z.enum(readIntents),
  also: z.array(z.enum(readIntents)).default([]),
  sentiment: z.literal(readSentiments),
  urgency: z.literal(readUrgencies),
  asks: z.array(z.enum(readTopics)).default([]),
  objection: z.enum(readObjections).nullish(),
  /** Local date and time; absent where nobody labelled it. */
  callback: z.string().nullish(),
  optOut: z.enum(readOptOuts).optional(),
  /** As some files write it. */
  opt_out: z.enum(readOptOuts).optional(),
});

export type LabelledLine = LabelledText & { callback: string | null | undefined };

/** Reads labelled messages, one JSON object a line. A wrong label is an error that names its line. */
export const parseLabelledLines = (text: string, file: string): LabelledLine[] =>
  text.split("\n").flatMap((source, index) => {
    if (source.trim() === "") return [];
    const parsed = line.safeParse(JSON.parse(source));
    if (!parsed.success) throw new Error(`${file}, line ${index + 1}: ${z.prettifyError(parsed.error)}`);
    const { opt_out, optOut = opt_out, objection = null, ...rest } = parsed.data;
    return [
      {
        ...rest,
        objection,
        optOut: optOut ?? (rest.intent === "opt_out" ? "yes" : "no"),
        callback: rest.callback,
      },
    ];
  });

/** A fifth of the messages, always the same, that measurements keep out of the training. */
export const isHeldBack = ({ text }: LabelledText): boolean => {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return ((hash ^ (hash >>> 15)) >>> 0) % 5 === 0;
};
