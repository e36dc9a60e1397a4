import { type FieldSense, noSense, senseOf } from "./field-words.ts";
import {
  contactKind,
  type Fields,
  isAnswers,
  isFields,
  isTelling,
  type Label,
  labelsOf,
  meansSomething,
  partyIn,
  textOf,
  titlesOf,
  valueKeyOf,
  wentOut,
} from "./guess-surroundings.ts";
import { type PathStage, type PathStep, parseJsonText } from "./plain-path.ts";

/** A place in a payload. */
export type Place = { parent: Place | undefined; step: PathStep | undefined; depth: number };

/** A value with all that its surroundings say about it. */
export type Seen = {
  value: string | number;
  place: Place;
  sense: FieldSense;
  side: number;
  /** What the value and its neighbours belong to: fields of one contact have one home. */
  home: Place;
  /** Inside of what is called a message. */
  talk: boolean;
};

const maxNodes = 2000;
const maxDepth = 14;
const maxKeys = 300;
const maxPairs = 100;
const maxJsonText = 100_000;

/** Most values: not named like anything of use, nor written like an address or a number. */
const saysNothing = (value: unknown, named: FieldSense, above: FieldSense): boolean => {
  if (typeof value !== "string" && typeof value !== "number") return false;
  if (named.wrapper || named.party || named.eventType > 0 || meansSomething(named)) return false;
  if (above.email > 0 || above.phone > 0) return false;
  return typeof value === "number" || (!value.includes("@") && !/^\s*(?:[+({[\d]|[a-z]{1,8}:)/i.test(value));
};

/** Every text and number of a payload, up to a bound, the outer ones no later than what they hold. */
export const walkPayload = (payload: unknown, see: (seen: Seen) => void): void => {
  let left = maxNodes;
  let titles: Map<string, string> | undefined;
  const root: Place = { parent: undefined, step: undefined, depth: 0 };
  const below = (parent: Place, step: PathStep): Place => ({ parent, step, depth: parent.depth + 1 });

  type Context = Omit<Seen, "value" | "place"> & { out: boolean | undefined };

  const visit = (value: unknown, place: Place, context: Context): void => {
    if (left-- <= 0 || place.depth > maxDepth) return;
    if (typeof value === "string") visitText(value, place, context);
    else if (typeof value === "number") see({ value, place, ...context });
    else if (Array.isArray(value)) visitList(value, place, context);
    else if (isFields(value)) visitFields(value, place, context);
  };

  const visitText = (value: string, place: Place, context: Context): void => {
    const first = value.charCodeAt(0);
    // A form's field may hold the whole submission as JSON.
    if ((first === 123 || first === 91) && value.length < maxJsonText && place.depth < 3) {
      const inner = parseJsonText(value);
      if (isFields(inner)) {
        visit(inner, below(place, { kind: "json" }), { ...context, sense: noSense });
        return;
      }
    }
    if (value !== "") see({ value, place, ...context });
  };

  /** The place of one item of a list: brackets belong to the name before them. */
  const item = (place: Place, ...stages: PathStage[]): Place | undefined => {
    if (place.step === undefined) return below(place, { kind: "root", stages });
    if (place.step.kind === "json" || place.step.stages.length > 0) return undefined;
    return { ...place, step: { ...place.step, stages } };
  };

  const visitList = (list: unknown[], place: Place, context: Context): void => {
    const items = list.slice(0, maxPairs).filter(isFields);
    if (isAnswers(items) && context.sense.email + context.sense.phone === 0) {
      visitPairs(items, place, context);
      return;
    }
    const party = partyIn(items, context.out);
    if (party) {
      const found = item(place, ...party.stages);
      if (found) visit(party.fields, found, { ...context, side: 2 });
      return;
    }
    const first = item(place, { index: 0 });
    if (first && list.length > 0) visit(list[0], first, context);
  };

  const visitPairs = (pairs: Fields[], place: Place, context: Context): void => {
    const all = pairs.map(labelsOf);
    const said = (label: Label): string => `${label.key.join(".")}=${label.text}`;
    const counts = new Map<string, number>();
    for (const label of all.flat()) counts.set(said(label), (counts.get(said(label)) ?? 0) + 1);
    pairs.forEach((pair, index) => {
      const labels = all[index] ?? [];
      const unique = labels.filter(
        (label) => counts.get(said(label)) === 1 && !/[\\]|'.*"|".*'/.test(label.text),
      );
      const field = isFields(pair.field) ? textOf(pair.field, "id") : undefined;
      titles ??= titlesOf(payload);
      const title = field === undefined ? undefined : titles.get(field);
      const asked = title === undefined ? noSense : senseOf(title);
      const told = unique.find(isTelling);
      // By what names the question, or, where that is kept elsewhere, by the question's id; never by an answer's.
      const by = told ?? (meansSomething(asked) ? unique.find(({ key }) => key[0] === "field") : undefined);
      const best = told ? senseOf(told.text) : asked;
      const key = valueKeyOf(pair);
      const found = by && item(place, { key: by.key, equals: by.text });
      if (!found || key === undefined) return;
      const inner: Context = { ...context, sense: best, side: context.side + best.side, home: place };
      visit(pair[key], below(found, { kind: "name", name: key, stages: [] }), inner);
    });
  };

  const visitFields = (fields: Fields, place: Place, context: Context): void => {
    const kind = contactKind(fields);
    const out = wentOut(fields) ?? context.out;
    let side = context.side;
    // An author of a conversation is staff unless it says otherwise; an owner stays what it is.
    if (kind > 0) side = context.sense.party === undefined ? side + 1 : Math.max(side, 0) + 1;
    if (kind < 0) side -= 4;
    const label = "value" in fields && labelsOf(fields).find(({ text }) => meansSomething(senseOf(text)));
    let keys = 0;
    for (const key in fields) {
      if (!Object.hasOwn(fields, key) || keys++ > maxKeys) continue;
      const value = fields[key];
      if (value === null || typeof value === "boolean") continue;
      const named = senseOf(key);
      if (saysNothing(value, named, context.sense)) continue;
      const inside = below(place, { kind: "name", name: key, stages: [] });
      if (named.wrapper) {
        const sense = label ? senseOf(label.text) : context.sense;
        visit(value, inside, {
          sense,
          side: side + (label ? sense.side : 0),
          home: context.home,
          talk: context.talk,
          out,
        });
        continue;
      }
      let own = side + named.side;
      if (named.party !== undefined && out !== undefined) own += (named.party === "from") === out ? -5 : 3;
      else if (named.party === "to" && named.side <= 0) own -= 3;
      else if (named.party === "from" && named.side >= 0) own += 1;
      const inherits = !meansSomething(named) && (context.sense.email > 0 || context.sense.phone > 0);
      const sense = inherits
        ? {
            ...named,
            email: context.sense.email * 0.8,
            phone: /id|type|code|ext/i.test(key) ? 0 : context.sense.phone * 0.8,
          }
        : named;
      visit(value, inside, { sense, side: own, home: place, talk: context.talk || named.talk, out });
    }
  };

  visit(payload, root, { sense: noSense, side: 0, home: root, talk: false, out: undefined });
};

/** The steps from the payload to a place. */
export const stepsTo = (place: Place): PathStep[] => {
  const steps: PathStep[] = [];
  for (let at: Place | undefined = place; at !== undefined; at = at.parent)
    if (at.step !== undefined) steps.push(at.step);
  return steps.reverse();
};
