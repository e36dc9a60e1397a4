export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
};

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decodeEntities = (text: string): string | undefined => {
  let known = true;
  const decoded = text.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);?/gi, (whole, name: string) => {
    const code = name.startsWith("#x")
      ? Number.parseInt(name.slice(2), 16)
      : name.startsWith("#")
        ? Number(name.slice(1))
        : undefined;
    const character =
      code === undefined ? entities[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    if (character === undefined || !whole.endsWith(";")) known = false;
    return character ?? whole;
  });
  return known && !/&(?![\w#])/.test(text) ? decoded : undefined;
};

const token =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;

const parseAttributes = (text: string): Record<string, string> | undefined => {
  const attributes: Record<string, string> = {};
  for (const [, name = "", double, single] of text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const value = decodeEntities(double ?? single ?? "");
    if (value === undefined) return undefined;
    attributes[name] = value;
  }
  return attributes;
};

/** As much of XML as TwiML needs, and strictly: whatever is not well-formed is nothing, as at Twilio. */
export const parseXml = (text: string): XmlElement | undefined => {
  const root: XmlElement = { name: "", attributes: {}, children: [] };
  const open: XmlElement[] = [root];
  token.lastIndex = 0;
  const source = text.trim().replace(/^\ufeff/, "");
  while (token.lastIndex < source.length) {
    const match = token.exec(source);
    const top = open.at(-1);
    if (!match || !top) return undefined;
    const [, cdata, closing, opening, attributes = "", empty, words] = match;
    if (cdata !== undefined) top.children.push(cdata);
    else if (words !== undefined) {
      const decoded = decodeEntities(words);
      if (decoded === undefined) return undefined;
      top.children.push(decoded);
    } else if (closing !== undefined) {
      if (open.length === 1 || open.pop()?.name !== closing) return undefined;
    } else if (opening !== undefined) {
      const read = parseAttributes(attributes);
      if (!read) return undefined;
      const element: XmlElement = { name: opening, attributes: read, children: [] };
      top.children.push(element);
      if (empty !== "/") open.push(element);
    }
  }
  const elements = root.children.filter((child) => typeof child !== "string");
  const stray = root.children.some((child) => typeof child === "string" && child.trim() !== "");
  return open.length === 1 && elements.length === 1 && !stray ? elements[0] : undefined;
};

export const elementText = ({ children }: XmlElement): string =>
  children.map((child) => (typeof child === "string" ? child : elementText(child))).join("");

export const childElements = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => typeof child !== "string");
