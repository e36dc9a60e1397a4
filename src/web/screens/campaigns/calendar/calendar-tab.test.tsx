import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { broadcastsApi } from "#contract/broadcasts.ts";
import { deliveriesApi } from "#contract/deliveries.ts";
import { inboxApi } from "#contract/inbox.ts";
import { type PlanDay, type PlanItem, planApi } from "#contract/plan.ts";
import { rulesApi } from "#contract/rules.ts";
import { runsApi } from "#contract/runs.ts";
import { builtInPermissions } from "#domain/access/areas.ts";
import { answer, refuse } from "../../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../../test/web/render.tsx";
import { administrator, sampleId, sampleRule } from "../../../../../test/web/samples.ts";

const ana = { id: sampleId(70), name: "Ana Rivera" };
const day = (date: string, more: Partial<PlanDay> = {}): PlanDay => ({
  date,
  startsAt: `${date}T05:00:00.000Z`,
  endsAt: `${date}T05:00:00.000Z`,
  ...{ opens: 540, closes: 1200, holiday: null, channels: [] },
  ...more,
});
const days = [
  day("2026-03-02", { channels: [{ channel: "sms", planned: 840, room: 10_000 }] }),
  day("2026-03-03", { holiday: "Discovery Day" }),
];
const rule = { id: sampleId(71), name: "Quote follow-up", isBroadcast: false };
const item = (more: Partial<PlanItem> = {}): PlanItem => ({
  ...{ kind: "step", at: "2026-03-02T15:00:00.000Z", until: null, rule, stepId: "s1", type: "sms" },
  ...{ code: null, count: 840, person: null },
  ...more,
});
const held = item({ kind: "message", at: null, stepId: null, code: "run_paused", count: 1, person: ana });
const waits = item({
  kind: "message",
  at: "2026-03-03T16:00:00.000Z",
  rule: null,
  stepId: null,
  code: "quiet_hours",
  count: 3,
});
const broadcast = item({
  ...{ kind: "broadcast", at: "2099-03-02T18:00:00.000Z", stepId: null, type: null, count: 1200 },
  rule: { id: sampleId(72), name: "Battery rebate", isBroadcast: true },
});

const planWith = (shown: PlanDay[], ...items: PlanItem[]) =>
  answer(planApi.get, () => ({
    ...{ timezone: "America/New_York", holidaysAreClosed: true, days: shown, items, isPartial: false },
    causes: [{ code: "quiet_hours", count: 3 }],
  }));
const planOf = (...items: PlanItem[]) => planWith(days, ...items);
const peopleOf = (more: object = {}) =>
  answer(planApi.people, () => ({
    people: [
      {
        ...{
          person: ana,
          at: "2026-03-02T15:30:00.000Z",
          actionId: sampleId(73),
          runId: null,
          channel: "sms",
        },
        reasons: [],
        ...more,
      },
    ],
    nextCursor: null,
  }));
const path = "/campaigns?tab=calendar";
const luis = { id: sampleId(75), name: "Luis Díaz" };
/** What the filters offer. */
const choices = [
  answer(rulesApi.list, () => [sampleRule]),
  answer(broadcastsApi.list, () => ({ broadcasts: [], nextCursor: null })),
  answer(inboxApi.colleagues, () => ({
    users: [{ ...luis, isAway: false, mayAnswer: true, email: "luis@example.com" }],
  })),
];

test("the week shows what leaves at its hour, what is held, the holidays and the room", async () => {
  await renderScreen(path, { answers: [...choices, planOf(item(), held, waits)] });
  const table = await screen.findByRole("table", { name: "The plan by day and hour" });
  const grid = within(table);
  grid.getByText("Discovery Day");
  grid.getByText("840 of 10,000 by SMS");
  const row = grid.getByRole("button", { name: /^Quote follow-up/ }).closest("tr");
  expect(within(row as HTMLElement).getByRole("rowheader").textContent).toMatch(/10/);
  const heldRow = grid.getByRole("rowheader", { name: "Held" }).closest("tr");
  within(heldRow as HTMLElement).getByRole("button", { name: /Ana Rivera/ });
  grid.getByRole("button", { name: /Messages written by hand.*3 ×/ });
  screen.getByText("Why 3 wait");
});

test("the list of a day is in the order of its hours, whatever comes of broadcasts or rules", async () => {
  const early = item({ at: "2026-03-02T13:00:00.000Z", stepId: "s2" });
  const late = { ...broadcast, at: "2026-03-02T18:00:00.000Z" };
  await renderScreen(`${path}&view=list`, { answers: [...choices, planOf(late, item(), early)] });
  const [list] = await screen.findAllByRole("list", { name: /Mar/ });
  const rows = within(list as HTMLElement).getAllByRole("listitem");
  expect(rows.map(({ textContent }) => /^\d+:\d+ [AP]M/.exec(textContent)?.[0])).toEqual([
    "8:00 AM",
    "10:00 AM",
    "1:00 PM",
  ]);
});

test("a message is sent now, moved and canceled where its person is listed", async () => {
  const { api, click } = await renderScreen(path, {
    answers: [
      ...choices,
      planOf(waits),
      peopleOf(),
      answer(deliveriesApi.cancel, () => ({ ok: true as const })),
      answer(deliveriesApi.move, () => refuse("move_too_late")),
    ],
  });
  await click(await screen.findByRole("button", { name: /Messages written by hand/ }));
  const sheet = within(await screen.findByRole("dialog"));
  await sheet.findByRole("link", { name: "Ana Rivera" });
  const menu = async (name: string) => {
    await click(sheet.getByRole("button", { name: /Ana Rivera/ }));
    await click(await screen.findByRole("menuitem", { name }));
  };
  await menu("Send now, if allowed");
  await waitFor(() => expect(api.callsOf(deliveriesApi.move)).toHaveLength(1));
  expect(api.callsOf(deliveriesApi.move)[0]?.body).toEqual({ at: null });
  await screen.findByText("By then the step would be too late, and the sequence would skip it");
  await menu("Cancel");
  await waitFor(() => expect(api.callsOf(deliveriesApi.cancel)).toHaveLength(1));
  await screen.findByText("Canceled");
});

