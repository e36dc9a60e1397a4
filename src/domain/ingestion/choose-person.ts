import { bestOf, chooseNames, closenessOf } from "./choose-fields.ts";
import type { Candidate, FoundParties, PartyField, PersonCandidates } from "./find-parties.ts";
import { guessWeights } from "./guess-weights.ts";
import { isSharedMailbox } from "./value-shapes.ts";
import type { Party, PayloadValue } from "./visit-payload.ts";

/** Why no person was taken from a payload that contains addresses. */
export const noPersonReasons = ["developer_tool", "several_people", "own_side", "unclear_field"] as const;
export type NoPersonReason = (typeof noPersonReasons)[number];

export type ChosenFields = Partial<Record<PartyField, PayloadValue>>;
export type PersonChoice = { fields: ChosenFields; reason?: NoPersonReason };

type ScoredParty = {
  party: Party;
  candidates: PersonCandidates;
  fields: ChosenFields;
  /** The ownership of its address. */
  ownership: number;
  score: number;
};

const hasAddress = ({ email, phone }: PersonCandidates): boolean => email.length + phone.length > 0;
const hasName = ({ firstName, lastName, fullName }: ChosenFields): boolean =>
  (firstName ?? lastName ?? fullName) !== undefined;

/** Beside the two numbers of a call, an address that is nobody's in particular is usually the agent's. */
const isOfCallAgent = ({ ownership, meaning }: PayloadValue, { phone }: PersonCandidates): boolean =>
  ownership <= 0 &&
  meaning.party === undefined &&
  phone.some(({ value }) => value.meaning.party !== undefined);

/** One word may be the name of a project or a host. */
const hasPersonName = ({ firstName, lastName, fullName }: ChosenFields): boolean =>
  (firstName ?? lastName) !== undefined || /\s/.test(String(fullName?.value ?? "").trim());

/** Beside `contact_phone`, `user_email` belongs to the member of staff. */
const withoutUsers = ({ email, phone }: PersonCandidates): Candidate[] =>
  phone.some(({ value }) => value.ownership > 0)
    ? email.filter(({ value }) => value.ownership > 0 || !value.meaning.isUser)
    : email;

const scoreParty = (party: Party, all: PersonCandidates): ScoredParty | undefined => {
  const isAgents = all.email.some(({ value }) => isOfCallAgent(value, all));
  const candidates = isAgents
    ? { ...all, email: [], firstName: [], lastName: [], fullName: [] }
    : { ...all, email: withoutUsers(all) };
  const email = bestOf(candidates.email);
  // Of two people in one object, `buyer_phone` belongs to `buyer_email`.
  const phone = bestOf(candidates.phone, (value) => {
    if (!email) return 0;
    const sameRole = email.meaning.customerWord === value.meaning.customerWord ? guessWeights.sameRole : 0;
    return closenessOf(email, value) * guessWeights.phoneNearEmail + sameRole;
  });
  const address = email ?? phone;
  if (!address) return undefined;
  const anchors = [email, phone].filter((value) => value !== undefined);
  const names = chooseNames(candidates, anchors);
  const weights = guessWeights.party;
  const addressScore = (field: "email" | "phone", chosen: PayloadValue | undefined): number =>
    candidates[field].find(({ value }) => value === chosen)?.score ?? 0;
  const fields = { ...(email ? { email } : {}), ...(phone ? { phone } : {}), ...names };
  const besides =
    (email && phone ? weights.secondAddress : 0) +
    (hasName(names) ? weights.name : 0) +
    Math.max(0, address.ownership);
  const isNamed = email === undefined || email.meaning.emailField !== "unknown" || email.meaning.email > 0;
  if (!isNamed && email?.meaning.party === undefined && besides < weights.unnamedEmailNeeds) return undefined;
  const ownership = Math.max(...anchors.map((anchor) => anchor.ownership));
  return {
    party,
    candidates,
    fields,
    ownership,
    score:
      Math.max(addressScore("email", email), addressScore("phone", phone)) +
      (ownership > 0 ? weights.customer : 0) +
      (email && phone ? weights.secondAddress : 0) +
      (hasName(names) ? weights.name : 0),
  };
};

const addressKey = (value: PayloadValue): string => {
  const text = String(value.value).trim().toLowerCase();
  return text.includes("@") ? text : text.replaceAll(/\D/g, "").slice(-10);
};

/** Parties that give the same e-mail address or phone number are one person. */
const sharesAddress = (a: ScoredParty, b: ScoredParty): boolean => {
  const keys = new Set([...a.candidates.email, ...a.candidates.phone].map(({ value }) => addressKey(value)));
  return [...b.candidates.email, ...b.candidates.phone].some(({ value }) => keys.has(addressKey(value)));
};

/** Names of a party without an address that stands directly in or around the chosen one. */
const namesAround = (chosen: ScoredParty, parties: FoundParties["parties"]): ChosenFields => {
  const inside: ChosenFields[] = [];
  for (const [party, candidates] of parties) {
    if (party.parent !== chosen.party || hasAddress(candidates) || party.ownership < 0) continue;
    const names = chooseNames(candidates, []);
    const isPerson = party.ownership > 0 || (names.firstName && names.lastName);
    if (isPerson && hasName(names)) inside.push(names);
  }
  const [only] = inside;
  if (only && inside.length === 1) return only;
  const around = chosen.party.parent && parties.get(chosen.party.parent);
  if (!around || hasAddress(around)) return {};
  const { firstName, lastName } = chooseNames(around, []);
  return firstName && lastName ? { firstName, lastName } : {};
};

