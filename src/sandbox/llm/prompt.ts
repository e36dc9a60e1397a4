export type ModelToolCall = { name: string; arguments: Record<string, unknown> };

export type PromptMessage = {
  role: "system" | "user" | "assistant" | "tool";
  text: string;
  /** What the model called in this message. */
  toolCalls?: ModelToolCall[];
};

export type OfferedTool = { name: string; description: string; parameters: unknown };

/** A request for a completion, the same for all vendors. */
export type LlmRequest = {
  messages: PromptMessage[];
  tools: OfferedTool[];
  /** The names of the tools of which one must be called; empty when the model may choose. */
  requiredTools: string[];
  /** JSON Schema of the answer; undefined for plain text. */
  schema: unknown;
  maxTokens: number | undefined;
};

/** What the model answers, before it is written in a vendor's format. */
export type ModelAnswer = {
  text: string;
  toolCalls?: ModelToolCall[];
  finish?: "length" | "content_filter";
};

/** One way to answer. The first responder of a list that matches gives the answer. */
export type Responder = {
  matches: (request: LlmRequest) => boolean;
  answer: (request: LlmRequest) => ModelAnswer;
};

/** A part of a prompt between tags or fences. The label holds the names and attributes of its tags. */
type PromptBlock = { label: string; text: string };

