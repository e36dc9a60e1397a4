import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { businessApi } from "#contract/business.ts";
import { type DeliveryRecord, deliveriesApi } from "#contract/deliveries.ts";
import { type FirstStepProgress, firstStepsApi } from "#contract/first-steps.ts";
import { goLiveApi } from "#contract/go-live.ts";
import { rulesApi } from "#contract/rules.ts";
import { workspaceApi } from "#contract/workspace.ts";
import { queryClient } from "#web/lib/query-client.ts";
import { answer, refuse } from "../../../../test/web/fake-api.ts";
import { allAnswered, renderApp, renderScreen } from "../../../../test/web/render.tsx";
import { administrator, instant, sampleId, sampleRule } from "../../../../test/web/samples.ts";

const fresh: FirstStepProgress = {
  things: (["lead", "message", "why", "live"] as const).map((id) => ({ id, state: "todo", doneAt: null })),
  next: "lead",
  toKeep: [],
  lead: null,
  phone: null,
  asked: {},
  channel: null,
};

const withState = (
  id: FirstStepProgress["things"][number]["id"],
  state: "done" | "running",
  more: Partial<FirstStepProgress> = {},
): FirstStepProgress => ({
  ...fresh,
  things: fresh.things.map((thing) => (thing.id === id ? { ...thing, state } : thing)),
  ...more,
});

const answered: NonNullable<FirstStepProgress["lead"]> = {
  endpointId: sampleId(3),
  endpointName: "Website form",
  receivedAt: "2026-03-02T12:00:00.000Z",
  personId: sampleId(2),
  personName: "Ana Rosario",
  readAt: "2026-03-02T12:00:00.300Z",
  readAs: "ready_to_buy",
  scoredAt: "2026-03-02T12:00:01.200Z",
  intentScore: 68,
  propensityScore: 74,
  answer: {
    id: sampleId(9),
    channel: "sms",
    status: "delivered",
    ruleName: "Website form → SMS",
    reasons: [],
    at: "2026-03-02T12:00:01.900Z",
  },
};

const phone: NonNullable<FirstStepProgress["phone"]> = {
  personId: sampleId(2),
  name: "Ana Rivera",
  number: "+17875550142",
  message: null,
};

const delivery: DeliveryRecord = {
  id: sampleId(8),
  personId: sampleId(7),
  personName: "Rafael Soto",
  ruleId: sampleRule.id,
  ruleName: sampleRule.name,
  channel: "sms",
  status: "blocked",
  reasons: [],
  notBefore: null,
  text: "Our autumn offer",
  error: null,
  messenger: null,
  simulated: false,
  price: null,
  executedAt: null,
  createdAt: instant,
};

const row = (title: string): HTMLElement => {
  const item = screen.getByRole("heading", { name: new RegExp(`^${title}`) }).closest("li");
  if (!item) throw new Error(`No row ${title}`);
  return item;
};

const show = async (start: FirstStepProgress, answers: Parameters<typeof renderScreen>[1] = {}) => {
  let progress = start;
  const page = await renderScreen("/start", {
    ...answers,
    user: { ...administrator, startStage: "open" },
    answers: [answer(firstStepsApi.progress, () => progress), ...(answers.answers ?? [])],
  });
  await screen.findByText(/Good (morning|afternoon|evening), Ana/);
  return {
    ...page,
    become: async (next: FirstStepProgress) => {
      progress = next;
      await queryClient.invalidateQueries();
    },
  };
};

test("the next thing is open, and the others are one press away", async () => {
  const { click } = await show(fresh);
  expect(screen.getByRole("button", { name: "Send the form" })).toBeTruthy();
  expect(screen.getByText("0 of 4 done")).toBeTruthy();
  await click(screen.getByRole("button", { name: "Connect a channel" }));
  const guides = within(row("Go live")).getAllByRole("link");
  expect(guides.map((link) => link.getAttribute("href"))).toContain("/settings?tab=go-live&channel=sms");
  expect(screen.queryByRole("button", { name: "Send the form" })).toBeNull();
});

test("only what is possible is shown", async () => {
  await show({ ...fresh, things: fresh.things.filter(({ id }) => id === "live"), next: "live" });
  expect(screen.getAllByRole("heading", { level: 2 })).toHaveLength(1);
  expect(screen.getByText("Connect one channel, so that people can be reached.")).toBeTruthy();
});

