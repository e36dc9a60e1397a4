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

export type LabelledLine = LabelledText & { callback: string | null | undefined };

type Fields = Readonly<Record<string, unknown>>;

/** Checked here, because the reader is trained before the packages are installed. */
const readLabel = <Label>(fields: Fields, name: string, labels: readonly Label[]): Label => {
  const label = labels.find((known) => known === fields[name]);
  if (label === undefined) throw new Error(`${name} is ${JSON.stringify(fields[name])}`);
  return label;
};

const readOptional = <Label>(fields: Fields, name: string, labels: readonly Label[]): Label | undefined =>
  fields[name] === undefined || fields[name] === null ? undefined : readLabel(fields, name, labels);

const readList = <Label>(fields: Fields, name: string, labels: readonly Label[]): Label[] => {
  const list = fields[name] ?? [];
  if (!Array.isArray(list)) throw new Error(`${name} is no list`);
  return list.map((value) => readLabel({ [name]: value }, name, labels));
};

const readText = (fields: Fields, name: string): string | null | undefined => {
  const text = fields[name];
  if (typeof text !== "string" && text !== null && text !== undefined) throw new Error(`${name} is no text`);
  return text;
};

const readLine = (fields: Fields): LabelledLine => {
  const text = readText(fields, "text");
  if (typeof text !== "string") throw new Error("text is missing");
  const intent = readLabel(fields, "intent", readIntents);
  // Some files write it in the other way.
  const optOut = readOptional(fields, "optOut", readOptOuts) ?? readOptional(fields, "opt_out", readOptOuts);
  const previous = readText(fields, "previous");
  const channel = readOptional(fields, "channel", readChannels);
  return {
    text,
    ...(previous === undefined ? {} : { previous }),
    ...(channel === undefined ? {} : { channel }),
    language: readLabel(fields, "language", readLanguages),
    intent,
    also: readList(fields, "also", readIntents),
    sentiment: readLabel(fields, "sentiment", readSentiments),
    urgency: readLabel(fields, "urgency", readUrgencies),
    asks: readList(fields, "asks", readTopics),
    objection: readOptional(fields, "objection", readObjections) ?? null,
    optOut: optOut ?? (intent === "opt_out" ? "yes" : "no"),
    /** Local date and time; absent where it was not labelled. */
    callback: readText(fields, "callback"),
  };
};

/** Reads labelled messages, one JSON object a line. A wrong label is an error that names its line. */
export const parseLabelledLines = (text: string, file: string): LabelledLine[] =>
  text.split("\n").flatMap((source, index) => {
    if (source.trim() === "") return [];
    try {
      return [readLine(JSON.parse(source) as Fields)];
    } catch (error) {
      throw new Error(`${file}, line ${index + 1}: ${error instanceof Error ? error.message : ""}`);
    }
  });
