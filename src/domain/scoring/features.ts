import type { PersonValues } from "#domain/people/person-columns.ts";
import type { personStatuses, personTypes } from "#domain/person.ts";
import { cutText } from "#domain/storable-text.ts";
import { type BehaviourId, behaviours } from "./behaviours.ts";
import { type BehaviourHistory, decayedCount, decayedDetails } from "./history.ts";

const dayMs = 86_400_000;
export const recentHalfLifeDays = 7;
const silentHalfLifeDays = 30;
export const newHalfLifeDays = 14;

/** What scoring knows of a person besides their history. */
export type ScoringFacts = {
  type: (typeof personTypes)[number];
  status: (typeof personStatuses)[number];
  sources: Readonly<PersonValues["sources"]>;
  optedOut: boolean;
  /** Consented to at least one channel. */
  consented: boolean;
  createdAt: number;
  tags: readonly string[];
  /** Custom fields with fixed choices, by key: the chosen one, several, or yes and no. */
  choices: Readonly<Record<string, string | boolean | readonly string[]>>;
  language: string | null;
  region: string | null;
};

export type ScoringSubject = { facts: ScoringFacts; history: BehaviourHistory; now: number };

/** An input of the model, at least 0. Counts enter as logarithms, since the first message says more than the tenth. */
export type Feature = {
  id: string;
  value: (subject: ScoringSubject) => number;
  /** The figure shown to the user, such as a count or a number of days; the value itself where absent. */
  figure?: (subject: ScoringSubject) => number;
};

const sourceKinds: readonly (readonly [string, RegExp])[] = [
  ["referral", /referr|refer[ií]|recomend|partner|socio|friend|amig/i],
  ["ad", /\bads?\b|facebook|instagram|tiktok|google|campaign|campaña|anuncio|meta\b/i],
  ["list", /import|list|csv|purchased|comprad|archivo|file/i],
  ["form", /form|web|site|sitio|landing|page|página|chat|inbox|mail|correo|whatsapp/i],
];

const maxCachedSources = 1000;
const cachedSources = new Map<string, string | null>();

/** The kind of a source, by words in its name. Cached, because every scoring asks and a workspace has few sources. */
const classifySource = (name: string): string | null => {
  const known = cachedSources.get(name);
  if (known !== undefined) return known;
  const kind = sourceKinds.find(([, words]) => words.test(name))?.[0] ?? null;
  if (cachedSources.size >= maxCachedSources) cachedSources.clear();
  cachedSources.set(name, kind);
  return kind;
};

const daysSince = (instant: number, now: number): number => Math.max(0, now - instant) / dayMs;
const silentDays = ({ facts, history, now }: ScoringSubject): number =>
  daysSince(history.lastActiveAt ?? facts.createdAt, now);
const ageDays = ({ facts, now }: ScoringSubject): number => daysSince(facts.createdAt, now);
export const unansweredCount = ({ history, now }: ScoringSubject): number => {
  const count = (id: BehaviourId) => decayedCount(history, id, now);
  return Math.max(0, count("contacted") - count("replied") - count("wrote") - count("talked"));
};
const toFlag = (value: boolean): number => (value ? 1 : 0);
const stageFeature = (status: ScoringFacts["status"]): Feature => ({
  id: `stage_${status}`,
  value: ({ facts }) => toFlag(facts.status === status),
});
const sourceFeature = (kind: string): Feature => ({
  id: `source_${kind}`,
  value: ({ facts }) => toFlag(facts.sources.some((name) => classifySource(name) === kind)),
});

const behaviourFeatures: Feature[] = behaviours
  // Outgoing messages count only through the feature "unanswered".
  .filter(({ id }) => id !== "contacted")
  .map(({ id }) => ({
    id,
    value: ({ history, now }) => Math.log1p(decayedCount(history, id, now)),
    figure: ({ history, now }) => decayedCount(history, id, now),
  }));

