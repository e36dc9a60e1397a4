import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { audiencesApi } from "#contract/audiences.ts";
import {
  type Broadcast,
  type BroadcastActual,
  type BroadcastCheck,
  type BroadcastPerson,
  broadcastsApi,
} from "#contract/broadcasts.ts";
import { settingsApi } from "#contract/settings.ts";
import { templatesApi } from "#contract/templates.ts";
import { builtInPermissions } from "#domain/access/areas.ts";
import { defaultGeneralSettings } from "#domain/general-settings.ts";
import { answer, refuse } from "../../../../../test/web/fake-api.ts";
import { keepRecords } from "../../../../../test/web/records.ts";
import { renderScreen } from "../../../../../test/web/render.tsx";
import { administrator, instant, sampleId, templatePreview } from "../../../../../test/web/samples.ts";
import { dialog } from "../../../../../test/web/toasts.ts";

const check: BroadcastCheck = {
  at: instant,
  isComplete: true,
  isStale: false,
  looked: 1600,
  people: 1600,
  send: 1000,
  wait: 400,
  stop: 200,
  heldOut: 0,
  groups: [
    { ruling: "send", code: null, channel: "sms", count: 1000, from: instant, to: instant },
    { ruling: "wait", code: "quiet_hours", channel: "sms", count: 400, from: instant, to: instant },
    { ruling: "stop", code: "opted_out", channel: null, count: 200, from: null, to: null },
  ],
  missing: [{ name: "rebate", people: 19 }],
  languages: [{ language: "es", people: 1400 }],
  segments: 1500,
  cost: 63.32,
  inSequence: 64,
  writtenToday: 12,
  openConversation: 3,
  hours: [
    { at: "2026-03-02T12:00:00Z", send: 1000, wait: 400, stop: 200 },
    { at: "2026-03-02T13:00:00Z", send: 1300, wait: 100, stop: 200 },
  ],
  sampled: 500,
};

const actual: BroadcastActual = {
  people: 1400,
  begun: 842,
  delivered: 651,
  sent: 94,
  onTheWay: 58,
  waiting: 0,
  failed: 39,
  unknown: 0,
  notSent: 0,
  clicked: 0,
  answered: 43,
  optedOut: 11,
  complained: 0,
  bounced: 4,
  cost: 25.61,
  differences: [{ code: "opted_out", count: 7 }],
  compared: null,
  byMessage: [],
  perMinute: [
    { at: "2026-03-02T12:00:00Z", count: 41 },
    { at: "2026-03-02T12:01:00Z", count: 40 },
  ],
};

type Stored = Broadcast & { actual: BroadcastActual | null };

const draft: Stored = {
  id: sampleId(60),
  name: "Battery rebate",
  audience: { everybody: true },
  except: null,
  purpose: "marketing",
  actions: [{ id: "a", type: "sms", template: "Your rebate is here." }],
  when: { kind: "now" },
  perMinute: null,
  spreadHours: null,
  holdoutPercent: 0,
  leaveOut: [],
  guard: true,
  state: "draft",
  why: [],
  check: null,
  approval: null,
  createdBy: null,
  startedAt: null,
  doneAt: null,
  createdAt: instant,
  updatedAt: instant,
  actual: null,
};
const checked: Stored = { ...draft, state: "checked", check };
const sending: Stored = { ...checked, state: "sending", startedAt: instant, actual };

const yadira: BroadcastPerson = {
  person: { id: sampleId(2), name: "Yadira Colón" },
  ruling: "stop",
  until: null,
  reasons: [{ code: "opted_out", scope: "all" }],
  channel: "sms",
  runId: null,
  message: null,
};

const path = `/campaigns/${draft.id}`;
const preview = answer(templatesApi.preview, ({ body }) => templatePreview(body.body ?? ""));
const count = answer(audiencesApi.count, () => ({ total: 1600, totalIs: "exact", isReadable: true }));

