/** What the list of people can be sorted by. */
export const peopleSorts = ["updated", "name", "score", "stage"] as const;
export type PeopleSort = (typeof peopleSorts)[number];

export const sortDirections = ["asc", "desc"] as const;
export type SortDirection = (typeof sortDirections)[number];

/** The direction that the first click on a heading gives: names and stages from the start, figures from the top. */
export const defaultDirection: Record<PeopleSort, SortDirection> = {
  updated: "desc",
  name: "asc",
  score: "desc",
  stage: "asc",
};