/** Everything but the counts of behaviours. */
const stateFeatures: readonly Feature[] = [
  { id: "recent", value: (subject) => 2 ** (-silentDays(subject) / recentHalfLifeDays), figure: silentDays },
  {
    id: "silent",
    value: (subject) => 1 - 2 ** (-silentDays(subject) / silentHalfLifeDays),
    figure: silentDays,
  },
  { id: "new", value: (subject) => 2 ** (-ageDays(subject) / newHalfLifeDays), figure: ageDays },
  { id: "unanswered", value: (subject) => Math.log1p(unansweredCount(subject)), figure: unansweredCount },
  stageFeature("qualified"),
  stageFeature("contacted"),
  stageFeature("converted"),
  { id: "customer", value: ({ facts }) => toFlag(facts.type === "customer") },
  { id: "consented", value: ({ facts }) => toFlag(facts.consented) },
  { id: "unreachable", value: ({ facts }) => toFlag(facts.optedOut) },
  sourceFeature("referral"),
  sourceFeature("form"),
  sourceFeature("ad"),
  sourceFeature("list"),
];

export const features: readonly Feature[] = [...behaviourFeatures, ...stateFeatures];

export type FeatureValues = ReadonlyMap<string, { value: number; figure: number }>;

const finiteOrZero = (value: number): number => (Number.isFinite(value) ? value : 0);

/** Every feature of a person; values that are not finite count as 0. */
export const computeFeatures = (subject: ScoringSubject): FeatureValues =>
  new Map(
    features.map(({ id, value, figure = value }) => [
      id,
      { value: finiteOrZero(value(subject)), figure: finiteOrZero(figure(subject)) },
    ]),
  );

/** The features of a person by name; what is 0, absent or unknown is left out. */
export type PersonFeatures = Readonly<Record<string, number | string>>;

const minDetailCount = 0.01;
const maxCategoryLength = 80;
/** Few digits keep stored features short. */
const shorten = (value: number): number => Math.round(value * 1e5) / 1e5;

/**
 * Everything that a model may learn from: the features of the starting weights, the workspace's own event types, what
 * messages say, tags, custom fields with fixed choices, and where the person comes from.
 */
export const collectFeatures = (subject: ScoringSubject): PersonFeatures => {
  const { facts, history, now } = subject;
  const collected: Record<string, number | string> = {};
  for (const id of Object.keys(history.counts) as BehaviourId[]) {
    // Our own messages count only where they are unanswered. Each type of the other activities is a feature of its own,
    // which tells more than their sum.
    if (id === "contacted" || id === "other") continue;
    const count = finiteOrZero(Math.log1p(decayedCount(history, id, now)));
    if (count !== 0) collected[id] = shorten(count);
  }
  for (const { id, value } of stateFeatures) {
    const number = finiteOrZero(value(subject));
    if (number !== 0) collected[id] = shorten(number);
  }
  for (const [key, count] of decayedDetails(history, now))
    if (count >= minDetailCount) collected[key] = shorten(Math.log1p(count));
  for (const tag of facts.tags) collected[`tag:${cutText(tag, maxCategoryLength)}`] = 1;
  for (const [key, value] of Object.entries(facts.choices)) {
    if (typeof value === "boolean") collected[`field:${key}`] = value ? "yes" : "no";
    else if (typeof value === "string") collected[`field:${key}`] = cutText(value, maxCategoryLength);
    else for (const choice of value) collected[`field:${key}:${cutText(choice, maxCategoryLength)}`] = 1;
  }
  const categories = {
    source: facts.sources[0],
    language: facts.language,
    region: facts.region,
    channel: history.lastChannel,
  };
  for (const [name, category] of Object.entries(categories))
    if (category) collected[name] = cutText(category, maxCategoryLength);
  return collected;
};

const categoryFeatures: readonly string[] = ["source", "language", "region", "channel"];

/** Whether the values of a feature are names; a field with several choices has a feature for each of them instead. */
export const isCategoryFeature = (name: string): boolean =>
  categoryFeatures.includes(name) || /^field:[^:]+$/.test(name);

/** The figure shown beside a feature: a count or a number of days. */
export const featureFigure = (subject: ScoringSubject, id: string): number => {
  const feature = features.find((candidate) => candidate.id === id);
  if (feature) return finiteOrZero((feature.figure ?? feature.value)(subject));
  return decayedDetails(subject.history, subject.now).find(([key]) => key === id)?.[1] ?? 0;
};
