/** What an ADF document says of the customer, by the names that a mapping uses. */
type AdfLead = Partial<
  Record<
    | "firstName"
    | "lastName"
    | "fullName"
    | "email"
    | "phone"
    | "town"
    | "region"
    | "zip"
    | "country"
    | "message",
    string
  >
>;

const maxLength = 200_000;
const maxElements = 200;

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decode = (text: string): string =>
  text
    .replaceAll(/<!\[CDATA\[([\s\S]*?)\]\]>/g, (_, raw: string) =>
      raw.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
    )
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/&(?:#(\d{1,6})|([a-z]+));/gi, (whole, code: string | undefined, name: string | undefined) =>
      code === undefined
        ? (entities[(name ?? "").toLowerCase()] ?? whole)
        : String.fromCodePoint(Math.min(Number(code), 0x10ffff)),
    )
    .replaceAll(/[^\S\n]+/g, " ")
    .trim();

type Element = { attributes: string; content: string };

/** The elements of a name, the outermost of nested ones only. */
const elements = (xml: string, name: string): Element[] => {
  const pattern = new RegExp(String.raw`<${name}(\s[^<>]*)?(?:/>|>([\s\S]*?)</${name}\s*>)`, "gi");
  return [...xml.matchAll(pattern)]
    .slice(0, maxElements)
    .map(([, attributes = "", content = ""]) => ({ attributes, content }));
};

const first = (xml: string, name: string): string | undefined => {
  const text = decode(elements(xml, name)[0]?.content ?? "");
  return text === "" ? undefined : text;
};

const hasValue = ({ attributes }: Element, name: string, value: RegExp): boolean =>
  value.test(new RegExp(String.raw`\b${name}\s*=\s*["']?([\w-]*)`, "i").exec(attributes)?.[1] ?? "");

const readName = (contact: string): Pick<AdfLead, "firstName" | "lastName" | "fullName"> => {
  const names = elements(contact, "name").filter(({ content }) => decode(content) !== "");
  const part = (value: RegExp): string | undefined => {
    const found = names.find((name) => hasValue(name, "part", value));
    return found && decode(found.content);
  };
  const [firstName, middle, lastName] = [part(/^first$/i), part(/^middle$/i), part(/^last$/i)];
  const full = part(/^(?:full)?$/i);
  return {
    ...(firstName ? { firstName: [firstName, middle].filter(Boolean).join(" ") } : {}),
    ...(lastName ? { lastName } : {}),
    ...(!firstName && !lastName && full ? { fullName: full } : {}),
  };
};

/** The mobile number where there is one: messages can reach it. */
const readPhone = (contact: string): string | undefined => {
  const phones = [...elements(contact, "cellphone"), ...elements(contact, "phone")].filter(
    (phone) => decode(phone.content) !== "" && !hasValue(phone, "type", /^fax$/i),
  );
  const chosen = phones.find((phone) => hasValue(phone, "type", /^(?:cell|mobile)/i)) ?? phones[0];
  return chosen && decode(chosen.content);
};

/** The customer of a lead in the format of car dealers (ADF). Undefined for other texts. */
export const readAdfLead = (text: string): AdfLead | undefined => {
  const at = text.search(/<adf[\s>]/i);
  if (at < 0) return undefined;
  const document = text.slice(at, at + maxLength);
  const customer = elements(document, "customer")[0]?.content;
  if (customer === undefined) return undefined;
  const contact = elements(customer, "contact")[0]?.content ?? customer;
  const vehicle = elements(document, "vehicle")[0]?.content ?? "";
  const wanted = ["year", "make", "model", "trim"].flatMap((name) => first(vehicle, name) ?? []).join(" ");
  const found: { [K in keyof AdfLead]: string | undefined } = {
    ...readName(contact),
    email: first(contact, "email"),
    phone: readPhone(contact),
    town: first(contact, "city"),
    region: first(contact, "regioncode"),
    zip: first(contact, "postalcode"),
    country: first(contact, "country"),
    message: [first(customer, "comments"), wanted].filter(Boolean).join("\n") || undefined,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
};
