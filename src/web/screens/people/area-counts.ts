import type { Audience, AudienceNode } from "#domain/audience/audience.ts";
import { puertoRico, stateOfArea } from "#domain/places/state-codes.ts";

export type AreaCount = { code: string; label: string; count: number };

/** The map of all states. */
export const nation = "us";

/** The areas of a map with their people: states on that of the nation, counties on that of a state. */
export const areasIn = (
  { areas, states }: { areas: readonly AreaCount[]; states: readonly AreaCount[] },
  scope: string,
): readonly AreaCount[] =>
  scope === nation ? states : areas.filter(({ code }) => stateOfArea(code) === scope);

/** Those that have an outline on the map: people of whom only the state is known are in its table alone. */
export const drawnIn = (areas: readonly AreaCount[], scope: string): AreaCount[] =>
  areas.filter(({ code }) => code !== scope);

/** Where most people live: Puerto Rico, or the nation. */
export const mainScope = (states: readonly AreaCount[]): string => {
  const inPuertoRico = states.find(({ code }) => code === puertoRico)?.count ?? 0;
  const all = states.reduce((sum, { count }) => sum + count, 0);
  return inPuertoRico * 2 >= all ? puertoRico : nation;
};

const maxRows = 20;

/** The filter, of those whom a further row chooses, too; the same row is not repeated. */
const narrow = (audience: Audience | undefined, row: AudienceNode): Audience => {
  if (!audience || "everybody" in audience) return row;
  const rows = "all" in audience ? audience.all : [audience];
  const others = rows.filter((node) => JSON.stringify(node) !== JSON.stringify(row));
  if (others.length === 0) return row;
  return { all: others.length < maxRows ? [...others, row] : [audience, row] };
};

export const narrowToArea = (audience: Audience | undefined, code: string): Audience =>
  narrow(audience, { field: "area", op: "is_any_of", value: [code] });

/** The people who are not on the map. */
export const narrowToElsewhere = (audience: Audience | undefined): Audience =>
  narrow(audience, { not: { field: "area", op: "known" } });
