import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { audiencesApi, viewsApi } from "#contract/audiences.ts";
import {
  type Broadcast,
  type BroadcastActual,
  type BroadcastCheck,
  type BroadcastPerson,
  broadcastsApi,
} from "#contract/broadcasts.ts";
import { templatesApi } from "#contract/templates.ts";
import { builtInPermissions } from "#domain/access/areas.ts";
import { answer } from "../../../../../test/web/fake-api.ts";
import { keepRecords } from "../../../../../test/web/records.ts";
import { renderScreen } from "../../../../../test/web/render.tsx";
import { administrator, instant, sampleId, templatePreview } from "../../../../../test/web/samples.ts";
import { dialog } from "../../../../../test/web/toasts.ts";

const check: BroadcastCheck = {
  ...{ at: instant, isComplete: true, isStale: false, looked: 100, people: 100, heldOut: 0, sampled: 0 },
  ...{ send: 90, wait: 0, stop: 10, missing: [], languages: [], segments: 90, cost: 1, hours: [] },
  ...{ inSequence: 0, writtenToday: 0, openConversation: 0 },
  groups: [
    { ruling: "send", code: null, channel: "sms", count: 90, from: instant, to: instant },
    { ruling: "stop", code: "opted_out", channel: "sms", count: 10, from: null, to: null },
  ],
};

const actual: BroadcastActual = {
  ...{ people: 90, begun: 90, delivered: 80, sent: 0, onTheWay: 0, waiting: 0, failed: 10, unknown: 0 },
  ...{ notSent: 0, clicked: 0, answered: 7, optedOut: 2, complained: 0, bounced: 1, cost: 0.9 },
  ...{ differences: [], compared: null, byMessage: [], perMinute: [] },
};

type Stored = Broadcast & { actual: BroadcastActual | null };

const checked: Stored = {
  ...{ id: sampleId(60), name: "Rebate", audience: { everybody: true }, except: null, purpose: "service" },
  actions: [{ id: "a", type: "sms", template: "Your rebate is here." }],
  ...{
    when: { kind: "now" },
    perMinute: null,
    spreadHours: null,
    holdoutPercent: 0,
    leaveOut: [],
    guard: true,
  },
  ...{ state: "checked", why: [], check, createdBy: null, approval: null, startedAt: null, doneAt: null },
  ...{ createdAt: instant, updatedAt: instant, actual: null },
};
const done: Stored = { ...checked, state: "done", startedAt: instant, doneAt: instant, actual };

const yadira: BroadcastPerson = {
  person: { id: sampleId(2), name: "Yadira Colón" },
  ...{ ruling: "stop", until: null, reasons: [{ code: "opted_out" }], channel: "sms" },
  ...{ runId: null, message: null },
};

const path = `/campaigns/${checked.id}`;

const serve = (first: Stored) => {
  const records = keepRecords(first);
  return [
    answer(audiencesApi.count, () => ({ total: 73, totalIs: "exact", isReadable: true })),
    answer(templatesApi.preview, ({ body }) => ({
      ...templatePreview(body.body ?? ""),
    })),
    answer(broadcastsApi.get, ({ params }) => records.find(params.id)),
    answer(broadcastsApi.create, ({ body }) =>
      records.add({ ...checked, ...body, id: sampleId(77), state: "draft", check: null }),
    ),
    answer(broadcastsApi.people, () => ({ people: [yadira], nextCursor: null })),
  ];
};

beforeEach(() => {
  const query = (text: string) => ({
    matches: text.includes("min-width"),
    addEventListener: () => {},
    removeEventListener: () => {},
  });
  vi.spyOn(window, "matchMedia").mockImplementation((text) => query(text) as unknown as MediaQueryList);
});

test("a draft to those who did not reply says exactly that, and opens in the editor", async () => {
  const { api, click } = await renderScreen(path, { answers: serve(done) });
  await click(await screen.findByRole("button", { name: "Write to those who did not reply" }));
  await waitFor(() => expect(location.pathname).toBe(`/campaigns/${sampleId(77)}`));
  const field = `broadcast.${done.id}`;
  expect(api.callsOf(broadcastsApi.create)).toMatchObject([
    {
      body: {
        ...{ name: "Rebate: no reply", purpose: "service", except: null },
        audience: {
          all: [
            { field, op: "has_any", value: ["got"] },
            { not: { field, op: "has_any", value: ["answered"] } },
          ],
        },
        actions: [{ type: "sms", template: "Your rebate is here." }],
      },
    },
  ]);
  expect((await screen.findByLabelText<HTMLInputElement>(/^Name of the broadcast/)).value).toBe(
    "Rebate: no reply",
  );
});

test("the failed ones get the words of another channel", async () => {
  const { api, click, fill } = await renderScreen(path, { answers: serve(done) });
  await click(await screen.findByRole("button", { name: "Send the failed ones by another channel" }));
  const open = within(dialog()).getByRole<HTMLButtonElement>("button", { name: "Open the draft" });
  expect(open.disabled).toBe(true);
  expect(within(dialog()).getByLabelText<HTMLSelectElement>("Channel").value).not.toBe("sms");
  await fill(within(dialog()).getByLabelText("Template name or custom text"), "Your rebate.");
  await click(open);
  await waitFor(() => expect(location.pathname).toBe(`/campaigns/${sampleId(77)}`));
  const [created] = api.callsOf(broadcastsApi.create);
  expect(created?.body).toMatchObject({
    audience: { field: `broadcast.${done.id}`, op: "has_any", value: ["failed"] },
    actions: [{ template: "Your rebate." }],
  });
  expect(created?.body.actions).not.toMatchObject([{ type: "sms" }]);
});

