import { type InboundText, readChannels } from "#domain/reading/labels.ts";
import { type SafetyLabel, safetyLabels } from "./safety-kind.ts";

/** A text with what people said it is about. */
export type LabelledSafety = InboundText & { label: SafetyLabel };

const readLine = (fields: Readonly<Record<string, unknown>>): LabelledSafety => {
  const { text } = fields;
  const label = safetyLabels.find((known) => known === fields.label);
  const channel = readChannels.find((known) => known === fields.channel);
  if (typeof text !== "string") throw new Error("text is missing");
  if (label === undefined) throw new Error(`label is ${JSON.stringify(fields.label)}`);
  if (channel === undefined) throw new Error(`channel is ${JSON.stringify(fields.channel)}`);
  return { text, label, channel };
};

/** Reads labelled texts, one JSON object a line. A wrong label is an error that names its line. */
export const parseLabelledSafety = (text: string, file: string): LabelledSafety[] =>
  text.split("\n").flatMap((source, index) => {
    if (source.trim() === "") return [];
    try {
      return [readLine(JSON.parse(source) as Readonly<Record<string, unknown>>)];
    } catch (error) {
      throw new Error(`${file}, line ${index + 1}: ${error instanceof Error ? error.message : ""}`);
    }
  });