/** The server: each call changes what is stored. */
const serve = (first: Stored, people: BroadcastPerson[] = [yadira]) => {
  const records = keepRecords(first);
  const change = (id: string, part: Partial<Stored>) => records.update(id, part);
  return {
    records,
    answers: [
      count,
      preview,
      answer(broadcastsApi.list, () => ({ broadcasts: [], nextCursor: null })),
      answer(broadcastsApi.get, ({ params }) => records.find(params.id)),
      answer(broadcastsApi.create, ({ body }) => records.add({ ...draft, ...body })),
      answer(broadcastsApi.update, ({ params, body: { leaveOut, name, when, updatedAt } }) =>
        change(params.id, {
          ...(leaveOut ? { leaveOut } : {}),
          ...(when ? { when } : {}),
          ...(name ? { name } : {}),
          ...(updatedAt ? { updatedAt } : {}),
          state: "draft",
          check: null,
        }),
      ),
      answer(broadcastsApi.unschedule, ({ params }) => change(params.id, { state: "checked" })),
      answer(broadcastsApi.move, ({ params, body }) =>
        change(params.id, { when: { kind: "at", at: body.at } }),
      ),
      answer(broadcastsApi.remove, () => ({ ok: true as const })),
      answer(broadcastsApi.check, ({ params }) => change(params.id, { state: "checked", check })),
      answer(broadcastsApi.start, ({ params }) => change(params.id, { state: "sending", actual })),
      answer(broadcastsApi.pause, ({ params }) =>
        change(params.id, { state: "paused", why: [{ code: "broadcast_paused" }] }),
      ),
      answer(broadcastsApi.resume, ({ params }) => change(params.id, { state: "sending", why: [] })),
      answer(broadcastsApi.cancel, ({ params }) =>
        change(params.id, { state: "cancelled", doneAt: instant }),
      ),
      answer(broadcastsApi.people, () => ({ people, nextCursor: null })),
    ],
  };
};

const sendButton = () => screen.getByRole<HTMLButtonElement>("button", { name: "Send to 1,400 people" });

/** As wide as a desktop, or as a phone. */
const setNarrow = (isNarrow: boolean) =>
  vi.spyOn(window, "matchMedia").mockImplementation(
    (query) =>
      ({
        matches: query.includes("max-width") === isNarrow,
        addEventListener: () => {},
        removeEventListener: () => {},
      }) as unknown as MediaQueryList,
  );
beforeEach(() => void setNarrow(false));

test("a new broadcast is written, saved, checked and shown as a preview", async () => {
  const { answers } = serve({ ...draft, id: sampleId(99) });
  const { api, click, fill } = await renderScreen("/campaigns/new", { answers });
  const preview = await screen.findByRole<HTMLButtonElement>("button", { name: "Preview 1,600 people" });
  expect(preview.disabled).toBe(true);
  await fill(screen.getByLabelText(/^Name of the broadcast/), "Battery rebate");
  await fill(screen.getByLabelText("Template name or custom text"), "Your rebate is here.");
  await click(preview);
  await screen.findByRole("button", { name: "Send to 1,400 people" });
  expect(api.callsOf(broadcastsApi.create)).toMatchObject([
    {
      body: {
        name: "Battery rebate",
        audience: { everybody: true },
        actions: [{ type: "sms", template: "Your rebate is here." }],
        when: { kind: "now" },
        guard: true,
      },
    },
  ]);
  expect(api.callsOf(broadcastsApi.check)).toHaveLength(1);
  expect(location.pathname).toBe(path);
});

