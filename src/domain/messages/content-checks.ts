import type { Channel } from "#domain/channels/channel.ts";
import type { CodedReason } from "#domain/coded-reason.ts";
import type { EmailBlock, EmailDesign } from "#domain/email/email-design.ts";
import { flatBlocks } from "#domain/email/email-design.ts";
import { fillHref, parseInline } from "#domain/email/inline-text.ts";
import { countSegments, toCheapEncoding } from "./segments.ts";
import { withSampleLinks } from "./short-link.ts";
import { renderTemplate, shortLinksIn, variablesIn } from "./template.ts";
import { hasVariableAtEdge } from "./template-approval.ts";
import { isVariable, variableSample } from "./variables.ts";

/** What a template's words say about it: `stop` must be mended before it is saved, `warn` should be looked at. */
export const contentCheckLevels = {
  block_empty: "stop",
  image_missing: "stop",
  image_without_words: "stop",
  link_broken: "stop",
  condition_unknown: "stop",
  email_too_large: "stop",
  subject_missing: "warn",
  link_not_secure: "warn",
  link_shortener: "warn",
  all_capitals: "warn",
  sender_unnamed: "warn",
  stop_missing: "warn",
  accents_cost: "warn",
  variable_at_edge: "warn",
} as const;
export type ContentCheckCode = keyof typeof contentCheckLevels;
export const contentCheckCodes = Object.keys(contentCheckLevels) as ContentCheckCode[];
export type ContentCheck = CodedReason<ContentCheckCode>;

/** Gmail cuts a mail above it, and with its end the unsubscribe link. */
export const maxHtmlBytes = 102 * 1024;

export type TemplateContent = {
  channel: Channel;
  subject: string | null;
  body: string;
  design: EmailDesign | null;
  /** The HTML with sample values; null where it has no design. */
  htmlBytes: number | null;
  /** Where short links begin; null where addresses are sent whole. */
  linkOrigin: string | null;
};

/** The text with its variables filled with samples, of which the length is that of long real values. */
const asSample = (template: string): string => renderTemplate(template, samplesFor(template)).text;

const samplesFor = (template: string): Record<string, string> =>
  Object.fromEntries(variablesIn(template).map((name) => [name, variableSample(name)]));

const insecure = /\bhttp:\/\/[^\s<>"')]+/gi;
/** Public shorteners: carriers and mail providers filter them, because nobody sees where they lead. */
const shortener =
  /\b(?:bit\.ly|tinyurl\.com|t\.co|goo\.gl|ow\.ly|is\.gd|buff\.ly|cutt\.ly|rebrand\.ly|shorturl\.at|rb\.gy|t\.ly)\b/i;

const minCapitals = 12;

/** Whether a line shouts: its words with more than a few letters are all in capitals. */
const isAllCapitals = (template: string): boolean => {
  const letters = [...template.replaceAll(/\{\{[^{}]*\}\}/g, "")].filter((letter) => /\p{L}/u.test(letter));
  return letters.length >= minCapitals && letters.every((letter) => /\p{Lu}/u.test(letter));
};

const isLink = (href: string): boolean => fillHref(href.trim(), samplesFor(href)) !== null;

const targetsOf = (block: EmailBlock): string[] => {
  if (block.kind === "button") return [block.href];
  if (block.kind === "image") return block.href.trim() === "" ? [] : [block.href];
  if (block.kind === "social") return block.links.map(({ href }) => href);
  return textsOf(block).flatMap((text) => parseInline(text).flatMap(({ href }) => href ?? []));
};

const textsOf = (block: EmailBlock): string[] => {
  if (block.kind === "text" || block.kind === "heading") return [block.text];
  if (block.kind === "list") return block.items;
  return block.kind === "button" ? [block.label] : [];
};

const isEmpty = (block: EmailBlock): boolean =>
  block.kind === "columns"
    ? block.columns.every((column) => column.length === 0)
    : textsOf(block).some((text) => text.trim() === "");

const checkBlock = (block: EmailBlock): ContentCheck[] => {
  const at = block.id;
  const found: ContentCheck[] = [];
  if (isEmpty(block)) found.push({ code: "block_empty", at });
  if (block.onlyIf && !isVariable(block.onlyIf))
    found.push({ code: "condition_unknown", name: block.onlyIf, at });
  if (block.kind === "image" && block.imageId === null) found.push({ code: "image_missing", at });
  if (block.kind === "image" && block.alt.trim() === "") found.push({ code: "image_without_words", at });
  const broken = targetsOf(block).find((href) => !isLink(href));
  if (broken !== undefined) found.push({ code: "link_broken", link: broken, at });
  return found;
};

const checkEmail = ({ subject, design, htmlBytes }: TemplateContent): ContentCheck[] => {
  const found = flatBlocks(design?.blocks ?? []).flatMap(checkBlock);
  if ((subject ?? "").trim() === "") found.push({ code: "subject_missing" });
  const lines = [subject ?? "", ...flatBlocks(design?.blocks ?? []).flatMap(textsOf)];
  const shouting = lines.find(isAllCapitals);
  if (shouting !== undefined) found.push({ code: "all_capitals", text: shouting.slice(0, 80) });
  if (htmlBytes !== null && htmlBytes > maxHtmlBytes)
    found.push({ code: "email_too_large", size: Math.ceil(htmlBytes / 1024), most: maxHtmlBytes / 1024 });
  return found;
};

const saysHowToStop =
  /\b(?:stop|alto|unsubscribe|baja|cancelar|opt out|parar|detener)\b|\{\{\s*unsubscribe_link/i;

/** Where plain spelling would save segments: what it costs, and which characters cause it. */
export const accentCost = (text: string): { segments: number; plain: number; characters: string } | null => {
  const { segments, outside } = countSegments(text);
  const plain = countSegments(toCheapEncoding(text)).segments;
  return plain < segments ? { segments, plain, characters: outside.slice(0, 8).join(" ") } : null;
};

const checkShortText = ({ channel, body, linkOrigin }: TemplateContent): ContentCheck[] => {
  const text = withSampleLinks(asSample(body), shortLinksIn(body), linkOrigin);
  const found: ContentCheck[] = [];
  if (!/\{\{\s*company_name/.test(body)) found.push({ code: "sender_unnamed" });
  if (!saysHowToStop.test(body)) found.push({ code: "stop_missing" });
  if (isAllCapitals(body)) found.push({ code: "all_capitals", text: body.slice(0, 80) });
  if (channel === "whatsapp" && hasVariableAtEdge(body)) found.push({ code: "variable_at_edge" });
  const cost = channel === "sms" ? accentCost(text) : null;
  if (cost) found.push({ code: "accents_cost", ...cost });
  return found;
};

/** What should be mended or looked at in the words of a template. Unknown variables are `checkTemplate`. */
export const checkContent = (content: TemplateContent): ContentCheck[] => {
  const { channel, body } = content;
  if (channel === "call" || channel === "voice_agent") return [];
  const text = asSample(body);
  const found = channel === "email" ? checkEmail(content) : checkShortText(content);
  const open = text.match(insecure)?.[0];
  if (open !== undefined) found.push({ code: "link_not_secure", link: open.slice(0, 120) });
  const short = shortener.exec(text)?.[0];
  if (short !== undefined) found.push({ code: "link_shortener", link: short });
  return found.toSorted(
    (a, b) => Number(contentCheckLevels[a.code] === "warn") - Number(contentCheckLevels[b.code] === "warn"),
  );
};
