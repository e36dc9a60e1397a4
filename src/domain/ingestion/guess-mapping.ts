import { fieldMeaning } from "./field-meaning.ts";
import { guessWeights } from "./guess-weights.ts";
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

type Candidate = { value: PayloadValue; score: number };

/** Whether one node contains another without a filtered list between them. */
const contains = (ancestor: PayloadNode, node: PayloadNode): boolean => {
  for (let at: PayloadNode | undefined = node; at !== undefined; at = at.parent) {
    if (at === ancestor) return true;
    if (at.step !== undefined && "filters" in at.step && at.step.filters.length > 0) return false;
  }
  return false;
};

/** How closely two contact nodes are related, in degrees that `phoneNearEmail` multiplies. */
const closeness = { same: 2, nested: 1, siblings: 0.5, apart: 0 } as const;

const closenessOf = ({ contactNode: a }: PayloadValue, { contactNode: b }: PayloadValue): number => {
  if (a === b) return closeness.same;
  if (contains(a, b) || contains(b, a)) return closeness.nested;
  return a.parent === b.parent ? closeness.siblings : closeness.apart;
};

const isForeign = ({ ownership }: PayloadValue): boolean => ownership <= guessWeights.ownership.foreign;

const ownershipScore = ({ ownership }: PayloadValue): number =>
  Math.min(ownership, guessWeights.ownership.max);
const depthPenalty = ({ node }: PayloadValue): number => node.depth * guessWeights.depthPenalty;

const pathExpression = ({ node }: PayloadValue): string | undefined => formatPath(pathTo(node));

/** The candidate with the highest score, the first of equals; its path must be expressible. */
const bestOf = (
  candidates: Candidate[],
  bonus: (value: PayloadValue) => number = () => 0,
): PayloadValue | undefined => {
  let best: PayloadValue | undefined;
  let highest: number = guessWeights.minScore;
  for (const { value, score } of candidates) {
    const total = score + bonus(value);
    if (total > highest && pathExpression(value) !== undefined) {
      highest = total;
      best = value;
    }
  }
  return best;
};

const emailScore = (value: PayloadValue): number => {
  const confidence = emailConfidence(value.value);
  if (confidence <= 0 || isForeign(value)) return 0;
  const strength = Math.max(value.meaning.email, guessWeights.form.email) + confidence - 1;
  return strength + ownershipScore(value) - depthPenalty(value);
};

const phoneScore = (value: PayloadValue): number => {
  if (isForeign(value)) return 0;
  const { phone, party } = value.meaning;
  // Without a name that says so, only an unmistakable notation counts as a phone number.
  const isPhone = phone > 0 || (party !== undefined && value.inMessage) ? canBePhone : isClearlyPhone;
  if (!isPhone(value.value)) return 0;
  const form = party ? guessWeights.form.partyPhone : guessWeights.form.phone;
  return Math.max(phone, form) + ownershipScore(value) - depthPenalty(value);
};

const messageScore = ({ value, meaning, node, inMessage }: PayloadValue): number => {
  const { certain, possible } = guessWeights.meaning;
  const weights = guessWeights.message;
  // A deeply nested "description", "body" or "note" describes something other than the message.
  if (!inMessage && meaning.message === possible && node.depth > 2) return 0;
  return (
    (inMessage ? certain : meaning.message) * weights.meaningFactor +
    (String(value).includes(" ") ? weights.hasWords : 0) -
    node.depth * weights.depthPenalty
  );
};

/** An event type stands at the top or one level below: `event.type` and `meta.event_type`, but not `user.type`. */
const eventTypeScore = ({ meaning, node }: PayloadValue): number => {
  if (node.depth === 1) return meaning.eventType;
  const parentStep = node.parent?.step;
  const inEvent = parentStep?.kind === "name" && fieldMeaning(parentStep.name).eventType > 0;
  return node.depth === 2 && (inEvent || meaning.eventType > guessWeights.meaning.likely)
    ? guessWeights.nestedEventType
    : 0;
};

type Candidates = Record<
  "email" | "phone" | "firstName" | "lastName" | "fullName" | "message" | "eventType",
  Candidate[]
>;