describe("the lead", () => {
  test("is sent with the words of the user, and its stages come with their times", async () => {
    const { api, click, fill, become } = await show(fresh, {
      answers: [
        answer(firstStepsApi.sendLead, () => ({ eventId: sampleId(6) })),
        answer(firstStepsApi.keep, () => ({ ok: true })),
      ],
    });
    await fill(screen.getByLabelText("What the customer writes"), "How much is it?");
    await click(screen.getByRole("button", { name: "Send the form" }));
    expect(api.callsOf(firstStepsApi.sendLead)).toEqual([{ body: { message: "How much is it?" } }]);
    const underWay = { ...answered, scoredAt: null, intentScore: null, answer: null };
    await become(withState("lead", "running", { lead: underWay }));
    await waitFor(() => expect(within(row("Watch a lead")).getAllByText("Working…")).toHaveLength(2));
    await become(withState("lead", "done", { lead: answered, toKeep: ["lead"], next: "message" }));
    await screen.findByText(/^Ana Rosario came from the Website form at .+ propensity 74 after 1\.2 s\.$/);
    expect(within(row("Watch a lead")).getByText("after 1.9 s")).toBeTruthy();
    expect(screen.getByRole("link", { name: "See her" }).getAttribute("href")).toBe(`/people/${sampleId(2)}`);
    await waitFor(() => expect(api.callsOf(firstStepsApi.keep)).toHaveLength(1));
    await allAnswered();
    expect(api.callsOf(firstStepsApi.keep)).toHaveLength(1);
  });

  test("is not done while its answer was not ruled on", async () => {
    const pending = answered.answer && { ...answered.answer, status: "pending" as const, at: null };
    await show(withState("lead", "running", { lead: { ...answered, answer: pending }, next: "lead" }));
    expect(within(row("Watch a lead")).getByText("Working…")).toBeTruthy();
    expect(screen.getByText("0 of 4 done")).toBeTruthy();
  });
});

describe("the message to oneself", () => {
  const gate = answer(firstStepsApi.gate, () => ({
    now: { ruling: "send", until: null, reasons: [] },
    evening: {
      at: "2026-03-03T02:00:00Z",
      timezone: "America/Puerto_Rico",
      ruling: "wait",
      until: "2026-03-03T12:00:00Z",
      reasons: [],
    },
  }));
  const business = answer(businessApi.get, () => ({
    name: "Sol del Este",
    address: null,
    email: null,
    phone: null,
    website: null,
    updatedAt: null,
  }));

  /** The simulator is no part of the contract. */
  const addSandboxPhone = (fetchApi: typeof fetch, entries: object[]) =>
    vi.stubGlobal("fetch", async (address: string, init?: RequestInit) =>
      address.startsWith("/sandbox/") ? Response.json({ entries }) : fetchApi(address, init),
    );

  test("asks first to become a customer, and shows the gate's answer before sending", async () => {
    const { api, click, become } = await show(
      { ...fresh, next: "message" },
      {
        answers: [
          gate,
          business,
          answer(firstStepsApi.addPhone, () => ({ personId: phone.personId })),
          answer(firstStepsApi.sendMessage, () => ({ actionId: sampleId(5) })),
        ],
      },
    );
    const entries: object[] = [];
    addSandboxPhone(api.fetch as typeof fetch, entries);
    await click(screen.getByRole("button", { name: "Add me as a customer" }));
    await become({ ...fresh, next: "message", phone });
    await screen.findByText("Compliance check: can be sent now");
    const text = "Hi Ana, this is Sol del Este. When is a good time for a visit? Reply STOP to opt out.";
    await screen.findByDisplayValue(text);
    await click(screen.getByRole("button", { name: "Ask for 10 PM" }));
    expect(screen.getByText(/the check would say: held until/)).toBeTruthy();
    await click(screen.getByRole("button", { name: "Send" }));
    expect(api.callsOf(firstStepsApi.sendMessage)).toEqual([{ body: { text } }]);
    entries.push({ id: "1", kind: "message", text, arrived: true, status: "delivered" });
    const message = {
      id: sampleId(5),
      status: "delivered" as const,
      reasons: [],
      sentAt: instant,
      repliedAt: null,
      reply: null,
    };
    await become(withState("message", "running", { next: "message", phone: { ...phone, message } }));
    await screen.findByText("Sent. Now reply from the phone.");
    await waitFor(() => expect(within(screen.getByRole("log")).getByText(text)).toBeTruthy());
    const replied = { ...message, repliedAt: instant, reply: "Great, thank you" };
    await become(withState("message", "done", { next: "lead", phone: { ...phone, message: replied } }));
    await screen.findByText("You replied “Great, thank you”. It is in the inbox.");
  });

  test("cannot be sent while the gate refuses it", async () => {
    const refusing = answer(firstStepsApi.gate, () => ({
      now: { ruling: "stop", until: null, reasons: [{ code: "opted_out", scope: "all" }] },
      evening: null,
    }));
    const { api, become } = await show({ ...fresh, next: "message" }, { answers: [refusing, business] });
    addSandboxPhone(api.fetch as typeof fetch, []);
    await become({ ...fresh, next: "message", phone });
    await screen.findByText("Compliance check: will not be sent");
    expect(screen.getByRole("button", { name: "Send" }).hasAttribute("disabled")).toBe(true);
  });
});

