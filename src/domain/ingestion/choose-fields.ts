import type { Candidate, PersonCandidates } from "./find-parties.ts";
import { guessWeights } from "./guess-weights.ts";
import { formatPath } from "./plain-expression.ts";
import { type PayloadNode, type PayloadValue, pathTo } from "./visit-payload.ts";

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

export const closenessOf = (first: PayloadValue, second: PayloadValue): number => {
  const { contactNode: a } = first;
  const { contactNode: b } = second;
  if (a === b) return closeness.same;
  if (contains(a, b) || contains(b, a) || first.party.node === a || second.party.node === b)
    return closeness.nested;
  return a.parent === b.parent ? closeness.siblings : closeness.apart;
};

export const pathExpression = ({ node }: PayloadValue): string | undefined => formatPath(pathTo(node));

/** The candidate with the highest score, the first of equals; its path must be expressible. */
export const bestOf = (
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

export type PersonNames = Partial<Record<"firstName" | "lastName" | "fullName", PayloadValue>>;

export const chooseNames = (candidates: PersonCandidates, anchors: PayloadValue[]): PersonNames => {
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