test("the next step of a sequence can come at once, and its rule is a click away", async () => {
  const { api, click } = await renderScreen(path, {
    answers: [
      ...choices,
      planOf(item()),
      peopleOf({ actionId: null, runId: sampleId(74), channel: null }),
      answer(runsApi.change, () => ({ changed: 1, refused: [] })),
    ],
  });
  await click(await screen.findByRole("button", { name: /Quote follow-up/ }));
  const sheet = within(await screen.findByRole("dialog"));
  expect(sheet.getByRole("link", { name: "Open the rule" }).getAttribute("href")).toBe(`/rules/${rule.id}`);
  await click(await sheet.findByRole("button", { name: /Ana Rivera/ }));
  await click(await screen.findByRole("menuitem", { name: "Send now, if allowed" }));
  await waitFor(() => expect(api.callsOf(runsApi.change)).toHaveLength(1));
  expect(api.callsOf(runsApi.change)[0]?.body).toMatchObject({ change: { kind: "wait" } });
});

test("a scheduled broadcast is moved, from the list as well", async () => {
  const { api, click } = await renderScreen(`${path}&view=list`, {
    answers: [
      ...choices,
      planWith([day("2099-03-02")], held, broadcast),
      answer(broadcastsApi.move, () => refuse("broadcast_state")),
    ],
  });
  expect(await screen.findByRole("list", { name: "Held" })).toBeTruthy();
  expect(screen.queryByRole("table")).toBeNull();
  await click(screen.getByRole("button", { name: /Battery rebate.*1,200 people/ }));
  const sheet = within(await screen.findByRole("dialog"));
  expect(sheet.getByRole("link", { name: "Open the broadcast" }).getAttribute("href")).toBe(
    `/campaigns/${sampleId(72)}`,
  );
  await click(sheet.getByRole("button", { name: "Move…" }));
  await click(await screen.findByRole("button", { name: "Move" }));
  await waitFor(() => expect(api.callsOf(broadcastsApi.move)).toHaveLength(1));
  expect(api.callsOf(broadcastsApi.move)[0]?.body).toEqual({ at: broadcast.at });
  await screen.findByText("The broadcast is in another state by now");
});

test("the days, the channel and whose people are asked of the server", async () => {
  const { api, click, choose } = await renderScreen(path, { answers: [...choices, planOf(item())] });
  await screen.findByRole("table", { name: "The plan by day and hour" });
  await screen.findByRole("option", { name: luis.name });
  await choose(screen.getByRole("combobox", { name: "Owner" }), luis.id);
  await waitFor(() => expect(api.callsOf(planApi.get).at(-1)?.query.ownerId).toBe(luis.id));
  await choose(screen.getByRole("combobox", { name: "Rule or broadcast" }), sampleRule.id);
  await waitFor(() => expect(api.callsOf(planApi.get).at(-1)?.query.ruleId).toBe(sampleRule.id));
  await click(screen.getByRole("button", { name: "Later" }));
  await waitFor(() => expect(api.callsOf(planApi.get).at(-1)?.query).toMatchObject({ from: "2026-03-09" }));
  await choose(screen.getByRole("combobox", { name: "Owner" }), "me");
  await waitFor(() => expect(api.callsOf(planApi.get).at(-1)?.query.ownerId).toBe(administrator.id));
  await click(screen.getByRole("button", { name: "14 days" }));
  await waitFor(() => expect(api.callsOf(planApi.get).at(-1)?.query).toMatchObject({ days: 14 }));
  await click(screen.getByRole("button", { name: /^Today/ }));
  await waitFor(() => expect(api.callsOf(planApi.get).at(-1)?.query.from).toBeUndefined());
});

test("a viewer sees the people, and can change nothing", async () => {
  const user = { ...administrator, permissions: builtInPermissions.viewer };
  const { click } = await renderScreen(path, { answers: [...choices, planOf(waits), peopleOf()], user });
  await click(await screen.findByRole("button", { name: /Messages written by hand/ }));
  const sheet = within(await screen.findByRole("dialog"));
  await sheet.findByRole("link", { name: "Ana Rivera" });
  expect(sheet.queryByRole("button", { name: /Ana Rivera/ })).toBeNull();
});

test("without anything planned it says so, and an error can be tried again", async () => {
  const { api, click } = await renderScreen(path, {
    answers: [...choices, answer(planApi.get, () => refuse("internal"))],
  });
  await screen.findByText("This could not be loaded");
  api.on(planApi.get, () => ({
    ...{
      timezone: "America/New_York",
      holidaysAreClosed: true,
      days,
      items: [],
      isPartial: false,
      causes: [],
    },
  }));
  await click(screen.getByRole("button", { name: "Retry" }));
  await screen.findByText("Nothing is scheduled, waiting or held in these days.");
});

test("in Spanish it speaks of the calendar", async () => {
  await renderScreen(path, { answers: [...choices, planOf(item(), held)], language: "es" });
  await screen.findByRole("table", { name: "El plan por día y hora" });
  screen.getByRole("option", { name: "Mis personas" });
});
