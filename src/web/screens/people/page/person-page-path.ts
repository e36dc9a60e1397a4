import { peopleSorts, sortDirections } from "#domain/people-sort.ts";
import { personStatuses, personTypes } from "#domain/person.ts";

/** The parameters that a list of people and the page of one of them share. */
const listParams = ["search", "type", "status", "tag", "where", "view", "sort", "direction"] as const;
type ListParams = Partial<Record<(typeof listParams)[number], string | undefined>>;

const toSearch = (params: ListParams): string => {
  const search = new URLSearchParams();
  for (const name of listParams) if (params[name]) search.set(name, params[name]);
  return search.size > 0 ? `?${search}` : "";
};

/** The page of a person, which leads to their neighbours in the list that it was opened from. */
export const personPagePath = (id: string, list: ListParams = {}): string => `/people/${id}${toSearch(list)}`;

export const peopleListPath = (list: ListParams): string => `/people${toSearch(list)}`;

export const readListParams = (params: URLSearchParams): ListParams =>
  Object.fromEntries(listParams.map((name) => [name, params.get(name) ?? undefined]));

/** The list as the API asks for it; values of the URL that it does not know are left out. */
export const toListQuery = ({ search, type, status, tag, where, view, sort, direction }: ListParams) => ({
  search: search?.slice(0, 200),
  type: personTypes.find((each) => each === type),
  status: personStatuses.find((each) => each === status),
  tag: tag?.slice(0, 60),
  where,
  view,
  sort: peopleSorts.find((each) => each === sort) ?? "updated",
  direction: sortDirections.find((each) => each === direction),
});