test("what the server refuses is said at its field", async () => {
  const { answers } = serve(draft);
  const { click, fill } = await renderScreen(path, {
    answers: [
      ...answers,
      answer(broadcastsApi.update, () =>
        refuse("invalid", {
          issues: [
            { path: "perMinute", message: "Too many people per minute" },
            { path: "actions.0.template", message: "There is no such template" },
          ],
        }),
      ),
    ],
  });
  await fill(await screen.findByLabelText(/^Name of the broadcast/), "Rebate");
  await click(screen.getByRole("button", { name: "Save and close" }));
  await screen.findByText("There is no such template");
  const pace = screen.getByLabelText("People per minute");
  expect(pace.getAttribute("aria-invalid")).toBe("true");
  screen.getByText("Too many people per minute");
  expect(location.pathname).toBe(path);
});

test("a draft is deleted after it was asked once more", async () => {
  const { answers } = serve(draft);
  const { api, click } = await renderScreen(path, { answers });
  await click(await screen.findByRole("button", { name: "Delete broadcast" }));
  expect(api.callsOf(broadcastsApi.remove)).toEqual([]);
  await click(within(dialog()).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(location.pathname).toBe("/campaigns"));
  expect(api.callsOf(broadcastsApi.remove)).toMatchObject([{ params: { id: draft.id } }]);
});

test("above 1,000 people the number must be typed before it is sent", async () => {
  const { answers } = serve(checked);
  const { api, click, fill } = await renderScreen(path, { answers });
  const typed = await screen.findByLabelText("Enter 1,400 to send");
  expect(sendButton().disabled).toBe(true);
  await fill(typed, "1,40");
  expect(sendButton().disabled).toBe(true);
  await fill(typed, "1,400");
  await click(sendButton());
  const progress = await screen.findByText("of 1,400 people so far");
  // Who waits for a message has not got it.
  expect(progress.parentElement?.textContent).toContain("745");
  expect(api.callsOf(broadcastsApi.start)).toMatchObject([{ body: { confirm: 1400 } }]);
});

const few = { ...checked, check: { ...check, send: 8, wait: 2, stop: 0, people: 10, looked: 10 } };

test("a few people need no typed number", async () => {
  await renderScreen(path, { answers: serve(few).answers });
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Send to 10 people" });
  expect(button.disabled).toBe(false);
  expect(screen.queryByLabelText("Enter 10 to send")).toBeNull();
});

test("above the limit a second user is asked, and the page says who asked and where it is decided", async () => {
  const approval = {
    ...{ id: sampleId(70), userId: administrator.id, name: "Berta Ruiz", askedBy: "user" as const },
    ...{ askedAt: instant, expiresAt: instant },
  };
  const { records, answers } = serve(few);
  const { click } = await renderScreen(path, {
    answers: [
      ...answers,
      answer(settingsApi.general, () => ({ ...defaultGeneralSettings, secondUserAbove: 9 })),
      answer(broadcastsApi.start, ({ params }) => records.update(params.id, { approval })),
    ],
  });
  await screen.findByText("Above 9 people, a second user must approve the start.");
  await click(screen.getByRole("button", { name: "Ask to send to 10 people" }));
  await screen.findByText(/^Berta Ruiz asked .* to send this to 10 people/);
  const link = screen.getByRole("link", { name: "Open approval" });
  expect(link.getAttribute("href")).toBe(`/approvals#${approval.id}`);
  const button = screen.getByRole<HTMLButtonElement>("button", { name: "Ask to send to 10 people" });
  expect(button.disabled).toBe(true);
});

test("on a phone a few people need a typed number, too", async () => {
  setNarrow(true);
  const { fill } = await renderScreen(path, { answers: serve(few).answers });
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Send to 10 people" });
  expect(button.disabled).toBe(true);
  await fill(screen.getByLabelText("Enter 10 to send"), "10");
  expect(button.disabled).toBe(false);
});

