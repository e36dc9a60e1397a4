export type XmlElement = {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
};

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decodeEntities = (text: string): string | undefined => {
  let isValid = true;
  const decoded = text.replaceAll(/&(#x[0-9a-f]+|#\d+|\w+);?/gi, (whole, name: string) => {
    const code = name.startsWith("#x")
      ? Number.parseInt(name.slice(2), 16)
      : name.startsWith("#")
        ? Number(name.slice(1))
        : undefined;
    const character =
      code === undefined ? entities[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    if (character === undefined || !whole.endsWith(";")) isValid = false;
    return character ?? whole;
  });
  return isValid && !/&(?![\w#])/.test(text) ? decoded : undefined;
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

/** Parses the subset of XML that TwiML needs. Undefined when it is not well-formed, which Twilio rejects, too. */
export const parseXml = (text: string): XmlElement | undefined => {
  const root: XmlElement = { name: "", attributes: {}, children: [] };
  const open: XmlElement[] = [root];
  token.lastIndex = 0;
  const source = text.trim().replace(/^\ufeff/, "");
  while (token.lastIndex < source.length) {
    const match = token.exec(source);
    const top = open.at(-1);
    if (!match || !top) return undefined;
    const [, cdata, closing, opening, attributes = "", selfClosing, content] = match;
    if (cdata !== undefined) top.children.push(cdata);
    else if (content !== undefined) {
      const decoded = decodeEntities(content);
      if (decoded === undefined) return undefined;
      top.children.push(decoded);
    } else if (closing !== undefined) {
      if (open.length === 1 || open.pop()?.name !== closing) return undefined;
    } else if (opening !== undefined) {
      const parsed = parseAttributes(attributes);
      if (!parsed) return undefined;
      const element: XmlElement = { name: opening, attributes: parsed, children: [] };
      top.children.push(element);
      if (selfClosing !== "/") open.push(element);
    }
  }
  const elements = root.children.filter((child) => typeof child !== "string");
  const hasStrayText = root.children.some((child) => typeof child === "string" && child.trim() !== "");
  return open.length === 1 && elements.length === 1 && !hasStrayText ? elements[0] : undefined;
};

export const elementText = ({ children }: XmlElement): string =>
  children.map((child) => (typeof child === "string" ? child : elementText(child))).join("");

export const childElements = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => typeof child !== "string");
