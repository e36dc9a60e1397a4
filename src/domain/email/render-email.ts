import { escapeHtml } from "#domain/escape-html.ts";
import type { Language } from "#domain/language.ts";
import { shownDesign } from "./design-text.ts";
import {
  type BlockKind,
  type BlockOf,
  type EmailBlock,
  type EmailDesign,
  networkNames,
} from "./email-design.ts";
import {
  lightColors as colors,
  columnGap,
  type EmailScheme,
  emailPadding,
  emailStyles,
  emailWidth,
  fontFamily,
} from "./email-styles.ts";
import { fillHref, fillText, parseInline, type TemplateValues } from "./inline-text.ts";

/** What every e-mail ends with. */
export type EmailFooter = {
  /** Name and postal address of the sender. */
  sender: string;
  /** Null in a preview without a person. */
  unsubscribe: { label: string; url: string } | null;
};

export type EmailRendering = {
  values: TemplateValues;
  language: Language;
  subject: string;
  footer: EmailFooter;
  /** Where a picture can be loaded; null where it cannot, and its words stand in its place. */
  imageUrl: (id: string) => string | null;
  scheme?: EmailScheme;
};

type Place = Pick<EmailRendering, "values" | "imageUrl"> & { width: number };

const attributes = (list: Record<string, string | number>): string =>
  Object.entries(list)
    .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
    .join("");

const table = (content: string, more: Record<string, string | number> = {}): string =>
  `<table${attributes({ role: "presentation", border: 0, cellpadding: 0, cellspacing: 0, ...more })}>${content}</table>`;

const anchor = (href: string, content: string, style: string, className = "link"): string =>
  `<a${attributes({ href, class: className, style, target: "_blank", rel: "noopener" })}>${content}</a>`;

const linkStyle = `color:${colors.accent};text-decoration:underline`;

const lines = (text: string): string => escapeHtml(text).replaceAll(/\r?\n/g, "<br>");

const inline = (template: string, { values }: Pick<Place, "values">): string =>
  parseInline(template)
    .map(({ text, isBold, href }) => {
      const shown = lines(fillText(text, values));
      const target = href === null ? null : fillHref(href, values);
      if (target !== null) return anchor(target, shown, linkStyle);
      return isBold ? `<strong>${shown}</strong>` : shown;
    })
    .join("");

const paragraphStyle = `margin:0 0 12px;font-size:16px;line-height:1.5;color:${colors.ink}`;