describe("a question", () => {
  const explanation = answer(deliveriesApi.why, () => ({
    ruling: "stop",
    checks: [
      { check: "consent", reasons: [{ code: "consent_missing", channel: "sms", purpose: "marketing" }] },
    ],
    others: [],
    purpose: "marketing",
    template: null,
    rule: null,
    event: null,
    suggestion: null,
    deeds: [],
    steps: [],
    attempts: 1,
    providerId: null,
  }));
  const lists = [
    answer(deliveriesApi.list, ({ query }) => ({
      actions: query.status === "blocked" ? [delivery] : [],
      nextBefore: null,
    })),
    answer(firstStepsApi.asked, () => ({ ok: true })),
    answer(rulesApi.list, () => [sampleRule]),
  ];
  const why = answer(rulesApi.why, () => ({
    now: { fires: true, why: [] },
    gate: [{ channel: "sms", ruling: "stop" as const, until: null, reasons: [] }],
    runs: [],
  }));

  test("is kept when its answer is shown, and not before", async () => {
    const { api, click } = await show({ ...fresh, next: "why" }, { answers: [explanation, ...lists] });
    await click(await screen.findByRole("button", { name: "Why did Rafael get nothing?" }));
    await screen.findByText("Our autumn offer");
    await waitFor(() =>
      expect(api.callsOf(firstStepsApi.asked)).toEqual([
        { body: { question: "refused", actionId: delivery.id } },
      ]),
    );
  });

  test("whose rules or examples could not be read says so, and asks again", async () => {
    let isBusy = true;
    const busyRules = answer(rulesApi.list, () => (isBusy ? refuse("busy") : [sampleRule]));
    const busyList = answer(deliveriesApi.list, ({ query }) =>
      isBusy ? refuse("busy") : { actions: query.status === "blocked" ? [delivery] : [], nextBefore: null },
    );
    const { click } = await show(
      { ...fresh, next: "why" },
      { answers: [explanation, why, ...lists, busyRules, busyList] },
    );
    await screen.findByRole("alert");
    isBusy = false;
    await click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByRole("button", { name: "Why did Rafael get nothing?" });
    isBusy = true;
    await click(screen.getByRole("button", { name: "What would a rule do now?" }));
    await screen.findByRole("alert");
    isBusy = false;
    await click(screen.getByRole("button", { name: "Retry" }));
    await screen.findByText("The rule is played on the person as they are now. Nothing is sent.");
  });

  test("about a rule plays it on the person, without sending", async () => {
    const { api, click } = await show({ ...fresh, next: "why" }, { answers: [why, explanation, ...lists] });
    await click(await screen.findByRole("button", { name: "What would a rule do now?" }));
    await screen.findByText("It would trigger for this person now");
    await waitFor(() =>
      expect(api.callsOf(firstStepsApi.asked)).toEqual([
        { body: { question: "forward", ruleId: sampleRule.id, personId: delivery.personId } },
      ]),
    );
  });
});

test("one press hides the page", async () => {
  const { api, click } = await show(fresh, {
    // The dashboard, which is shown next, asks for the second.
    answers: [
      answer(firstStepsApi.hide, () => ({ ok: true })),
      answer(goLiveApi.progress, () => refuse("internal")),
    ],
  });
  await click(screen.getByRole("button", { name: "Hide this page" }));
  await waitFor(() => expect(location.pathname).toBe("/"));
  expect(api.callsOf(firstStepsApi.hide)).toHaveLength(1);
});

test("the page is in Spanish, too", async () => {
  await renderScreen("/start", {
    language: "es",
    user: { ...administrator, startStage: "open" },
    answers: [answer(firstStepsApi.progress, () => fresh)],
  });
  await screen.findByRole("button", { name: "Enviar el formulario" });
  expect(screen.getByText("0 de 4 hechas")).toBeTruthy();
});

describe("the first sign-in", () => {
  const user = { ...administrator, firstName: null, lastName: null, startStage: "names" as const };
  const business = answer(businessApi.get, () => ({
    name: null,
    address: null,
    email: null,
    phone: null,
    website: null,
    updatedAt: null,
  }));

  test("asks for the names, which can be skipped", async () => {
    let startStage: "names" | "open" = "names";
    const { api, click, fill } = await renderApp("/", {
      user,
      answers: [
        business,
        answer(workspaceApi.live, () => ""),
        answer(firstStepsApi.progress, () => fresh),
        answer(firstStepsApi.names, () => {
          startStage = "open";
          user.startStage = startStage as "names";
          return { ok: true };
        }),
      ],
    });
    await screen.findByRole("heading", { name: "Name the business and yourself" });
    await fill(screen.getByLabelText("Name of the business"), "Sol del Este");
    await fill(screen.getByLabelText("First name"), "Marisol");
    await click(screen.getByRole("button", { name: "Save and continue" }));
    await waitFor(() =>
      expect(api.callsOf(firstStepsApi.names)).toEqual([
        {
          body: { businessName: "Sol del Este", firstName: "Marisol", lastName: null, language: "en" },
        },
      ]),
    );
    await waitFor(() => expect(location.pathname).toBe("/start"));
  });
});