test("a broadcast that is over is copied, unless the role may only view", async () => {
  const { api, click } = await renderScreen(path, { answers: serve({ ...done, state: "cancelled" }) });
  await click(await screen.findByRole("button", { name: "Copy" }));
  await waitFor(() => expect(location.pathname).toBe(`/campaigns/${sampleId(77)}`));
  expect(api.callsOf(broadcastsApi.create)).toMatchObject([{ body: { name: "Rebate (copy)" } }]);
});

test("a viewer can neither copy, export nor save", async () => {
  const user = { ...administrator, permissions: builtInPermissions.viewer };
  const { click } = await renderScreen(path, { answers: serve(done), user });
  await click(await screen.findByRole("button", { name: "7" }));
  await within(dialog()).findByRole("link", { name: "Yadira Colón" });
  expect(within(dialog()).queryByRole("button", { name: "Export" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Copy" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Write to those who did not reply" })).toBeNull();
});

test("the figures of replies and opt-outs open the people behind them", async () => {
  const { api, click, choose } = await renderScreen(path, { answers: serve(done) });
  const query = () => api.callsOf(broadcastsApi.people).at(-1)?.query;
  await click(await screen.findByRole("button", { name: "7" }));
  await waitFor(() => expect(query()).toMatchObject({ outcome: "answered" }));
  within(dialog()).getByRole("button", { name: "Save as segment" });
  await click(within(dialog()).getByRole("button", { name: "Close" }));
  await click(screen.getByRole("button", { name: "2" }));
  await waitFor(() => expect(query()).toMatchObject({ outcome: "opted_out" }));
  await click(within(dialog()).getByRole("button", { name: "Close" }));
  await choose(screen.getByRole("combobox", { name: "What became of it" }), "bounced");
  await waitFor(() => expect(query()).toMatchObject({ outcome: "bounced" }));
  expect(query()).not.toHaveProperty("fate");
});

test("the check says how long it takes at the pace, or spread over hours", async () => {
  await renderScreen(path, { answers: serve({ ...checked, spreadHours: 1 }) });
  await screen.findByText("1.5 people per minute: about 60 minutes from the first to the last");
});

test("who got it is compared with who was kept aside, in words and by bars", async () => {
  const group = (people: number, converted: number, wrote: number) => ({ people, converted, wrote });
  const compared = { got: group(1000, 80, 30), keptAside: group(200, 4, 5) };
  await renderScreen(path, { answers: serve({ ...done, actual: { ...actual, compared } }) });
  const converted = await screen.findByRole("region", { name: "Converted" });
  expect(converted.textContent).toContain("Got it: 1,0008% (80)");
  expect(converted.textContent).toContain("Kept aside: 2002% (4)");
  within(converted).getByText(
    "6 percentage points more among those who got it (with 95% certainty between 2.6 and 8.2)",
  );
  const wrote = screen.getByRole("region", { name: "Wrote in" });
  within(wrote).getByText(/^No clear difference: 0\.5 percentage points/);
});

test("a few people kept aside are not compared", async () => {
  const few = { people: 9, converted: 1, wrote: 0 };
  const compared = { got: { people: 1000, converted: 80, wrote: 30 }, keptAside: few };
  await renderScreen(path, {
    answers: serve({ ...done, actual: { ...actual, compared } }),
  });
  const card = await screen.findByRole("region", { name: "Compared with those kept aside" });
  expect(within(card).getAllByText("Too few people to compare")).toHaveLength(2);
});

test("without people kept aside there is no comparison", async () => {
  await renderScreen(path, { answers: serve(done) });
  await screen.findByRole("button", { name: "Copy" });
  expect(screen.queryByRole("region", { name: "Compared with those kept aside" })).toBeNull();
});

test("a group of the check is saved as a segment and exported as it is filtered", async () => {
  const saved = answer(viewsApi.create, ({ body }) => ({
    ...{ id: sampleId(80), kind: "segment", screen: "people", ownerId: null, isReadable: true },
    ...{ columns: [], sort: null, direction: null, shape: "list", pinned: false, position: 0 },
    ...{ createdAt: instant, updatedAt: instant, name: body.name, audience: body.audience },
  }));
  const { api, click, fill } = await renderScreen(path, { answers: [...serve(checked), saved] });
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(this.href);
  });
  await click(await screen.findByRole("button", { name: /^Opted out/ }));
  await click(await screen.findByRole("button", { name: "Export" }));
  await click(await screen.findByRole("menuitem", { name: "CSV" }));
  const address = new URL(clicked[0] ?? "");
  expect(address.pathname).toBe(`/api/broadcasts/${checked.id}/people/export`);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    ...{ format: "csv", names: "words", language: "en", ruling: "stop", code: "opted_out", channel: "sms" },
  });
  await click(screen.getByRole("button", { name: "Save as segment" }));
  await fill(within(dialog()).getByLabelText(/^Name of the segment/), "Left us");
  await click(within(dialog()).getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(api.callsOf(viewsApi.create)).toMatchObject([
    {
      body: {
        ...{ kind: "segment", name: "Left us" },
        audience: {
          field: `broadcast.${checked.id}`,
          op: "has_all",
          value: ["stop", "reason.opted_out", "channel.sms"],
        },
      },
    },
  ]);
});