const isInside = (party: Party, ancestor: Party): boolean => {
  for (let at = party.parent; at; at = at.parent) if (at === ancestor) return true;
  return false;
};

/** A complete person is the subject of the payload; those inside are related to them unless they are called customers. */
const isSubjectOf = (outer: ScoredParty, inner: ScoredParty): boolean =>
  outer.party.ownership >= 0 &&
  hasName(outer.fields) &&
  isInside(inner.party, outer.party) &&
  (inner.party.isItem || (outer.party.isOutermost && inner.ownership <= 0));

const detailFields = ["language", "country", "zip", "region", "town"] as const;

/** Country and language may be said of the whole payload, the rest only of the person. */
const findDetails = (same: ScoredParty[], parties: FoundParties["parties"]): ChosenFields => {
  const fields: ChosenFields = {};
  const take = (
    candidates: PersonCandidates | undefined,
    names: readonly (typeof detailFields)[number][],
  ) => {
    for (const name of names) {
      const found = fields[name] ?? (candidates && bestOf(candidates[name]));
      if (found) fields[name] = found;
    }
  };
  for (const { candidates } of same) take(candidates, detailFields);
  for (const [party, candidates] of parties)
    if (party.parent === same[0]?.party && !hasAddress(candidates) && party.ownership >= 0)
      take(candidates, detailFields);
  for (let around = same[0]?.party.parent; around; around = around.parent)
    take(parties.get(around), ["language", "country"]);
  return fields;
};

/**
 * Why a party is no customer. What the payload calls a customer, is one; of the others the rest of the payload decides,
 * because a sender, a user or an account may be anybody.
 */
const rejectParty = (
  { ownership, fields, party }: ScoredParty,
  { evidence: { tool, business } }: FoundParties,
): NoPersonReason | undefined => {
  const limits = guessWeights.tool;
  const excess = tool - business;
  const uncertain = excess > 0 ? "developer_tool" : "unclear_field";
  if (ownership >= limits.customerOwnership)
    return excess >= limits.strongCustomer ? "developer_tool" : undefined;
  const isLone = !fields.phone && !hasPersonName(fields);
  if (isLone && isSharedMailbox(fields.email?.value) && !(party.isOutermost && ownership === 0))
    return "own_side";
  const isBusiness = business >= guessWeights.neededBusiness && excess < 0;
  const isUser = party.isUser || fields.email?.meaning.isUser;
  const mayBeAnybody = isUser || (ownership !== 0 && ownership <= guessWeights.ownership.userRole);
  if (
    mayBeAnybody &&
    !(fields.phone ? excess < (isUser ? limits.other : limits.outermostOrPhone) : isBusiness)
  )
    return isUser ? "developer_tool" : uncertain;
  if (isLone && !isBusiness && ownership > 0 && fields.email?.meaning.emailField !== "named")
    return uncertain;
  if (ownership > 0) {
    const named = fields.phone ? limits.outermostOrPhone : limits.weakCustomer;
    return excess >= (isLone ? limits.loneAddress : named) ? "developer_tool" : undefined;
  }
  if (!party.isOutermost && !fields.phone && business === 0 && !fields.firstName) return uncertain;
  const limit = fields.phone || (party.isOutermost && !isLone) ? limits.outermostOrPhone : limits.other;
  return excess >= limit ? "developer_tool" : undefined;
};

/** Chooses one party of a payload and takes the fields of that party only. */
export const choosePerson = (found: FoundParties): PersonChoice => {
  const { parties, rejections } = found;
  const scored: ScoredParty[] = [];
  for (const [party, candidates] of parties) {
    const result = hasAddress(candidates) ? scoreParty(party, candidates) : undefined;
    if (result) scored.push(result);
    else if (hasAddress(candidates)) rejections.unclear++;
  }
  const rejected: NoPersonReason[] = [];
  const eligible = scored.filter((candidate) => {
    const reason = rejectParty(candidate, found);
    if (reason) rejected.push(reason);
    return reason === undefined;
  });
  const subjects = eligible.filter((inner) => !eligible.some((outer) => isSubjectOf(outer, inner)));
  subjects.sort((a, b) => b.score - a.score);
  const [best, ...others] = subjects;
  if (!best) {
    const reason = noPersonReasons.find((each) => rejected.includes(each));
    if (reason === "unclear_field" && rejected.length > 1) return { fields: {}, reason: "several_people" };
    if (reason) return { fields: {}, reason };
    const isTool = found.evidence.tool > found.evidence.business;
    if (rejections.ownSide > 0) return { fields: {}, reason: isTool ? "developer_tool" : "own_side" };
    return rejections.unclear > 0 ? { fields: {}, reason: "unclear_field" } : { fields: {} };
  }
  const same = [best, ...others.filter((other) => sharesAddress(best, other))];
  const rival = others.find((other) => !same.includes(other) && !isSubjectOf(best, other));
  const isClose = rival !== undefined && best.score - rival.score < guessWeights.party.margin;
  const areListed = rival?.party.isItem && best.party.isItem && rival.party.parent === best.party.parent;
  const isLikely = best.ownership >= (areListed ? guessWeights.tool.customerOwnership : Number.MIN_VALUE);
  if (isClose && !isLikely) return { fields: {}, reason: "several_people" };
  const fields: ChosenFields = { ...best.fields };
  for (const other of same) {
    const { email, phone, ...names } = other.fields;
    if (email && !fields.email) fields.email = email;
    if (phone && !fields.phone) fields.phone = phone;
    if (!hasName(fields)) Object.assign(fields, names);
  }
  if (!hasName(fields)) Object.assign(fields, namesAround(best, parties));
  return { fields: { ...fields, ...findDetails(same, parties) } };
};