const paragraphs = (text: string, place: Place): string =>
  text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p class="ink" style="${paragraphStyle}">${inline(paragraph, place)}</p>`)
    .join("");

const alignments = { left: "left", center: "center", wide: "left" } as const;

type Renderers = { [K in BlockKind]: (block: BlockOf<K>, place: Place) => string };

const renderers: Renderers = {
  text: ({ text }, place) => paragraphs(text, place),
  heading: ({ text, level }, place) =>
    `<h${level} class="ink" style="margin:0 0 12px;font-size:${level === 1 ? 24 : 19}px;line-height:1.25;font-weight:700;color:${colors.ink}">${inline(text, place)}</h${level}>`,
  button: ({ label, href, align }, place) => {
    const target = fillHref(href, place.values);
    const shown = escapeHtml(fillText(label, place.values));
    const box = `display:block;padding:12px 24px;font-size:16px;font-weight:600;line-height:1.25;text-align:center;color:${colors.onAccent};text-decoration:none`;
    const inner =
      target === null ? `<span class="on" style="${box}">${shown}</span>` : anchor(target, shown, box, "on");
    return table(
      `<tr><td class="fill" style="border-radius:8px;background:${colors.accent}">${inner}</td></tr>`,
      {
        align: alignments[align],
        style: `margin:4px ${align === "center" ? "auto" : "0"} 16px${align === "wide" ? ";width:100%" : ""}`,
      },
    ).concat('<div style="clear:both;line-height:0;font-size:0">&nbsp;</div>');
  },
  image: ({ imageId, width, height, alt, href }, { values, imageUrl, width: place }) => {
    const words = fillText(alt, values);
    const source = imageId === null ? null : imageUrl(imageId);
    if (source === null)
      return words.trim() === ""
        ? ""
        : `<p class="soft" style="margin:0 0 16px;font-size:15px;line-height:1.5;color:${colors.soft}">${lines(words)}</p>`;
    const shownWidth = Math.min(width, place);
    const picture = `<img${attributes({
      src: source,
      alt: words,
      width: shownWidth,
      height: Math.max(1, Math.round((height * shownWidth) / width)),
      style: `display:block;width:100%;max-width:${shownWidth}px;height:auto;border:0;border-radius:6px`,
    })}>`;
    const target = fillHref(href, values);
    return `<div style="margin:0 0 16px">${target === null ? picture : anchor(target, picture, "text-decoration:none")}</div>`;
  },
  columns: ({ columns }, place) => {
    const width = Math.floor((place.width - columnGap * (columns.length - 1)) / columns.length);
    const cells = columns.map((blocks, index) => {
      const isLast = index === columns.length - 1;
      const gap = isLast ? 0 : columnGap;
      const content = blocks.map((block) => renderBlock(block, { ...place, width })).join("");
      // Outlook on Windows knows no inline blocks, so it gets the cells of a table.
      return (
        `<!--[if mso]><td width="${width + gap}" valign="top"><![endif]-->` +
        `<div class="column" style="display:inline-block;vertical-align:top;width:100%;max-width:${width + gap}px">` +
        `<div style="padding-right:${gap}px;font-size:16px;text-align:left">${content}</div></div>` +
        "<!--[if mso]></td><![endif]-->"
      );
    });
    return `<div style="font-size:0;text-align:left"><!--[if mso]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><![endif]-->${cells.join("")}<!--[if mso]></tr></table><![endif]--></div>`;
  },
  divider: () =>
    `<div class="line" style="margin:8px 0 20px;border-top:1px solid ${colors.line};font-size:0;line-height:0">&nbsp;</div>`,
  list: ({ items, isNumbered }, place) => {
    const tag = isNumbered ? "ol" : "ul";
    const rows = items
      .map((item) => `<li style="margin:0 0 6px">${inline(item.trim(), place)}</li>`)
      .join("");
    return `<${tag} class="ink" style="margin:0 0 12px;padding:0 0 0 24px;font-size:16px;line-height:1.5;color:${colors.ink}">${rows}</${tag}>`;
  },
  social: ({ links }, { values }) => {
    const shown = links.flatMap(({ network, href }) => {
      const target = fillHref(href, values);
      return target === null ? [] : [anchor(target, networkNames[network], linkStyle)];
    });
    return shown.length === 0
      ? ""
      : `<p class="soft" style="margin:0 0 12px;font-size:15px;line-height:1.8;color:${colors.soft}">${shown.join(" &nbsp;·&nbsp; ")}</p>`;
  },
};

/** Every text of the design and every value is escaped: neither can add markup. */
const renderBlock = (block: EmailBlock, place: Place): string =>
  (renderers[block.kind] as (block: EmailBlock, place: Place) => string)(block, place);

const renderFooter = (
  { footerNote }: EmailDesign,
  { values, footer: { sender, unsubscribe } }: EmailRendering,
): string => {
  const style = `margin:0 0 6px;font-size:13px;line-height:1.5;color:${colors.soft}`;
  const parts = [
    escapeHtml(sender),
    inline(footerNote.trim(), { values }),
    unsubscribe ? anchor(unsubscribe.url, escapeHtml(unsubscribe.label), `color:${colors.soft}`, "soft") : "",
  ];
  return parts
    .filter(Boolean)
    .map((part) => `<p class="soft" style="${style}">${part}</p>`)
    .join("");
};

/** Mail programs show the start of the text after the subject; this comes before it and is not shown itself. */
const renderPreheader = (text: string): string =>
  text.trim() === ""
    ? ""
    : `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(text)}${"&#8199;&#65279;".repeat(40)}</div>`;

/** The HTML part of an e-mail: tables and inline styles, as mail programs understand nothing newer reliably. */
export const renderEmail = (stored: EmailDesign, rendering: EmailRendering): string => {
  const { values, language, subject, imageUrl, scheme = "auto" } = rendering;
  const design = shownDesign(stored, values);
  const place: Place = { values, imageUrl, width: emailWidth - 2 * emailPadding };
  const content = design.blocks.map((block) => renderBlock(block, place)).join("\n");
  const cell = (className: string, style: string, inner: string) =>
    `<tr><td class="${className}" style="${style}">${inner}</td></tr>`;
  const card = table(
    [
      cell("edge", `padding:${emailPadding}px ${emailPadding}px 8px`, content),
      cell(
        "edge line",
        `padding:16px ${emailPadding}px;border-top:1px solid ${colors.line}`,
        renderFooter(design, rendering),
      ),
    ].join("\n"),
    {
      class: "card",
      width: "100%",
      style: `max-width:${emailWidth}px;margin:0 auto;background:${colors.card};border-radius:8px`,
    },
  );
  const colorScheme = scheme === "auto" ? "light dark" : scheme;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<meta name="color-scheme" content="${colorScheme}"><meta name="supported-color-schemes" content="${colorScheme}">`,
    `<title>${escapeHtml(subject)}</title><style>${emailStyles(scheme)}</style></head>`,
    `<body class="page" style="margin:0;padding:0;background:${colors.page};font-family:${fontFamily}">`,
    renderPreheader(fillText(design.preheader, values)),
    table(
      cell(
        "page",
        `padding:16px 0;background:${colors.page}`,
        `<!--[if mso]><table role="presentation" align="center" width="${emailWidth}"><tr><td><![endif]-->${card}<!--[if mso]></td></tr></table><![endif]-->`,
      ),
      { width: "100%", class: "page", style: `background:${colors.page}` },
    ),
    "</body></html>",
  ].join("\n");
};
