import type { InfiniteData } from "@tanstack/react-query";
import type { OutputOf } from "#contract/api-route.ts";
import type { PersonListItem, peopleApi } from "#contract/people.ts";

export type PeoplePage = OutputOf<typeof peopleApi.list>;
export type PeoplePages = InfiniteData<PeoplePage, string | undefined>;

/** The first part of the query keys of all lists of people; the filter follows. */
export const peoplePagesKey = ["", "api", "people", "pages"] as const;

/** A person can appear on two pages when rows shift between requests. */
export const mergePages = (pages: readonly Pick<PeoplePage, "people">[]): PersonListItem[] => [
  ...new Map(pages.flatMap((page) => page.people).map((person) => [person.id, person])).values(),
];

const mapPages = (
  data: PeoplePages,
  map: (people: PersonListItem[], index: number) => PersonListItem[],
  totalChange = 0,
): PeoplePages => ({
  ...data,
  pages: data.pages.map((page, index) => ({
    ...page,
    total: Math.max(0, page.total + totalChange),
    people: map(page.people, index),
  })),
});

/**
 * A loaded list after a change of a person. A list of one stage loses the person who leaves it, and gets the one who
 * enters it on top.
 */
export const withChangedPerson = (
  data: PeoplePages,
  stage: string | undefined,
  person: PersonListItem,
): PeoplePages => {
  const isListed = data.pages.some((page) => page.people.some(({ id }) => id === person.id));
  const belongs = stage === undefined ? isListed : stage === person.status;
  if (isListed && belongs)
    return mapPages(data, (people) => people.map((one) => (one.id === person.id ? person : one)));
  if (isListed) return mapPages(data, (people) => people.filter(({ id }) => id !== person.id), -1);
  return belongs ? mapPages(data, (people, index) => (index === 0 ? [person, ...people] : people), 1) : data;
};
