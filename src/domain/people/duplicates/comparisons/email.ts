import { type Comparison, isOneEditApart } from "#domain/people/duplicates/comparison.ts";

/** Mailboxes that a company shares. */
const sharedNames = new Set([
  ...[
    "info",
    "admin",
    "contact",
    "office",
    "sales",
    "support",
    "hello",
    "mail",
    "help",
    "billing",
    "accounting",
  ],
  ...["ventas", "contacto", "oficina", "soporte", "hola", "correo", "ayuda", "facturacion", "administracion"],
]);

/** Domains whose mailboxes ignore dots in the name. */
const dotlessDomains = new Set(["gmail.com", "googlemail.com"]);

type Parts = { name: string; domain: string };

/** The mailbox without a tag after the plus sign, and without dots where the provider ignores them. */
export const mailboxOf = (email: string): Parts => {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1) === "googlemail.com" ? "gmail.com" : email.slice(at + 1);
  const name = email.slice(0, at).split("+")[0] ?? "";
  return { name: dotlessDomains.has(domain) ? name.replaceAll(".", "") : name, domain };
};

const minTellingName = 6;

const compareTwo = (one: string, other: string): { level: string; weight: number } => {
  if (one === other) return { level: "same", weight: 11 };
  const [a, b] = [mailboxOf(one), mailboxOf(other)];
  if (a.name === b.name && a.domain === b.domain) return { level: "same_mailbox", weight: 9 };
  // The misspelt domain does not tell that its dots are ignored.
  if (a.name.replaceAll(".", "") === b.name.replaceAll(".", "") && isOneEditApart(a.domain, b.domain))
    return { level: "typing_error", weight: 7 };
  if (a.domain === b.domain && a.name.length >= minTellingName && isOneEditApart(a.name, b.name))
    return { level: "typing_error", weight: 5 };
  if (a.name === b.name && a.name.length >= minTellingName) return { level: "same_name", weight: 3.5 };
  return { level: "different", weight: -0.5 };
};

export const emailComparison: Comparison = {
  id: "email",
  compare: (one, other) => {
    const isOwn = (email: string): boolean => !sharedNames.has(mailboxOf(email).name);
    const pairs = one.emails.flatMap((a) => other.emails.map((b) => ({ a, b })));
    const [first] = pairs;
    if (!first) return null;
    const found = pairs
      .map(({ a, b }) =>
        a === b && !isOwn(a)
          ? { level: "shared_mailbox", weight: 1, values: [a, b] as [string, string] }
          : { ...compareTwo(a, b), values: [a, b] as [string, string] },
      )
      .sort((x, y) => y.weight - x.weight);
    return found[0] ?? null;
  },
};
