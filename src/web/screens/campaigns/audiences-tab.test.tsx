import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { audiencesApi, type View, viewsApi } from "#contract/audiences.ts";
import { builtInPermissions } from "#domain/access/areas.ts";
import { answer } from "../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../test/web/render.tsx";
import { administrator, instant, sampleId } from "../../../../test/web/samples.ts";

const segment: View = {
  ...{ id: sampleId(90), kind: "segment", screen: "people", name: "Roofs in Ponce", ownerId: null },
  audience: { field: "tags", op: "has_any", value: ["roof"] },
  ...{
    isReadable: true,
    columns: [],
    sort: null,
    direction: null,
    shape: "list",
    pinned: false,
    position: 0,
  },
  ...{ createdAt: instant, updatedAt: instant },
};
const view: View = { ...segment, id: sampleId(91), kind: "view", name: "My list" };
const broken: View = { ...segment, id: sampleId(92), name: "Old", isReadable: false };

const answers = (...views: View[]) => [
  answer(viewsApi.list, () => ({ views })),
  answer(audiencesApi.fields, () => ({
    fields: [{ id: "tags", group: "person", kind: "set", label: null, choices: null }],
  })),
  answer(audiencesApi.count, () => ({ total: 42, totalIs: "exact", isReadable: true })),
];
const path = "/campaigns?tab=audiences";

test("each segment says who is in it, how many, and offers to write to them", async () => {
  await renderScreen(path, { answers: answers(segment, view, broken) });
  const list = await screen.findByRole("list", { name: "Audiences" });
  expect(within(list).getAllByRole("listitem")).toHaveLength(2);
  expect(within(list).getByRole("link", { name: "Roofs in Ponce" }).getAttribute("href")).toBe(
    `/people?view=${segment.id}`,
  );
  expect(await within(list).findAllByText("42 people")).not.toHaveLength(0);
  await within(list).findByText(/roof/);
  within(list).getByText("The filter names something that no longer exists");
  const links = within(list).getAllByRole("link", { name: /^Write to/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual([`/campaigns/new?segment=${segment.id}`]);
});

test("a viewer is not offered to write", async () => {
  const user = { ...administrator, permissions: builtInPermissions.viewer };
  await renderScreen(path, { answers: answers(segment), user });
  await screen.findByRole("link", { name: "Roofs in Ponce" });
  expect(screen.queryByRole("link", { name: /^Write to/ })).toBeNull();
});

test("without a segment it leads to the people", async () => {
  await renderScreen(path, { answers: answers(view), language: "es" });
  await screen.findByText("Aún no hay segmentos");
  expect(screen.getByRole("link", { name: "Ir a Prospectos" }).getAttribute("href")).toBe("/people");
});
