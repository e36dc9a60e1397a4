/** Content of these is no text. */
const skippedTags = new Set(["head", "script", "style", "title", "template", "noscript", "svg", "object"]);
const blockTags = new Set(
  "address article aside blockquote body center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr html li main nav ol p pre section table tbody td th thead tr ul".split(
    " ",
  ),
);
const paragraphTags = new Set(["p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "blockquote", "table"]);
/** Never closed, so nothing can be inside them. */
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

export const decodeEntities = (text: string): string =>
  text.replace(/&(#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,10});?/gi, (whole, name: string) => {
    if (name.startsWith("#")) {
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
    }
    const found = namedEntities[name.toLowerCase()];
    if (found === undefined) return whole;
    return /^[A-Z]/.test(name) && found.length === 1 ? found.toUpperCase() : found;
  });

type OpenTag = { name: string; silent: boolean };

/**
 * Text of a page: one pass, nothing of the markup survives. What its author hid from readers is left out, and
 * quotations keep their mark, so that a reply can be told from what it answers.
 */
export const htmlToText = (html: string): string => {
  const lines: string[] = [];
  let line: string[] = [];
  let endsInSpace = true;
  let quotes = 0;
  let preformatted = 0;
  const open: OpenTag[] = [];
  const isSilent = () => open.at(-1)?.silent === true;
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
    if (isSilent()) return;
    const text = decodeEntities(raw);
    if (preformatted === 0) return add(endsInSpace ? collapseSpace(text).trimStart() : collapseSpace(text));
    for (const [index, part] of text.split("\n").entries()) {
      if (index > 0) endLine();
      add(part);
    }
  };
  const close = (name: string) => {
    const at = open.findLastIndex((one) => one.name === name);
    if (at < 0) return;
    // Nothing left open inside may outlive its parent.
    for (const one of open.splice(at).reverse()) {
      if (one.name === "blockquote" || one.name === "pre") breakLine(false);
      if (one.name === "blockquote") quotes--;
      if (one.name === "pre") preformatted--;
    }
    if (blockTags.has(name) && !isSilent()) breakLine(paragraphTags.has(name));
  };
  const start = (name: string, attributes: string) => {
    if (name === "br" && !isSilent()) return endLine();
    if (blockTags.has(name) && !isSilent()) breakLine(paragraphTags.has(name));
    if (name === "li" && !isSilent()) add("- ");
    if (voidTags.has(name) || attributes.endsWith("/") || open.length > 500) return;
    const hidden = /\shidden([\s=]|$)/i.test(attributes) || hiddenStyle.test(attributes);
    open.push({ name, silent: isSilent() || skippedTags.has(name) || hidden });
    if (name === "blockquote") quotes++;
    if (name === "pre") preformatted++;
  };
  for (const piece of tokenize(html)) {
    if (piece.kind === "text") write(piece.text);
    else if (piece.closing) close(piece.name);
    else start(piece.name, piece.attributes);
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

/** Tags and what is between them. Whatever is not closed is the end. */
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
      // Inside these only their own end counts.
      const close = lower.indexOf(`</${name}`, at);
      if (close < 0) return;
      at = close;
    }
  }
}

/** Where the tag ends: a `>` inside quotes does not end it, unless the quote itself never does. */
const findTagEnd = (html: string, from: number): number => {
  const limit = Math.min(html.length, from + 20_000);
  let quote = "";
  for (let at = from; at < limit; at++) {
    const letter = html[at] as string;
    if (quote !== "") quote = letter === quote ? "" : quote;
    else if (letter === ">") return at;
    else if ((letter === '"' || letter === "'") && html[at - 1] === "=") quote = letter;
  }
  return html.indexOf(">", from);
};