const collectCandidates = (payload: unknown): Candidates => {
  const candidates: Candidates = {
    email: [],
    phone: [],
    firstName: [],
    lastName: [],
    fullName: [],
    message: [],
    eventType: [],
  };
  visitPayload(payload, (value) => {
    const add = (list: Candidate[], score: number) => {
      if (score > 0) list.push({ value, score });
    };
    const email = emailScore(value);
    if (email > 0) return add(candidates.email, email);
    const phone = phoneScore(value);
    if (phone > 0) return add(candidates.phone, phone);
    const { firstName, lastName, fullName, message, eventType } = value.meaning;
    const text = value.value;
    if (!isForeign(value) && firstName + lastName + fullName > 0 && canBeName(text)) {
      const position = ownershipScore(value) - depthPenalty(value);
      if (firstName > 0) add(candidates.firstName, firstName + position);
      if (lastName > 0) add(candidates.lastName, lastName + position);
      if (fullName > guessWeights.meaning.possible || (fullName > 0 && hasNameCasing(text)))
        add(candidates.fullName, fullName + position);
    }
    if (message > 0 && canBeMessage(text)) add(candidates.message, messageScore(value));
    if (eventType > 0 && canBeEventType(text)) add(candidates.eventType, eventTypeScore(value));
  });
  return candidates;
};

/** The weight of a name's position relative to the chosen e-mail address and phone number. */
const anchorScore = (value: PayloadValue, anchors: PayloadValue[]): number => {
  const weights = guessWeights.name;
  // Without an anchor, only what is clearly called a person's name counts.
  if (anchors.length === 0)
    return value.ownership > 1 || value.node.depth === 1 ? 0 : weights.apartFromAnchor;
  const closest = Math.max(...anchors.map((anchor) => closenessOf(anchor, value)));
  if (closest === closeness.same) return weights.besideAnchor;
  if (closest === closeness.nested) return weights.aroundAnchor;
  return closest === closeness.siblings ? weights.nextToAnchor : weights.apartFromAnchor;
};

type Names = Partial<Record<"firstName" | "lastName" | "fullName", PayloadValue>>;

const chooseNames = (candidates: Candidates, anchors: PayloadValue[]): Names => {
  const { possible } = guessWeights.meaning;
  const nearAnchor = (value: PayloadValue): number => anchorScore(value, anchors);
  const isClearName = ({ meaning }: PayloadValue): boolean =>
    meaning.firstName > possible || meaning.lastName > possible;

  const lastNames = candidates.lastName.filter(
    ({ value }) =>
      isClearName(value) ||
      candidates.firstName.some((other) => other.value.contactNode === value.contactNode),
  );
  const lastName = bestOf(lastNames, nearAnchor);

  // "Nombre" is a first name only where surnames have their own field, "first" only beside "last".
  const firstNames = candidates.firstName.filter(
    ({ value }) => isClearName(value) || (lastName && closenessOf(lastName, value) >= closeness.nested),
  );
  const firstName = bestOf(
    firstNames,
    (value) =>
      nearAnchor(value) +
      (lastName && closenessOf(lastName, value) === closeness.same ? guessWeights.name.besideLastName : 0),
  );

  const fullName = bestOf(candidates.fullName, (value) => {
    const near = nearAnchor(value);
    const isSpecific = value.meaning.fullName > possible || near > 1 || value.ownership > 0;
    return near + (isSpecific ? 0 : guessWeights.name.genericName);
  });

  if (firstName && lastName) return { firstName, lastName };
  if (fullName && (!firstName || fullName.meaning.fullName > possible)) return { fullName };
  return { ...(firstName ? { firstName } : {}), ...(lastName ? { lastName } : {}) };
};

/** A mapping guessed from a payload's field names and values; it names only fields that the payload has. */
export const guessMapping = (payload: unknown): MappingTemplate => {
  const template: MappingTemplate = { person: {}, event: {} };
  if (payload === null || typeof payload !== "object") return template;
  const candidates = collectCandidates(payload);
  const email = bestOf(candidates.email);
  const phone = bestOf(candidates.phone, (value) =>
    email ? closenessOf(email, value) * guessWeights.phoneNearEmail : 0,
  );
  const anchors = [email, phone].filter((value) => value !== undefined);
  const names = chooseNames(candidates, anchors);
  const expressionFor = (value: PayloadValue | undefined): string | undefined =>
    value && pathExpression(value);
  const chosen = Object.entries({ email, phone, ...names }) as [keyof Names, PayloadValue?][];
  for (const [target, value] of chosen) {
    const expression = expressionFor(value);
    if (expression !== undefined) template.person[target] = expression;
  }
  const eventType = expressionFor(bestOf(candidates.eventType));
  if (eventType !== undefined) template.event.type = eventType;
  const message = expressionFor(bestOf(candidates.message));
  if (message !== undefined) template.event.message = message;
  return template;
};
