import { fieldMeaning } from "./field-meaning.ts";
import type { MappingTemplate } from "./mapping.ts";
import { formatPath } from "./plain-expression.ts";
import {
  canBeEventType,
  canBeMessage,
  canBeName,
  canBePhone,
  emailConfidence,
  hasNameCasing,
  isClearlyPhone,
} from "./value-shapes.ts";
import { type PayloadNode, type PayloadValue, pathTo, visitPayload } from "./visit-payload.ts";

type Candidate = { seen: PayloadValue; score: number };

/** Staff and the tool itself are nobody's leads: with a side this low a value is left alone. */
const foreign = -2;
const enough = 0.5;

/** Whether one place holds another, not counting what is an item of some list in between. */
const isAbove = (above: PayloadNode, place: PayloadNode): boolean => {
  for (let at: PayloadNode | undefined = place; at !== undefined; at = at.parent) {
    if (at === above) return true;
    if (at.step !== undefined && "filters" in at.step && at.step.filters.length > 0) return false;
  }
  return false;
};
/** 2 in the same object or list · 1 one holds the other · 0.5 side by side · 0 apart. */
const closeness = (one: PayloadValue, other: PayloadValue): number => {
  if (one.home === other.home) return 2;
  if (isAbove(one.home, other.home) || isAbove(other.home, one.home)) return 1;
  return one.home.parent === other.home.parent ? 0.5 : 0;
};
const sideOf = ({ side }: PayloadValue): number => Math.min(side, 3);
const farness = ({ place }: PayloadValue): number => place.depth * 0.15;

const expressionOf = ({ place }: PayloadValue): string | undefined => formatPath(pathTo(place));

/** The highest score; of equals, the one that stands first. */
const bestOf = (
  candidates: Candidate[],
  bonus: (seen: PayloadValue) => number = () => 0,
): PayloadValue | undefined => {
  let best: PayloadValue | undefined;
  let highest = enough;
  for (const { seen, score } of candidates) {
    const total = score + bonus(seen);
    if (total > highest && expressionOf(seen) !== undefined) {
      highest = total;
      best = seen;
    }
  }
  return best;
};

const emailScore = (seen: PayloadValue): number => {
  const shape = emailConfidence(seen.value);
  if (shape <= 0 || seen.side <= foreign) return 0;
  return Math.max(seen.sense.email, 1.5) + shape - 1 + sideOf(seen) - farness(seen);
};
const phoneScore = (seen: PayloadValue): number => {
  if (seen.side <= foreign) return 0;
  const { phone, party } = seen.sense;
  // Without a name that says so, only what is written as nothing but a phone number is one.
  const isPhone = phone > 0 || (party !== undefined && seen.talk) ? canBePhone : isClearlyPhone;
  if (!isPhone(seen.value)) return 0;
  return Math.max(phone, party ? 1.5 : 1) + sideOf(seen) - farness(seen);
};

const messageScore = ({ value, sense, place, talk }: PayloadValue): number => {
  // "Description", "body" or "note" deep inside describe something else.
  if (!talk && sense.message === 1 && place.depth > 2) return 0;
  return (talk ? 3 : sense.message) * 2 + (String(value).includes(" ") ? 1 : 0) - place.depth * 0.5;
};

/** At the top, or one below: `event.type` and `meta.event_type`, but not `user.type`. */
const eventTypeScore = ({ sense, place }: PayloadValue): number => {
  if (place.depth === 1) return sense.eventType;
  const above = place.parent?.step;
  const inEvent = above?.kind === "name" && fieldMeaning(above.name).eventType > 0;
  return place.depth === 2 && (inEvent || sense.eventType > 2) ? 1 : 0;
};

type Found = Record<"email" | "phone" | "first" | "last" | "full" | "message" | "type", Candidate[]>;

