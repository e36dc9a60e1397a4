import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { inboxApi } from "#contract/inbox.ts";
import type { ThreadItem } from "#contract/threads.ts";
import { FormatProvider, workspaceFormat } from "#web/lib/format.ts";
import { answer } from "../../../../../test/web/fake-api.ts";
import { renderElement } from "../../../../../test/web/render.tsx";
import { instant, sampleId } from "../../../../../test/web/samples.ts";
import { MessagesTab } from "./messages-tab.tsx";

const personId = sampleId(2);
const theirs: ThreadItem = {
  kind: "inbound",
  id: sampleId(61),
  at: "2026-03-02T11:00:00Z",
  channel: "sms",
  text: "How much is it?",
  subject: null,
  from: "+17875550148",
  to: null,
  files: [],
  intent: null,
  readBy: null,
  language: "en",
  isAutomatic: false,
  simulated: false,
  sharedWith: [],
};
const ours: ThreadItem = {
  kind: "outbound",
  id: sampleId(62),
  at: instant,
  delivery: {
    id: sampleId(62),
    personId,
    personName: "Ana Rivera",
    ruleId: null,
    ruleName: null,
    channel: "sms",
    status: "unknown",
    reasons: [],
    notBefore: null,
    text: "It starts at $99",
    error: null,
    messenger: "twilio",
    simulated: false,
    price: 0.0079,
    executedAt: instant,
    createdAt: instant,
  },
  subject: null,
  to: "+17875550148",
  files: [],
  sentBy: null,
  isAiDraft: false,
  isAutoReply: false,
  undoUntil: null,
  sendAt: null,
  unlessAnswered: false,
};

test("what the person wrote and what was sent stand in one conversation, oldest first", async () => {
  await renderElement(
    <FormatProvider value={workspaceFormat("en", undefined)}>
      <MessagesTab
        personId={personId}
        name="Ana Rivera"
        cost={0.0079}
        phone={null}
        draft={undefined}
        onDraftChange={() => {}}
      />
    </FormatProvider>,
    { answers: [answer(inboxApi.items, () => ({ items: [theirs, ours], nextBefore: null }))] },
  );
  const conversation = within(await screen.findByRole("region", { name: "Messages with Ana Rivera" }));
  const [question, reply] = [
    await conversation.findByText("How much is it?"),
    conversation.getByText("It starts at $99"),
  ];
  expect(question.compareDocumentPosition(reply) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  // What became of it is not known: the operator says it here as in the list of messages.
  conversation.getByRole("button", { name: "Mark as sent" });
});