/** Tags with their attributes, code fences with their language, triple quotes. */
const blockStart = /<([a-z][\w.:-]{0,63})(\s[^<>]{0,500})?>|```([^\n`]{0,64})\n|"""/gi;

type FoundBlock = PromptBlock & { start: number; end: number };

/** The outermost blocks. One pass: long texts of strangers must not cost quadratic time. */
const findBlocks = (text: string): FoundBlock[] => {
  const lower = text.toLowerCase();
  const neverClosed = new Set<string>();
  const blocks: FoundBlock[] = [];
  let end = 0;
  for (const match of text.matchAll(blockStart)) {
    const [opening, tag, attributes, language] = match;
    const closing = tag ? `</${tag.toLowerCase()}>` : opening.slice(0, 3);
    if (match.index < end || neverClosed.has(closing)) continue;
    const start = match.index + opening.length;
    const close = lower.indexOf(closing, start);
    if (close < 0) {
      neverClosed.add(closing);
      continue;
    }
    end = close + closing.length;
    const label = [tag, attributes, language].filter(Boolean).join(" ").toLowerCase();
    blocks.push({ label, text: text.slice(start, close), start: match.index, end });
  }
  return blocks;
};

const maxDepth = 4;

/** The innermost blocks of a text. */
export const readBlocks = (text: string, depth = 0): PromptBlock[] =>
  findBlocks(text).flatMap((block) => {
    const children = depth < maxDepth ? readBlocks(block.text, depth + 1) : [];
    return children.length > 0
      ? children.map((child) => ({ ...child, label: `${block.label} ${child.label}` }))
      : [{ label: block.label, text: block.text.trim() }];
  });

const removeBlocks = (text: string): string =>
  findBlocks(text)
    .reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, text)
    .trim();

const passageLabel = /passage|knowledge|document|article|faq|source|fact|conocimiento|fuente/;
/** Blocks that are not what the person wrote. */
const dataLabel = /summary|profile|record|person\b|date|instruction|schema|example|rules/;
const messageLabel = /message|customer|inbound|untrusted|question|conversation|mensaje|cliente|sms|mail|text/;

/** The messages since the model's last answer; tool calls and their results belong to the answer to come. */
export const currentTurn = ({ messages }: LlmRequest): PromptMessage[] => {
  const lastAnswer = messages.findLastIndex(
    ({ role, toolCalls }) => role === "assistant" && !toolCalls?.length,
  );
  const turn = messages.slice(lastAnswer + 1).filter(({ role }) => role !== "system");
  return turn.length > 0 ? turn : messages.slice(-1);
};

export const toolResults = (request: LlmRequest): PromptMessage[] =>
  currentTurn(request).filter(({ role }) => role === "tool");

export const calledTools = (request: LlmRequest): ModelToolCall[] =>
  currentTurn(request).flatMap(({ toolCalls }) => toolCalls ?? []);

export const userText = (request: LlmRequest): string =>
  currentTurn(request)
    .filter(({ role }) => role === "user")
    .map(({ text }) => text)
    .join("\n");

const speakerLine =
  /^[ \t]{0,8}(?:\[[^\]\n]{0,64}\][ \t]{0,8})?(?:customer|client|cliente|lead|user|usuario|persona?|caller|them)[ \t]{0,8}:(.+)$/gim;

/** What the person wrote last: a labelled block of the prompt, a line of a conversation, or the whole text. */
export const readCustomerText = (request: LlmRequest): string => {
  const text = userText(request);
  const blocks = readBlocks(text).filter(({ label }) => !passageLabel.test(label) && !dataLabel.test(label));
  const outside = removeBlocks(text);
  const block = blocks.findLast(({ label }) => messageLabel.test(label)) ?? blocks.at(-1);
  const chosen = block?.text ?? readJsonText(text) ?? (outside || text.trim());
  return [...chosen.matchAll(speakerLine)].at(-1)?.[1]?.trim() ?? chosen;
};

/** The text of a prompt that is a JSON object, such as `{"text": "Hola"}`. */
const readJsonText = (text: string): string | undefined => {
  const value = parseJson(text);
  if (!isRecord(value)) return undefined;
  return ["text", "message", "body", "content"]
    .map((name) => value[name])
    .find((field) => typeof field === "string");
};

export type PromptPassage = { id: string | undefined; text: string };

const passageHeading =
  /^[#* ]{0,8}(?:knowledge|passages?|documents?|faq|conocimiento|fuentes)\b[^.\n]{0,40}$/i;
const markedLine = /^[ \t]{0,8}[-*]?[ \t]{0,8}\[([\w.:-]{1,64})\](.*\S)/;

/** What the prompt offers to answer from: labelled blocks, lines that begin with `[id]`, lines under a heading. */
export const readPassages = (request: LlmRequest): PromptPassage[] => {
  const turn = new Set(currentTurn(request));
  const texts = request.messages
    .filter((message) => message.role === "system" || (message.role === "user" && turn.has(message)))
    .map(({ text }) => text);
  return texts.flatMap((text) => {
    const blocks = readBlocks(text).filter(({ label }) => passageLabel.test(label));
    return blocks.length > 0
      ? blocks.flatMap(({ label, text: inner }) =>
          splitPassage(inner, /\bid\s*=\s*"?([\w.:-]+)/.exec(label)?.[1]),
        )
      : readPassageLines(text);
  });
};

const splitPassage = (text: string, id: string | undefined): PromptPassage[] => {
  const marked = text.split("\n").flatMap((line) => toMarkedPassage(line));
  return marked.length > 0 ? marked : [{ id, text }];
};

const toMarkedPassage = (line: string): PromptPassage[] => {
  const [, id, text = ""] = markedLine.exec(line) ?? [];
  return id ? [{ id, text: text.trim() }] : [];
};

const readPassageLines = (text: string): PromptPassage[] => {
  let isBelowHeading = false;
  return text.split("\n").flatMap((line) => {
    if (passageHeading.test(line)) isBelowHeading = true;
    else if (/^#|:\s*$/.test(line)) isBelowHeading = false;
    else if (isBelowHeading && line.trim() && !markedLine.test(line))
      return [{ id: undefined, text: line.trim() }];
    return toMarkedPassage(line);
  });
};

/** Every identifier that the prompt gives for its parts, such as entries of a timeline. */
export const readIds = (request: LlmRequest): string[] => {
  const text = request.messages.map((message) => message.text).join("\n");
  const ids = [
    ...text.matchAll(/(?:\bid"?[ \t]?[=:][ \t]?"?|^[ \t]{0,8}[-*]?[ \t]{0,8}\[)([\w.:-]{1,64})/gim),
  ].map(([, id = ""]) => id);
  return [...new Set(ids)];
};

/** All texts of a prompt, in any vendor's message format. */
export const extractTexts = (content: unknown): string[] => {
  if (typeof content === "string") return [content];
  if (Array.isArray(content)) return content.flatMap(extractTexts);
  if (!isRecord(content)) return [];
  return [content.text, content.content, content.parts].flatMap(extractTexts);
};

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
