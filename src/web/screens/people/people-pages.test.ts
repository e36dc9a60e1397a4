import { expect, test } from "vitest";
import type { PersonListItem } from "#contract/people.ts";
import { mergePages, type PeoplePages, withChangedPerson } from "./people-pages.ts";

const person = (id: string, status: PersonListItem["status"], town: string | null = null) =>
  ({ id, status, town }) as PersonListItem;

const list = (...people: PersonListItem[]): PeoplePages => ({
  pages: [{ people, total: people.length, totalIs: "exact", nextCursor: null, isReadable: true }],
  pageParams: [undefined],
});

const ids = ({ pages }: PeoplePages) => mergePages(pages).map(({ id }) => id);

test("a person on two pages is listed once", () => {
  const [ana, bea] = [person("ana", "new"), person("bea", "new")];
  expect(mergePages([{ people: [ana] }, { people: [ana, bea] }])).toEqual([ana, bea]);
});

test("a changed person stays in place in a list of all stages", () => {
  const changed = withChangedPerson(list(person("ana", "new"), person("bea", "new")), undefined, {
    ...person("ana", "qualified", "Ponce"),
  });
  expect(changed.pages[0]?.people[0]).toMatchObject({ status: "qualified", town: "Ponce" });
  expect(changed.pages[0]?.total).toBe(2);
});

test("a person who changes the stage moves from one column to the top of the other", () => {
  const moved = person("ana", "qualified");
  const from = withChangedPerson(list(person("ana", "new"), person("bea", "new")), "new", moved);
  const to = withChangedPerson(list(person("cora", "qualified")), "qualified", moved);
  expect([ids(from), from.pages[0]?.total]).toEqual([["bea"], 1]);
  expect([ids(to), to.pages[0]?.total]).toEqual([["ana", "cora"], 2]);
});

test("a list that does not concern the person stays as it is", () => {
  const other = list(person("cora", "converted"));
  expect(withChangedPerson(other, "converted", person("ana", "new"))).toBe(other);
  expect(withChangedPerson(other, undefined, person("ana", "new"))).toBe(other);
});
