import {
  firstNames,
  islandAreaCodes,
  mainlandAreaCodes,
  pacificAreaCodes,
  surnames,
  towns,
} from "./names.ts";
import { createRandom, shuffle } from "./random.ts";

export const figures = {
  people: { all: 2247, customers: 400, qualified: 892, contacted: 456, converted: 127 },
  /** Of the last seven days: 154 new leads and 24 conversions, so 130 more active leads. */
  lastWeek: { people: 166, customers: 12, converted: 24 },
  consents: { sms: 1247, call: 856, email: 1892, optOuts: 23 },
} as const;

type Consents = { sms: boolean; whatsapp: boolean; call: boolean; email: boolean };

export type DemoPerson = {
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
  areaCode: string | null;
  language: "en" | "es";
  town: string | null;
  tags: string[];
  consents: Consents;
  type: "lead" | "customer";
  /** The last stage of a lead, 0 for new to 3 for converted. */
  stage: number;
  isConvertedLastWeek: boolean;
  /** Answers a message with an opt-out. */
  optsOut: boolean;
  /** Does something after the event that made them known. */
  isActive: boolean;
};

const interestTags = [
  ["solar", 4],
  ["battery", 3],
  ["financing", 2],
  ["", 3],
] as const;
const kindTags = [
  ["referral", 1],
  ["homeowner", 3],
  ["business", 1],
  ["", 6],
] as const;

/** The numbers of each area code from 555-0100 on. */
const phoneLines = (areaCodes: string[], perCode = 100): string[] =>
  Array.from({ length: perCode }, (_, line) => areaCodes.map((code) => `+1${code}5550${100 + line}`)).flat();

/** Some people are known twice, as it happens: with another number, and with another domain of the same mailbox. */
const twins = { count: 9, every: 61, from: 1480 };
const twinOf = (n: number): number | undefined => {
  const index = (n - twins.from) / twins.every;
  return Number.isInteger(index) && index >= 0 && index < twins.count ? 300 + 97 * index : undefined;
};

const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}|\s/gu, "")
    .toLowerCase();

/** Referred people, owners and those who want a battery go further, so that there is something to learn. */
export const leaning = (tags: readonly string[]): number =>
  (tags.includes("referral") ? 0.5 : 0) +
  (tags.includes("homeowner") ? 0.2 : 0) +
  (tags.includes("battery") ? 0.3 : 0);

/** Marks as many of the candidates as asked for, the lowest ranks first. */
const choose = <T>(candidates: readonly T[], count: number, rank: (one: T) => number): Set<T> =>
  new Set(
    candidates
      .map((one) => ({ one, rank: rank(one) }))
      .toSorted((a, b) => a.rank - b.rank)
      .slice(0, count)
      .map(({ one }) => one),
  );

