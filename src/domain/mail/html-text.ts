/** Tags whose content is not text. */
const skippedTags = new Set(["head", "script", "style", "title", "template", "noscript", "svg", "object"]);
const blockTags = new Set(
  "address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody td th thead tr ul".split(
    " ",
  ),
);
const paragraphTags = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "blockquote", "table"]);
/** Tags that are never closed. */
const voidTags = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const hiddenStyle =
  /(^|[\s"';])(display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(px|pt|em)?\s*(;|"|'|$))/i;

const namedEntities: Record<string, string> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  aacute: "á",
  eacute: "é",
  iacute: "í",
  oacute: "ó",
  uacute: "ú",
  ntilde: "ñ",
  uuml: "ü",
  iexcl: "¡",
  iquest: "¿",
  ordm: "º",
  ordf: "ª",
  laquo: "«",
  raquo: "»",
  hellip: "…",
  ndash: "–",
  mdash: "—",
  lsquo: "‘",
  rsquo: "’",
  ldquo: "“",
  rdquo: "”",
  bull: "•",
  middot: "·",
  euro: "€",
  cent: "¢",
  pound: "£",
  copy: "©",
  reg: "®",
  trade: "™",
  deg: "°",
  ccedil: "ç",
  agrave: "à",
  egrave: "è",
  ecirc: "ê",
  auml: "ä",
  ouml: "ö",
  szlig: "ß",
  shy: "",
  zwnj: "",
  zwj: "",
};

const decodeEntities = (text: string): string =>
  text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,10});?/gi, (whole, name: string) => {
    if (name.startsWith("#")) {
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    }
    const replacement = namedEntities[name.toLowerCase()];
    if (replacement === undefined) return whole;
    return /^[A-Z]/.test(name) && replacement.length === 1 ? replacement.toUpperCase() : replacement;
  });

type OpenTag = { name: string; skipped: boolean };

/**
 * Converts HTML to text in one pass. Hidden content is left out, and quotations are marked with `>`, so that a reply
 * can be separated from what it quotes.
 */
export const htmlToText = (html: string): string => {
  const lines: string[] = [];
  let line: string[] = [];
  let endsInSpace = true;
  let quotes = 0;
  let preformatted = 0;
  const openTags: OpenTag[] = [];
  const isSkipped = () => openTags.at(-1)?.skipped === true;
  const add = (text: string) => {
    if (text === "") return;
    line.push(text);
    endsInSpace = text.endsWith(" ");
  };
  const endLine = () => {
    const whole = line.join("");
    const text = preformatted > 0 ? whole.trimEnd() : whole.trim();
    lines.push(text === "" ? "" : `${"> ".repeat(Math.min(quotes, 5))}${text}`);
    line = [];
    endsInSpace = true;
  };
  const breakLine = (blank: boolean) => {
    if (line.some((text) => text.trim() !== "")) endLine();
    line = [];
    endsInSpace = true;
    if (blank && lines.length > 0 && lines.at(-1) !== "") lines.push("");
  };
  const write = (raw: string) => {
    if (isSkipped()) return;
    const text = decodeEntities(raw);
    if (preformatted === 0) return add(endsInSpace ? collapseSpace(text).trimStart() : collapseSpace(text));
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) endLine();
      add(part);
    }
  };
  const close = (name: string) => {
    const at = openTags.findLastIndex((tag) => tag.name === name);
    if (at < 0) return;
    // Closing a tag also closes the tags left open inside it.
    for (const closed of openTags.splice(at).reverse()) {
      if (closed.name === "blockquote" || closed.name === "pre") breakLine(false);
      if (closed.name === "blockquote") quotes--;
      if (closed.name === "pre") preformatted--;
    }
    if (blockTags.has(name) && !isSkipped()) breakLine(paragraphTags.has(name));
  };
  const start = (name: string, attributes: string) => {
    if (name === "br" && !isSkipped()) return endLine();
    if (blockTags.has(name) && !isSkipped()) breakLine(paragraphTags.has(name));
    if (name === "li" && !isSkipped()) add("- ");
    if (voidTags.has(name) || attributes.endsWith("/") || openTags.length > 500) return;
    const isHidden = /\shidden([\s=]|$)/i.test(attributes) || hiddenStyle.test(attributes);
    openTags.push({ name, skipped: isSkipped() || skippedTags.has(name) || isHidden });
    if (name === "blockquote") quotes++;
    if (name === "pre") preformatted++;
  };
  for (const token of tokenize(html)) {
    if (token.kind === "text") write(token.text);
    else if (token.closing) close(token.name);
    else start(token.name, token.attributes);
  }
  breakLine(false);
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
};

const collapseSpace = (text: string): string => text.replace(/[\s\u00a0\u200b-\u200d\u2060\ufeff]+/g, " ");

type HtmlToken =
  | { kind: "text"; text: string }
  | { kind: "tag"; name: string; closing: boolean; attributes: string };

const rawTextTags = /^(script|style|title|template)$/;

/** Tags and the text between them. An unclosed tag or comment ends the input. */
function* tokenize(html: string): Generator<HtmlToken> {
  const lower = html.toLowerCase();
  let at = 0;
  while (at < html.length) {
    const tag = html.indexOf("<", at);
    if (tag < 0) return yield { kind: "text", text: html.slice(at) };
    if (tag > at) yield { kind: "text", text: html.slice(at, tag) };
    if (html.startsWith("<!--", tag)) {
      const end = html.indexOf("-->", tag + 4);
      if (end < 0) return;
      at = end + 3;
      continue;
    }
    const match = /^<(\/?)([a-z][a-z0-9:-]{0,30})/i.exec(html.slice(tag, tag + 34));
    if (!match) {
      if (/^<[!?]/.test(html.slice(tag, tag + 2))) {
        const end = html.indexOf(">", tag);
        if (end < 0) return;
        at = end + 1;
      } else {
        yield { kind: "text", text: "<" };
        at = tag + 1;
      }
      continue;
    }
    const end = findTagEnd(html, tag + match[0].length);
    if (end < 0) return;
    const name = (match[2] ?? "").toLowerCase();
    const closing = match[1] === "/";
    yield {
      kind: "tag",
      name,
      closing,
      attributes: ` ${html.slice(tag + match[0].length, end)}`.slice(0, 2000),
    };
    at = end + 1;
    if (!closing && rawTextTags.test(name)) {
      // The content of these ends only at their own closing tag.
      const close = lower.indexOf(`</${name}`, at);
      if (close < 0) return;
      at = close;
    }
  }
}

/** Index of the tag's closing `>`; one inside a terminated quote does not count. */
const findTagEnd = (html: string, from: number): number => {
  const limit = Math.min(html.length, from + 20_000);
  let quote = "";
  for (let at = from; at < limit; at++) {
    const character = html[at] as string;
    if (quote !== "") quote = character === quote ? "" : quote;
    else if (character === ">") return at;
    else if ((character === '"' || character === "'") && html[at - 1] === "=") quote = character;
  }
  return html.indexOf(">", from);
};
