import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { type ApprovalView, approvalsApi } from "#contract/approvals.ts";
import { inboxApi } from "#contract/inbox.ts";
import { builtInPermissions } from "#domain/access/areas.ts";
import type { Language } from "#domain/language.ts";
import { FormatProvider, workspaceFormat } from "#web/lib/format.ts";
import { answer, refuse } from "../../../../test/web/fake-api.ts";
import { renderElement } from "../../../../test/web/render.tsx";
import { administrator, instant, sampleId } from "../../../../test/web/samples.ts";
import { ApprovalCard } from "./approval-card.tsx";

const personId = sampleId(2);
const draft: ApprovalView = {
  id: sampleId(7),
  kind: "draft",
  state: "pending",
  tokenName: "Assistant",
  user: null,
  client: null,
  person: { id: personId, name: "Yadira" },
  content: {
    message: {
      channel: "sms",
      template: null,
      text: "Shall we keep it?",
      subject: null,
      scriptId: null,
      scriptName: null,
      purpose: "service",
      to: "+17875550148",
      rendered: { subject: null, text: "Shall we keep it?" },
      draftId: null,
    },
  },
  reason: "She is late",
  cost: null,
  gateThen: null,
  gateNow: null,
  failure: null,
  expiresAt: instant,
  createdAt: instant,
  decidedBy: null,
  decidedAt: null,
  actionStatus: null,
};

const card = (language: Language, approval = draft) => (
  <FormatProvider value={workspaceFormat(language, undefined)}>
    <ApprovalCard approval={approval} isChosen={false} />
  </FormatProvider>
);

test.each([
  ["en", /^Move to inbox/, "The conversation is assigned to you and contains the draft"],
  ["es", /^Mover a la bandeja/, "La conversación se le asignó y contiene el borrador"],
] as const)("in %s, a draft that was taken leads to its conversation", async (language, name, done) => {
  const approved: string[] = [];
  const { click } = await renderElement(card(language), {
    language,
    answers: [
      answer(approvalsApi.approve, ({ params }) => {
        approved.push(params.id);
        return { ...draft, state: "approved" };
      }),
      answer(inboxApi.get, () => refuse("not_found")),
    ],
  });
  await click(await screen.findByRole("button", { name }));
  await screen.findByText(done);
  await waitFor(() => expect(location.pathname).toBe(`/inbox/${personId}`));
  expect(approved).toEqual([draft.id]);
});

test("who may not answer in the inbox is told that a colleague takes the draft", async () => {
  const user = {
    ...administrator,
    role: "own" as const,
    permissions: { ...builtInPermissions.operator, inbox: "view" as const },
  };
  await renderElement(card("en"), { user });
  const button = await screen.findByRole<HTMLButtonElement>("button", { name: /^Move to inbox/ });
  expect(button.disabled).toBe(true);
  await screen.findByText("Your role cannot reply in the inbox, so a colleague must take this draft");
});

const broadcast: ApprovalView = {
  ...draft,
  kind: "broadcast",
  tokenName: "Berta Ruiz",
  user: { id: sampleId(3), name: "Berta Ruiz" },
  person: null,
  content: {
    broadcast: {
      verb: "start",
      askedBy: "user",
      id: sampleId(60),
      name: "Battery rebate",
      purpose: "marketing",
      people: 1400,
      firstWords: "Your rebate is here.",
      version: instant,
    },
  },
  reason: "",
  cost: 63.32,
};

const broadcastTexts = {
  en: {
    title: "Start the broadcast “Battery rebate”",
    asked: /Requested by Berta Ruiz/,
    button: /^Approve and start/,
    failure: "The check of the broadcast is too old",
  },
  es: {
    title: "Iniciar el envío masivo «Battery rebate»",
    asked: /Solicitado por Berta Ruiz/,
    button: /^Aprobar e iniciar/,
    failure: "La revisión del envío masivo es demasiado antigua",
  },
} as const;

test.each(["en", "es"] as const)(
  "in %s, a colleague's broadcast is named, counted and approved",
  async (language) => {
    const { title, asked, button, failure } = broadcastTexts[language];
    const approved: string[] = [];
    const { click } = await renderElement(card(language, broadcast), {
      language,
      answers: [
        answer(approvalsApi.approve, ({ params }) => {
          approved.push(params.id);
          return { ...broadcast, state: "failed", failure: "broadcast_check_old" };
        }),
      ],
    });
    await screen.findByRole("heading", { name: title });
    screen.getByText(asked);
    screen.getByText("1,400");
    screen.getByText("Your rebate is here.");
    await click(screen.getByRole("button", { name: button }));
    await screen.findByText(failure);
    expect(approved).toEqual([broadcast.id]);
  },
);

const approveButton = () => screen.findByRole<HTMLButtonElement>("button", { name: /^Approve and start/ });

test("whoever asked for a broadcast may reject it, and not approve it", async () => {
  const own = { ...broadcast, user: { id: administrator.id, name: "Me" } };
  await renderElement(card("en", own));
  expect((await approveButton()).disabled).toBe(true);
  screen.getByText(/a second user must approve it/);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Reject/ }).disabled).toBe(false);
});

test("who may not work on rules cannot approve a broadcast", async () => {
  const user = {
    ...administrator,
    role: "own" as const,
    permissions: { ...builtInPermissions.operator, rules: "view" as const },
  };
  await renderElement(card("en", broadcast), { user });
  expect((await approveButton()).disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: /^Reject/ }).disabled).toBe(true);
  screen.getByText(/Only users who can work on rules/);
});

test("a sequence that an assistant wants to stop is named", async () => {
  const rule = { id: sampleId(8), name: "Follow up", version: 1 };
  const runs = { verb: "stop" as const, rule, ids: [sampleId(9), sampleId(10)], firstWords: "" };
  await renderElement(card("en", { ...draft, kind: "runs", person: null, content: { runs } }));
  await screen.findByRole("heading", { name: "Stop the sequence “Follow up”" });
  screen.getByRole("button", { name: /^Approve and stop/ });
});
