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

const card = (language: Language) => (
  <FormatProvider value={workspaceFormat(language, undefined)}>
    <ApprovalCard approval={draft} isChosen={false} />
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