/** Everybody in the order in which they become known; the same whenever the demo is loaded. */
export const planPeople = (): DemoPerson[] => {
  const random = createRandom(20_260_701);
  const { unit, pick, pickWeighted } = random;
  const { people, lastWeek, consents } = figures;
  const numbers = Array.from({ length: people.all }, (_, n) => n);
  const isRecent = (n: number) => n >= people.all - lastWeek.people;
  const drawn = numbers.map(() => {
    const isLatin = unit() < 0.68;
    const list = isLatin ? "es" : "en";
    const second = isLatin && unit() < 0.3 ? ` ${pick(surnames.es)}` : "";
    const town = isLatin && unit() < 0.7 ? pick(towns) : null;
    return { isLatin, firstName: pick(firstNames[list]), surname: pick(surnames[list]), second, town };
  });
  const names = drawn.map((own, n) => drawn[twinOf(n) ?? n] ?? own);
  const isTwin = (n: number): boolean => twinOf(n) !== undefined;
  const twinned = new Set(numbers.flatMap((n) => twinOf(n) ?? []));
  const reachable = shuffle(numbers, random).slice(0, Math.round(people.all * 0.94));
  const islanders = reachable.filter((n) => names[n]?.town);
  const others = reachable
    .filter((n) => !names[n]?.town)
    .toSorted((a, b) => Number(names[b]?.isLatin) - Number(names[a]?.isLatin));
  const islandLines = phoneLines(islandAreaCodes, 900);
  const otherLines = [...phoneLines(pacificAreaCodes), ...shuffle(phoneLines(mainlandAreaCodes), random)];
  const phones = new Map([
    ...islanders.map((n, line) => [n, islandLines[line] ?? null] as const),
    ...others.map((n, line) => [n, otherLines[line] ?? null] as const),
  ]);
  const mailable = numbers.filter((n) => {
    const hasOther = phones.has(n) && unit() < 0.05;
    return !hasOther || isTwin(n) || twinned.has(n);
  });
  const usedEmails = new Map<string, number>();
  const emails = new Map<number, string>(
    mailable.map((n) => {
      const first = twinOf(n);
      if (first !== undefined) return [n, ""];
      const name = `${fold(names[n]?.firstName ?? "")}.${fold(names[n]?.surname ?? "")}`;
      const times = (usedEmails.get(name) ?? 0) + 1;
      usedEmails.set(name, times);
      return [n, `${name}${times > 1 ? times : ""}@example.${pick(["com", "com", "org"])}`];
    }),
  );
  // At a domain that nobody else has.
  for (const n of mailable) {
    const first = twinOf(n);
    if (first !== undefined) emails.set(n, (emails.get(first) ?? "").replace(/[^.]+$/, "net"));
  }
  const areaCodeOf = (n: number) => phones.get(n)?.slice(2, 5) ?? null;
  const isPacific = (n: number) => pacificAreaCodes.includes(areaCodeOf(n) ?? "");
  const isTerritory = (n: number) => isPacific(n) || islandAreaCodes.includes(areaCodeOf(n) ?? "");
  // Everybody in the Pacific may be written to: while it is night elsewhere, they get the messages of the day.
  const sms = choose(reachable, consents.sms, (n) => (isPacific(n) ? -1 : unit()));
  const call = choose(reachable, consents.call, (n) => (isPacific(n) ? -1 : unit() + (sms.has(n) ? 0 : 0.5)));
  const mail = choose(mailable, consents.email, unit);
  const tags = numbers.map(() =>
    [pickWeighted(interestTags), pickWeighted(kindTags)].filter((tag) => tag !== ""),
  );
  const customers = new Set([
    ...choose(
      numbers.filter((n) => !isRecent(n)),
      people.customers - lastWeek.customers,
      unit,
    ),
    ...choose(numbers.filter(isRecent), lastWeek.customers, unit),
  ]);
  const leads = numbers.filter((n) => !customers.has(n));
  const rankStage = (n: number) => unit() - 0.8 * leaning(tags[n] ?? []) + n / 12_000;
  // Only those who have been known for a while are converted.
  const converted = choose(
    leads.filter((n) => n < 1900),
    people.converted,
    rankStage,
  );
  const unconverted = leads.filter((n) => !converted.has(n));
  const qualified = choose(unconverted, people.qualified - people.converted, rankStage);
  const contacted = choose([...qualified], people.contacted - people.converted, rankStage);
  const convertedLate = choose([...converted], lastWeek.converted, unit);
  const optingOut = choose(
    [...sms].filter((n) => !isPacific(n) && n < 1200),
    consents.optOuts,
    unit,
  );
  return numbers.map((n) => {
    const { isLatin = false, firstName = "", surname = "", second = "", town = null } = names[n] ?? {};
    return {
      firstName,
      lastName: surname + second,
      email: emails.get(n) ?? null,
      phone: phones.get(n) ?? null,
      areaCode: areaCodeOf(n),
      language: isLatin && unit() < 0.75 ? "es" : "en",
      town,
      tags: [...(customers.has(n) ? ["installed"] : []), ...(tags[n] ?? [])],
      // Some of the mainland agreed as well, where WhatsApp delivers no marketing.
      consents: {
        sms: sms.has(n),
        whatsapp: isTerritory(n) || (phones.has(n) && unit() < 0.25),
        call: call.has(n),
        email: mail.has(n),
      },
      type: customers.has(n) ? "customer" : "lead",
      stage: converted.has(n) ? 3 : contacted.has(n) ? 2 : qualified.has(n) ? 1 : 0,
      isConvertedLastWeek: convertedLate.has(n),
      optsOut: optingOut.has(n),
      isActive: !optingOut.has(n) && unit() >= 0.12,
    };
  });
};
