import { shortLinkName } from "#domain/messages/short-link.ts";
import { renderTemplate } from "#domain/messages/template.ts";

export type TemplateValues = Readonly<Record<string, unknown>>;

/** A piece of a text with its mark; `text` and `href` are templates. */
export type InlinePiece = { text: string; isBold: boolean; href: string | null };

/** A variable is one piece of an address, although its fallback may have spaces and signs. */
const variable = String.raw`\{\{[^{}\n]*\}\}`;
const link = String.raw`\[([^[\]\n]{1,200})\]\(((?:${variable}|\{(?!\{)|[^()\s{]){1,2000})\)`;
const bold = String.raw`\*\*([^*\n]{1,500})\*\*`;
const shortLink = String.raw`(\{\{\s*${shortLinkName}\s*\|[^{}]*\}\})`;
const bareUrl = String.raw`(https?:\/\/(?:${variable}|\{(?!\{)|[^\s<>"'{])*(?:${variable}|[^\s<>"'{.,;:!?)]))`;
const marks = new RegExp(`${link}|${bold}|${shortLink}|${bareUrl}`, "g");

/**
 * Reads `**bold**`, `[label](address)`, short links and bare addresses. It reads the template and never the values, so a value
 * cannot mark anything.
 */
export const parseInline = (template: string): InlinePiece[] => {
  const pieces: InlinePiece[] = [];
  let at = 0;
  const plain = (until: number) => {
    if (until > at) pieces.push({ text: template.slice(at, until), isBold: false, href: null });
  };
  for (const match of template.matchAll(marks)) {
    const [whole, label, target, strong, short, url] = match;
    plain(match.index);
    pieces.push({
      text: label ?? strong ?? short ?? url ?? "",
      isBold: strong !== undefined,
      href: target ?? short ?? url ?? null,
    });
    at = match.index + whole.length;
  }
  plain(template.length);
  return pieces;
};

const addressForm = /^(?:https?:\/\/[^\s<>"']+|mailto:[^\s<>"']+@[^\s<>"']+|tel:\+?[\d().\s-]{3,30})$/i;
const leadingVariable = /^\s*\{\{[^{}]*\}\}/;

/** A fallback is written as words, and a space would end the address. */
const withoutSpaces = (template: string): string =>
  template.replaceAll(/\{\{([^{}|]*)\|([^{}]*)\}\}/g, (_whole, name: string, fallback: string) =>
    ["{{", name, "|", fallback.trim().replaceAll(/\s/g, "%20"), "}}"].join(""),
  );

/** A value inside an address, such that it can neither end it nor add a part to it. */
const encodingFor = (template: string): ((value: string) => string) => {
  if (/^\s*tel:/i.test(template)) return (value) => value.replaceAll(/[^\d+().-]/g, "");
  if (/^\s*mailto:/i.test(template)) return (value) => encodeURIComponent(value).replaceAll("%40", "@");
  return encodeURIComponent;
};

/**
 * The address that a link leads to; null for what is none, such as a script. A value inside an address is encoded; one
 * that begins it, such as the company's website, is an address itself.
 */
export const fillHref = (template: string, values: TemplateValues): string | null => {
  const start = leadingVariable.exec(template)?.[0] ?? "";
  const encode = encodingFor(template);
  const encoded = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, encode(String(value ?? ""))]),
  );
  const filled =
    renderTemplate(start, values).text +
    renderTemplate(withoutSpaces(template.slice(start.length)), encoded).text.trim();
  return addressForm.test(filled) ? filled : null;
};

export const fillText = (template: string, values: TemplateValues): string =>
  renderTemplate(template, values).text;

/** The template without its marks, for the plain-text part: a link is followed by its address. */
export const withoutMarks = (template: string): string =>
  parseInline(template)
    .map(({ text, href }) => (href === null || href === text ? text : `${text} (${href})`))
    .join("");
