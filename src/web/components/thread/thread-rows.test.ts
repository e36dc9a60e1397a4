import { expect, test } from "vitest";
import type { ThreadItem } from "#contract/threads.ts";
import { buildThreadRows, firstUnread } from "./thread-rows.ts";

const line = (id: string, at: string): ThreadItem => ({
  id,
  at,
  kind: "line",
  eventType: "tag_added",
  title: "",
  source: null,
  description: null,
  metadata: null,
});
const inbound = (id: string, at: string): ThreadItem => ({
  id,
  at,
  kind: "inbound",
  channel: "sms",
  text: "Hi",
  subject: null,
  from: null,
  to: null,
  files: [],
  intent: null,
  readBy: null,
  language: null,
  isAutomatic: false,
  simulated: false,
  sharedWith: [],
});

const items = [
  line("a", "2026-11-14T12:00:00Z"),
  line("b", "2026-11-16T12:00:00Z"),
  inbound("c", "2026-11-16T13:00:00Z"),
];

test("Days, later episodes and the unread part are separated", () => {
  const episodes = [
    { id: "e2", openedAt: "2026-11-16T13:00:00Z" },
    { id: "e1", openedAt: "2026-11-14T12:00:00Z" },
  ];
  const rows = buildThreadRows(items, episodes, "c", "UTC");
  expect(rows.map((row) => (row.kind === "item" ? row.item.id : row.kind))).toEqual([
    "day",
    "a",
    "day",
    "b",
    "episode",
    "unread",
    "c",
  ]);
});

test("The unread part begins with the first message that waits for an answer", () => {
  const many = [inbound("x", "2026-11-15T12:00:00Z"), ...items, inbound("d", "2026-11-16T14:00:00Z")];
  expect(firstUnread(many, { isUnread: true, waitingSince: "2026-11-16T13:00:00Z" })).toBe("c");
  expect(firstUnread(many, { isUnread: true, waitingSince: null })).toBe("d");
  expect(firstUnread(many, { isUnread: false, waitingSince: null })).toBeUndefined();
});