test("a group opens its people, and a search finds one among all with the ruling in a sentence", async () => {
  const { answers } = serve(checked);
  const { api, click, fill } = await renderScreen(path, { answers });
  const group = await screen.findByRole("button", { name: /^Opted out/ });
  expect(group.getAttribute("aria-expanded")).toBe("false");
  await click(group);
  await screen.findByRole("link", { name: "Yadira Colón" });
  expect(api.callsOf(broadcastsApi.people)).toMatchObject([{ query: { ruling: "stop", code: "opted_out" } }]);
  await fill(screen.getByRole("searchbox", { name: "Find one of 1,600 people" }), "Yadira");
  const found = await screen.findByRole("list", { name: "People found" });
  expect(found.textContent).toMatch(/Yadira Colón: Stopped\..*opted out/i);
  expect(api.callsOf(broadcastsApi.people).at(-1)?.query).toMatchObject({ search: "Yadira" });
});

test("who could be skipped is listed before they are, and the people of a group open in the list", async () => {
  const { answers } = serve(checked);
  const { api, click } = await renderScreen(path, { answers });
  const card = within(await screen.findByRole("region", { name: "Skip people" }));
  await click(card.getByRole("button", { name: "64" }));
  await screen.findByRole("link", { name: "Yadira Colón" });
  expect(api.callsOf(broadcastsApi.people).at(-1)?.query).toMatchObject({ leaveOut: "in_sequence" });
  expect(within(dialog()).queryByRole("link", { name: "Show in Leads" })).toBeNull();
  const [close] = within(dialog()).getAllByRole("button", { name: "Close" });
  if (close) await click(close);
  await click(screen.getByRole("button", { name: /^Opted out/ }));
  const link = await screen.findByRole("link", { name: "Show in Leads" });
  const query = new URL(link.getAttribute("href") ?? "", location.origin).searchParams;
  expect(JSON.parse(query.get("where") ?? "")).toEqual({
    ...{ field: `broadcast.${draft.id}`, op: "has_all", value: ["stop", "reason.opted_out"] },
  });
});

test("to skip people is saved and checked again, and the preview stays", async () => {
  const { answers } = serve(checked);
  const { api, click } = await renderScreen(path, { answers });
  await click(await screen.findByRole("switch", { name: "In a running sequence" }));
  await waitFor(() => expect(api.callsOf(broadcastsApi.check)).toHaveLength(1));
  expect(api.callsOf(broadcastsApi.update)).toMatchObject([{ body: { leaveOut: ["in_sequence"] } }]);
  await waitFor(() =>
    expect(screen.getByRole("switch", { name: "In a running sequence" }).getAttribute("aria-checked")).toBe(
      "true",
    ),
  );
  expect(screen.queryByLabelText(/^Name of the broadcast/)).toBeNull();
});

test("a better hour is chosen in the preview, and everybody is checked again for it", async () => {
  const { answers } = serve(checked);
  const { api, click } = await renderScreen(path, { answers });
  await screen.findByText("300 fewer people held");
  await click(screen.getByRole("button", { name: /^Send Mon / }));
  await screen.findByRole("button", { name: "Schedule for 1,400 people" });
  expect(api.callsOf(broadcastsApi.update)).toMatchObject([
    { body: { when: { kind: "at", at: "2026-03-02T13:00:00Z" } } },
  ]);
  expect(api.callsOf(broadcastsApi.check)).toHaveLength(1);
  expect(screen.queryByText("300 fewer people held")).toBeNull();
});

test("an old check is named and repeated; nothing is sent by it", async () => {
  const { answers } = serve({ ...checked, check: { ...check, isStale: true } });
  const { api, click } = await renderScreen(path, { answers });
  await screen.findByText("The check is too old. Check again first");
  expect(sendButton().disabled).toBe(true);
  await click(screen.getByRole("button", { name: "Check again" }));
  await screen.findByLabelText("Enter 1,400 to send");
  expect(api.callsOf(broadcastsApi.check)).toHaveLength(1);
});

test("with no person to send to, the button is off and says why", async () => {
  const { answers } = serve({ ...checked, check: { ...check, send: 0, wait: 0, stop: 1600 } });
  await renderScreen(path, { answers });
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: "Send to 0 people" });
  expect(button.disabled).toBe(true);
  expect(screen.getAllByText("All 1,600 people would be stopped").length).toBeGreaterThan(0);
});