const collect = (payload: unknown): Found => {
  const found: Found = { email: [], phone: [], first: [], last: [], full: [], message: [], type: [] };
  visitPayload(payload, (seen) => {
    const { value, sense } = seen;
    const add = (list: Candidate[], score: number) => {
      if (score > 0) list.push({ seen, score });
    };
    const email = emailScore(seen);
    if (email > 0) return add(found.email, email);
    const phone = phoneScore(seen);
    if (phone > 0) return add(found.phone, phone);
    const base = sideOf(seen) - farness(seen);
    if (seen.side > foreign && sense.firstName + sense.lastName + sense.fullName > 0 && canBeName(value)) {
      if (sense.firstName > 0) add(found.first, sense.firstName + base);
      if (sense.lastName > 0) add(found.last, sense.lastName + base);
      if (sense.fullName > 1 || (sense.fullName > 0 && hasNameCasing(value)))
        add(found.full, sense.fullName + base);
    }
    if (sense.message > 0 && canBeMessage(value)) add(found.message, messageScore(seen));
    if (sense.eventType > 0 && canBeEventType(value)) add(found.type, eventTypeScore(seen));
  });
  return found;
};

type Names = Partial<Record<"firstName" | "lastName" | "fullName", PayloadValue>>;

/** Names stand by the address they belong to; without one, only what is called a person's name counts. */
const namesOf = (found: Found, anchors: PayloadValue[]): Names => {
  const near = (seen: PayloadValue): number => {
    if (anchors.length === 0) return seen.side > 1 || seen.place.depth === 1 ? 0 : -7;
    const closest = Math.max(...anchors.map((anchor) => closeness(anchor, seen)));
    if (closest === 2) return 1.5;
    if (closest === 1) return 0.5;
    // Whoever stands apart from the address is somebody else.
    return closest === 0.5 ? -2.5 : -7;
  };
  const byName = (seen: PayloadValue): boolean => seen.sense.firstName > 1 || seen.sense.lastName > 1;
  const lasts = found.last.filter(
    ({ seen }) => byName(seen) || found.first.some((one) => one.seen.home === seen.home),
  );
  const last = bestOf(lasts, near);
  const withLast = (seen: PayloadValue) => near(seen) + (last && closeness(last, seen) === 2 ? 1.5 : 0);
  // "Nombre" is a first name only where surnames have a field of their own, "first" only beside "last".
  const firsts = found.first.filter(({ seen }) => byName(seen) || (last && closeness(last, seen) >= 1));
  const first = bestOf(firsts, withLast);
  const generic = (seen: PayloadValue) =>
    near(seen) - (seen.sense.fullName > 1 || near(seen) > 1 || seen.side > 0 ? 0 : 3);
  const full = bestOf(found.full, generic);
  if (first && last) return { firstName: first, lastName: last };
  if (full && (!first || full.sense.fullName > 1)) return { fullName: full };
  return { ...(first ? { firstName: first } : {}), ...(last ? { lastName: last } : {}) };
};

/** A mapping from a payload's field names and values; only of what is really there. */
export const guessMapping = (payload: unknown): MappingTemplate => {
  const template: MappingTemplate = { person: {}, event: {} };
  if (payload === null || typeof payload !== "object") return template;
  const found = collect(payload);
  const email = bestOf(found.email);
  const phone = bestOf(found.phone, (seen) => (email ? closeness(email, seen) * 0.6 : 0));
  const anchors = [email, phone].filter((seen) => seen !== undefined);
  const names = namesOf(found, anchors);
  const print = (seen: PayloadValue | undefined): string | undefined => seen && expressionOf(seen);
  for (const [target, seen] of Object.entries({ email, phone, ...names }) as [keyof Names, PayloadValue?][]) {
    const expression = print(seen);
    if (expression !== undefined) template.person[target] = expression;
  }
  const type = print(bestOf(found.type));
  if (type !== undefined) template.event.type = type;
  const message = print(bestOf(found.message));
  if (message !== undefined) template.event.message = message;
  return template;
};
