import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type BroadcastItem, broadcastsApi } from "#contract/broadcasts.ts";
import { builtInPermissions } from "#domain/access/areas.ts";
import { answer, refuse } from "../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../test/web/render.tsx";
import { administrator, instant, sampleId } from "../../../../test/web/samples.ts";

const item: BroadcastItem = {
  id: sampleId(60),
  name: "Battery rebate",
  purpose: "marketing",
  when: { kind: "now" },
  state: "sending",
  why: [],
  approval: null,
  people: 1206,
  delivered: 700,
  answered: 60,
  failed: 12,
  begun: 812,
  startedAt: instant,
  doneAt: null,
  updatedAt: instant,
};

const paused: BroadcastItem = {
  ...item,
  id: sampleId(61),
  name: "Financing",
  state: "paused",
  why: [{ code: "guard_opted_out", count: 9, percent: 2.2, limit: 2 }],
};

const listOf = (...broadcasts: BroadcastItem[]) =>
  answer(broadcastsApi.list, () => ({ broadcasts, nextCursor: null }));

test("without a broadcast it says what they are for, and offers to write one", async () => {
  await renderScreen("/campaigns", { answers: [listOf()] });
  await screen.findByText("No broadcasts yet");
  const link = screen.getByRole("link", { name: /New broadcast/ });
  expect(link.getAttribute("href")).toBe("/campaigns/new");
});

test("a viewer is not offered to write one", async () => {
  const viewer = { ...administrator, permissions: builtInPermissions.viewer };
  await renderScreen("/campaigns", { answers: [listOf(item)], user: viewer });
  await screen.findByRole("link", { name: "Battery rebate" });
  expect(screen.queryByRole("link", { name: /New broadcast/ })).toBeNull();
});

test("each row has its people, state, progress and what became of the messages", async () => {
  await renderScreen("/campaigns", { answers: [listOf(item, paused)] });
  const table = await screen.findByRole("table", { name: "Broadcasts" });
  const [, first, second] = within(table).getAllByRole("row");
  const sending = within(first as HTMLElement);
  expect(sending.getByRole("link", { name: "Battery rebate" }).getAttribute("href")).toBe(
    `/campaigns/${item.id}`,
  );
  sending.getByText("1,206");
  expect(sending.getAllByText("Sending").length).toBeGreaterThan(0);
  expect(sending.getAllByText("812 of 1,206").length).toBeGreaterThan(0);
  expect(sending.getAllByRole("img", { name: "700 delivered, 60 replied, 12 failed" })).not.toHaveLength(0);
  const stopped = within(second as HTMLElement);
  expect(stopped.getAllByText("Paused").length).toBeGreaterThan(0);
  expect(stopped.getAllByText(/2\.2% opted out/).length).toBeGreaterThan(0);
});

test("the search and the state are asked of the server, and more is loaded by the cursor", async () => {
  const { api, click, fill } = await renderScreen("/campaigns", {
    answers: [
      answer(broadcastsApi.list, ({ query }) => {
        if (query.search) return { broadcasts: [], nextCursor: null };
        return query.cursor
          ? { broadcasts: [paused], nextCursor: null }
          : { broadcasts: [item], nextCursor: item.id };
      }),
    ],
  });
  await screen.findByRole("link", { name: "Battery rebate" });
  await click(screen.getByRole("button", { name: "Load more" }));
  await screen.findByRole("link", { name: "Financing" });
  expect(screen.queryByRole("button", { name: "Load more" })).toBeNull();
  await click(screen.getByRole("button", { name: "Done" }));
  await waitFor(() => expect(api.callsOf(broadcastsApi.list).at(-1)?.query.state).toBe("done"));
  await click(screen.getByRole("button", { name: "Open" }));
  await waitFor(() => expect(api.callsOf(broadcastsApi.list).at(-1)?.query.state).toBe("open"));
  await click(screen.getByRole("button", { name: "Done" }));
  await fill(screen.getByRole("searchbox", { name: "Find a broadcast" }), "price");
  await screen.findByText("No broadcasts match");
  expect(api.callsOf(broadcastsApi.list).at(-1)?.query).toMatchObject({ state: "done", search: "price" });
});

test("a list that cannot be loaded is asked for again", async () => {
  const { api, click } = await renderScreen("/campaigns", {
    answers: [answer(broadcastsApi.list, () => refuse("internal"))],
  });
  await screen.findByText("This could not be loaded");
  api.on(broadcastsApi.list, () => ({ broadcasts: [item], nextCursor: null }));
  await click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByRole("link", { name: "Battery rebate" });
});

test("in Spanish it speaks of envíos masivos", async () => {
  await renderScreen("/campaigns", { answers: [listOf()], language: "es" });
  await screen.findByText("Aún no hay envíos masivos");
});

test("a broadcast that waits for a second user says so, and who asked", async () => {
  const approval = {
    ...{ id: sampleId(70), userId: sampleId(3), name: "Berta Ruiz", askedBy: "user" as const },
    ...{ askedAt: instant, expiresAt: instant },
  };
  await renderScreen("/campaigns", { answers: [listOf({ ...item, state: "checked", begun: 0, approval })] });
  const table = await screen.findByRole("table", { name: "Broadcasts" });
  expect(within(table).getAllByText("Waiting for approval").length).toBeGreaterThan(0);
  expect(within(table).getAllByText("Berta Ruiz asked for approval").length).toBeGreaterThan(0);
  expect(within(table).queryByText("Preview ready")).toBeNull();
});
