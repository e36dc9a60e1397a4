import {
  type AnswerLabel,
  answerLabels,
  answerValueKey,
  contactRole,
  findCounterparty,
  hasMeaning,
  identifiesField,
  isAnswerList,
  isJsonObject,
  isOutbound,
  type JsonObject,
  questionTitles,
  textField,
} from "./answer-lists.ts";
import { type FieldMeaning, fieldMeaning, noMeaning } from "./field-meaning.ts";
import { type PathFilter, type PathStep, parseJsonText } from "./plain-expression.ts";

/** A place in a payload. */
export type PayloadNode = { parent: PayloadNode | undefined; step: PathStep | undefined; depth: number };

/** A value with all that its surroundings say about it. */
export type PayloadValue = {
  value: string | number;
  place: PayloadNode;
  sense: FieldMeaning;
  side: number;
  /** What the value and its neighbours belong to: fields of one contact have one home. */
  home: PayloadNode;
  /** Inside of what is called a message. */
  talk: boolean;
};

const maxNodes = 2000;
const maxDepth = 14;
const maxKeys = 300;
const maxPairs = 100;
const maxJsonText = 100_000;

/** Most values: not named like anything of use, nor written like an address or a number. */
const saysNothing = (value: unknown, named: FieldMeaning, above: FieldMeaning): boolean => {
  if (typeof value !== "string" && typeof value !== "number") return false;
  if (named.isWrapper || named.party || named.eventType > 0 || hasMeaning(named)) return false;
  if (above.email > 0 || above.phone > 0) return false;
  return typeof value === "number" || (!value.includes("@") && !/^\s*(?:[+({[\d]|[a-z]{1,8}:)/i.test(value));
};

/** Every text and number of a payload, up to a bound, the outer ones no later than what they hold. */
export const visitPayload = (payload: unknown, see: (seen: PayloadValue) => void): void => {
  let left = maxNodes;
  let titles: Map<string, string> | undefined;
  const root: PayloadNode = { parent: undefined, step: undefined, depth: 0 };
  const below = (parent: PayloadNode, step: PathStep): PayloadNode => ({
    parent,
    step,
    depth: parent.depth + 1,
  });

  type Context = Omit<PayloadValue, "value" | "place"> & { out: boolean | undefined };

  const visit = (value: unknown, place: PayloadNode, context: Context): void => {
    if (left-- <= 0 || place.depth > maxDepth) return;
    if (typeof value === "string") visitText(value, place, context);
    else if (typeof value === "number") see({ value, place, ...context });
    else if (Array.isArray(value)) visitList(value, place, context);
    else if (isJsonObject(value)) visitFields(value, place, context);
  };

  const visitText = (value: string, place: PayloadNode, context: Context): void => {
    const first = value.charCodeAt(0);
    // A form's field may hold the whole submission as JSON.
    if ((first === 123 || first === 91) && value.length < maxJsonText && place.depth < 3) {
      const inner = parseJsonText(value);
      if (isJsonObject(inner)) {
        visit(inner, below(place, { kind: "json" }), { ...context, sense: noMeaning });
        return;
      }
    }
    if (value !== "") see({ value, place, ...context });
  };

  /** The place of one item of a list: brackets belong to the name before them. */
  const item = (place: PayloadNode, ...filters: PathFilter[]): PayloadNode | undefined => {
    if (place.step === undefined) return below(place, { kind: "root", filters });
    if (place.step.kind === "json" || place.step.filters.length > 0) return undefined;
    return { ...place, step: { ...place.step, filters } };
  };

  const visitList = (list: unknown[], place: PayloadNode, context: Context): void => {
    const items = list.slice(0, maxPairs).filter(isJsonObject);
    if (isAnswerList(items) && context.sense.email + context.sense.phone === 0) {
      visitPairs(items, place, context);
      return;
    }
    const party = findCounterparty(items, context.out);
    if (party) {
      const found = item(place, ...party.filters);
      if (found) visit(party.fields, found, { ...context, side: 2 });
      return;
    }
    const first = item(place, { index: 0 });
    if (first && list.length > 0) visit(list[0], first, context);
  };

  const visitPairs = (pairs: JsonObject[], place: PayloadNode, context: Context): void => {
    const all = pairs.map(answerLabels);
    const said = (label: AnswerLabel): string => `${label.key.join(".")}=${label.text}`;
    const counts = new Map<string, number>();
    for (const label of all.flat()) counts.set(said(label), (counts.get(said(label)) ?? 0) + 1);
    pairs.forEach((pair, index) => {
      const labels = all[index] ?? [];
      const unique = labels.filter(
        (label) => counts.get(said(label)) === 1 && !/[\\]|'.*"|".*'/.test(label.text),
      );
      const field = isJsonObject(pair.field) ? textField(pair.field, "id") : undefined;
      titles ??= questionTitles(payload);
      const title = field === undefined ? undefined : titles.get(field);
      const asked = title === undefined ? noMeaning : fieldMeaning(title);
      const told = unique.find(identifiesField);
      // By what names the question, or, where that is kept elsewhere, by the question's id; never by an answer's.
      const by = told ?? (hasMeaning(asked) ? unique.find(({ key }) => key[0] === "field") : undefined);
      const best = told ? fieldMeaning(told.text) : asked;
      const key = answerValueKey(pair);
      const found = by && item(place, { key: by.key, equals: by.text });
      if (!found || key === undefined) return;
      const inner: Context = { ...context, sense: best, side: context.side + best.ownership, home: place };
      visit(pair[key], below(found, { kind: "name", name: key, filters: [] }), inner);
    });
  };

  const visitFields = (fields: JsonObject, place: PayloadNode, context: Context): void => {
    const kind = contactRole(fields);
    const out = isOutbound(fields) ?? context.out;
    let side = context.side;
    // An author of a conversation is staff unless it says otherwise; an owner stays what it is.
    if (kind > 0) side = context.sense.party === undefined ? side + 1 : Math.max(side, 0) + 1;
    if (kind < 0) side -= 4;
    const label =
      "value" in fields && answerLabels(fields).find(({ text }) => hasMeaning(fieldMeaning(text)));
    let keys = 0;
    for (const key in fields) {
      if (!Object.hasOwn(fields, key) || keys++ > maxKeys) continue;
      const value = fields[key];
      if (value === null || typeof value === "boolean") continue;
      const named = fieldMeaning(key);
      if (saysNothing(value, named, context.sense)) continue;
      const inside = below(place, { kind: "name", name: key, filters: [] });
      if (named.isWrapper) {
        const sense = label ? fieldMeaning(label.text) : context.sense;
        visit(value, inside, {
          sense,
          side: side + (label ? sense.ownership : 0),
          home: context.home,
          talk: context.talk,
          out,
        });
        continue;
      }
      let own = side + named.ownership;
      if (named.party !== undefined && out !== undefined) own += (named.party === "from") === out ? -5 : 3;
      else if (named.party === "to" && named.ownership <= 0) own -= 3;
      else if (named.party === "from" && named.ownership >= 0) own += 1;
      const inherits = !hasMeaning(named) && (context.sense.email > 0 || context.sense.phone > 0);
      const sense = inherits
        ? {
            ...named,
            email: context.sense.email * 0.8,
            phone: /id|type|code|ext/i.test(key) ? 0 : context.sense.phone * 0.8,
          }
        : named;
      visit(value, inside, { sense, side: own, home: place, talk: context.talk || named.isMessage, out });
    }
  };

  visit(payload, root, { sense: noMeaning, side: 0, home: root, talk: false, out: undefined });
};

/** The steps from the payload to a place. */
export const pathTo = (place: PayloadNode): PathStep[] => {
  const steps: PathStep[] = [];
  for (let at: PayloadNode | undefined = place; at !== undefined; at = at.parent)
    if (at.step !== undefined) steps.push(at.step);
  return steps.reverse();
};