test("a viewer sees the preview without a way to send", async () => {
  const user = { ...administrator, permissions: builtInPermissions.viewer };
  await renderScreen(path, { answers: serve(checked).answers, user });
  await screen.findByText("You can view, not send");
  expect(screen.queryByRole("button", { name: /^Send to/ })).toBeNull();
});

test("while it is sent, a press or the space bar pauses it, and it goes on", async () => {
  const { answers } = serve(sending);
  const { api, click, press } = await renderScreen(path, { answers });
  await screen.findByText("of 1,400 people so far");
  screen.getByText("651 delivered");
  await press(" ");
  await screen.findByText("The broadcast is paused");
  expect(api.callsOf(broadcastsApi.pause)).toHaveLength(1);
  await click(screen.getByRole("button", { name: /^Resume/ }));
  await screen.findByRole("button", { name: /^Pause/ });
  expect(api.callsOf(broadcastsApi.resume)).toHaveLength(1);
});

test("each share that the guard watches stands beside its limit", async () => {
  await renderScreen(path, { answers: serve(sending).answers });
  const guard = await screen.findByRole("region", { name: "Send with care" });
  // 39 failed of 784 that were tried, 4 of them as a bounce; 11 opted out.
  expect(guard.textContent).toContain("Failed at the provider4.5% of 10%");
  expect(guard.textContent).toContain("Opt-outs1.4% of 2%");
  expect(guard.textContent).toContain("Bounced0.5% of 2%");
});

test("of several messages, the shares of each that has left are shown", async () => {
  const of = (message: number, delivered: number, failed: number) => ({
    ...{ message, delivered, failed, sent: 0, unknown: 0, bounced: 0, optedOut: 0, complained: 0 },
  });
  const byMessage = [of(1, 100, 0), of(2, 45, 5), of(3, 0, 0)];
  await renderScreen(path, { answers: serve({ ...sending, actual: { ...actual, byMessage } }).answers });
  const second = await screen.findByRole("region", { name: "Message 2" });
  expect(second.textContent).toContain("Failed at the provider10% of 10%");
  expect(screen.getByRole("region", { name: "Message 1" }).textContent).toContain(
    "Failed at the provider0% of 10%",
  );
  expect(screen.queryByRole("region", { name: "Message 3" })).toBeNull();
});

test("the space bar in a control does not pause it", async () => {
  const { answers } = serve(sending);
  const { api, click, press } = await renderScreen(path, { answers });
  await click(await screen.findByRole("searchbox", { name: "Find a person" }));
  await press(" ");
  expect(api.callsOf(broadcastsApi.pause)).toEqual([]);
});

test("paused by the guard, it says by which share and at which limit", async () => {
  const why = [{ code: "guard_opted_out", count: 9, percent: 2.2, limit: 2 }];
  await renderScreen(path, { answers: serve({ ...sending, state: "paused", why }).answers });
  await screen.findByText("Paused automatically: 2.2% opted out; the limit is 2%");
  screen.getByRole("button", { name: /^Resume/ });
});

test("it is stopped for good only after it was asked once more", async () => {
  const { answers } = serve(sending);
  const { api, click } = await renderScreen(path, { answers });
  await click(await screen.findByRole("button", { name: "Stop for good" }));
  expect(api.callsOf(broadcastsApi.cancel)).toEqual([]);
  await click(within(dialog()).getByRole("button", { name: "Stop for good" }));
  await screen.findByText("This broadcast was stopped");
});

test("a scheduled one says when it begins", async () => {
  const scheduled: Stored = { ...checked, state: "scheduled", when: { kind: "local", time: "09:30" } };
  await renderScreen(path, { answers: serve(scheduled).answers });
  await screen.findByText(/^Begins: 9:30\sAM where each person is$/);
  screen.getByRole("button", { name: "Stop for good" });
});

