import { fieldMeaning } from "./field-meaning.ts";
import { guessWeights } from "./guess-weights.ts";
import type { PayloadEvidence } from "./payload-evidence.ts";
import {
  canBeEventType,
  canBeMessage,
  canBeName,
  canBePhone,
  canBePlace,
  emailConfidence,
  hasGeneratedMailbox,
  hasNameCasing,
  isClearlyPhone,
  isCompanyName,
  isReadablePhone,
} from "./value-shapes.ts";
import { type Party, type PayloadValue, visitPayload } from "./visit-payload.ts";

export type Candidate = { value: PayloadValue; score: number };

export type PartyField =
  | "email"
  | "phone"
  | "firstName"
  | "lastName"
  | "fullName"
  | "language"
  | "country"
  | "zip"
  | "region"
  | "town";
/** What a party says of one person. */
export type PersonCandidates = Record<PartyField, Candidate[]>;

export const isForeign = ({ ownership }: PayloadValue): boolean =>
  ownership <= guessWeights.ownership.foreign;

const ownershipScore = ({ ownership }: PayloadValue): number =>
  Math.min(ownership, guessWeights.ownership.max);
const depthPenalty = ({ node }: PayloadValue): number => node.depth * guessWeights.depthPenalty;

/** 0 for no address; `weak` where the field's name does not say that it is one. */
const emailScore = (value: PayloadValue): number => {
  const confidence = emailConfidence(value.value);
  if (confidence <= 0) return 0;
  const { form } = guessWeights;
  const { email, emailField, party } = value.meaning;
  if (emailField !== "named" && hasGeneratedMailbox(value.value)) return 0;
  const byName = emailField === "unknown" && party === undefined ? form.unnamedEmail : form.email;
  if (emailField === "never" && email === 0) return 0;
  return Math.max(email, byName) + confidence - 1 + ownershipScore(value) - depthPenalty(value);
};

const phoneScore = (value: PayloadValue): number => {
  const { phone, party } = value.meaning;
  // Without a name that says so, only an unmistakable notation counts as a phone number.
  const mayLackForm = phone > 0 || (party !== undefined && typeof value.value === "string");
  const isPhone = mayLackForm ? canBePhone : isClearlyPhone;
  if (!isPhone(value.value)) return 0;
  const isReadable = isReadablePhone(value.value);
  if (!isReadable && phone < guessWeights.meaning.likely && !isClearlyPhone(value.value)) return 0;
  const form = party ? guessWeights.form.partyPhone : guessWeights.form.phone;
  const unreadable = isReadable ? 0 : guessWeights.form.unreadablePhone;
  return Math.max(phone, form) + unreadable + ownershipScore(value) - depthPenalty(value);
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

/** Why an address is of no use. */
export type AddressRejections = { ownSide: number; unclear: number };

export type FoundParties = {
  parties: Map<Party, PersonCandidates>;
  message: Candidate[];
  eventType: Candidate[];
  rejections: AddressRejections;
  evidence: PayloadEvidence;
};

const noCandidates = (): PersonCandidates => ({
  email: [],
  phone: [],
  firstName: [],
  lastName: [],
  fullName: [],
  language: [],
  country: [],
  zip: [],
  region: [],
  town: [],
});

const placeFields = ["language", "country", "zip", "region", "town"] as const;

/** The objects of a payload that describe a person or organisation, with what each of them says. */
export const findParties = (payload: unknown): FoundParties => {
  const parties = new Map<Party, PersonCandidates>();
  const found: Omit<FoundParties, "evidence"> = {
    parties,
    message: [],
    eventType: [],
    rejections: { ownSide: 0, unclear: 0 },
  };
  const add = (value: PayloadValue, field: PartyField, score: number): void => {
    const candidates = parties.get(value.party) ?? noCandidates();
    parties.set(value.party, candidates);
    candidates[field].push({ value, score });
  };
  const addNames = (value: PayloadValue, text: string): void => {
    const { firstName, lastName, fullName } = value.meaning;
    const position = ownershipScore(value) - depthPenalty(value);
    if (firstName > 0) add(value, "firstName", firstName + position);
    if (lastName > 0) add(value, "lastName", lastName + position);
    if (fullName > guessWeights.meaning.possible || (fullName > 0 && hasNameCasing(text)))
      add(value, "fullName", fullName + position);
  };
  const evidence = visitPayload(payload, (value) => {
    const text = value.value;
    const { meaning } = value;
    const foreign = isForeign(value);
    for (const field of ["email", "phone"] as const) {
      const score = field === "email" ? emailScore(value) : phoneScore(value);
      if (score > 0 || (foreign && score !== 0)) {
        if (foreign) found.rejections.ownSide++;
        else add(value, field, score);
        return;
      }
    }
    if (!foreign && emailConfidence(text) > 0 && !hasGeneratedMailbox(text)) found.rejections.unclear++;
    if (!foreign) {
      const { firstName, lastName, fullName } = meaning;
      if (firstName + lastName + fullName > 0 && canBeName(text) && !isCompanyName(text))
        addNames(value, text);
      for (const field of placeFields)
        if (meaning[field] > 0 && canBePlace(field, text))
          add(value, field, meaning[field] + ownershipScore(value) - depthPenalty(value));
    }
    if (meaning.message > 0 && canBeMessage(text)) {
      const score = messageScore(value);
      if (score > 0) found.message.push({ value, score });
    }
    if (meaning.eventType > 0 && canBeEventType(text)) {
      const score = eventTypeScore(value);
      if (score > 0) found.eventType.push({ value, score });
    }
  });
  return { ...found, evidence };
};