test("a scheduled one is changed after its start is taken back, or gets another time", async () => {
  const at = new Date(Date.now() + 7_200_000).toISOString();
  const groups = [{ ruling: "send" as const, code: null, channel: "sms", count: 1000, from: at, to: at }];
  const scheduled: Stored = {
    ...{ ...checked, state: "scheduled", when: { kind: "at", at } },
    check: { ...check, at: new Date().toISOString(), groups, hours: [{ at, send: 1000, wait: 0, stop: 0 }] },
  };
  const { answers } = serve(scheduled);
  const { api, click } = await renderScreen(path, { answers });
  // Nobody goes now, and the hours begin with that time.
  await screen.findByRole("region", { name: "Go on time" });
  expect(screen.queryByText("Go now")).toBeNull();
  screen.getByText(/^48 hours from .* on/);
  await click(screen.getByRole("button", { name: "Change the time" }));
  await click(within(dialog()).getByRole("button", { name: "Move" }));
  expect(api.callsOf(broadcastsApi.move)).toMatchObject([{ params: { id: draft.id } }]);
  await click(screen.getByRole("button", { name: "Change it" }));
  await click(await screen.findByRole("button", { name: "Back" }));
  await screen.findByRole("button", { name: /^Preview/ });
  expect(api.callsOf(broadcastsApi.unschedule)).toHaveLength(1);
});

test("the results compare what was expected with what happened, person by person", async () => {
  const done: Stored = {
    ...sending,
    state: "done",
    doneAt: instant,
    actual: { ...actual, begun: 1400, delivered: 1300, sent: 20, onTheWay: 0, failed: 60, notSent: 20 },
  };
  const message = { id: sampleId(70), channel: "sms", status: "failed", reasons: [] };
  const { answers } = serve(done, [{ ...yadira, ruling: "send", reasons: [], message }]);
  const { api, choose } = await renderScreen(path, { answers });
  const table = await screen.findByRole("table", { name: "Expected and actual" });
  expect(within(table).getByRole("row", { name: /^Sent/ }).textContent).toBe("Sent1,4001,320−80");
  expect(within(table).getByRole("row", { name: /^Not sent/ }).textContent).toBe("Not sent020+20");
  const people = await screen.findByRole("list", { name: "People" });
  within(people).getByText("Failed");
  expect(within(people).getByRole("link", { name: "Yadira Colón" }).getAttribute("href")).toBe(
    `/people/${yadira.person.id}`,
  );
  await choose(screen.getByRole("combobox", { name: "What became of it" }), "stop");
  await waitFor(() => expect(api.callsOf(broadcastsApi.people).at(-1)?.query.ruling).toBe("stop"));
});

test("a figure of what became of the messages opens the people behind it", async () => {
  const { answers } = serve(sending);
  const { api, click } = await renderScreen(path, { answers });
  const query = () => api.callsOf(broadcastsApi.people).at(-1)?.query;
  await click(await screen.findByRole("button", { name: "39 failed" }));
  within(dialog()).getByText("39 failed");
  await waitFor(() => expect(query()).toMatchObject({ fate: "failed" }));
  await click(within(dialog()).getByRole("button", { name: "Close" }));
  await click(screen.getByRole("button", { name: /^7\s*Opted out$/ }));
  await waitFor(() => expect(query()).toMatchObject({ difference: "opted_out" }));
});

test("what a stopped broadcast did not reach is not said to be still to go", async () => {
  await renderScreen(path, { answers: serve({ ...sending, state: "cancelled", doneAt: instant }).answers });
  await screen.findByText("558 stopped before their turn");
  screen.getByText("of 1,400 people were sent a message");
  expect(screen.queryByText(/to go/)).toBeNull();
});

test("a broadcast that does not exist is said to be gone", async () => {
  await renderScreen(`/campaigns/${sampleId(61)}`, { answers: serve(draft).answers });
  await screen.findByText("This broadcast does not exist");
});
