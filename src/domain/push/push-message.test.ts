import { describe, expect, test } from "vitest";
import { languages } from "#domain/language.ts";
import { notificationKinds } from "#domain/notification.ts";
import { notificationSettings } from "./notification-settings.ts";
import { isPushed } from "./push-group.ts";
import { toPushMessage } from "./push-message.ts";

const id = "01890000-0000-7000-8000-000000000000";
const params = {
  person: "Luz",
  user: "Ana",
  team: "Sales",
  count: 2,
  name: "Zap",
  channel: "sms",
  words: "Help",
};
const kinds = notificationKinds.filter(isPushed);

describe("what a device shows", () => {
  test.each(kinds.flatMap((kind) => languages.map((language) => [kind, language] as const)))(
    "of %s in %s has a title and a text without gaps",
    (kind, language) => {
      const { title, body } = toPushMessage({ id, kind, params, link: "/inbox/1" }, language);
      expect(`${title} ${body}`).not.toMatch(/undefined|null|NaN/);
      expect(Math.min(title.length, body.length)).toBeGreaterThan(2);
    },
  );

  test("tells who wrote and by which channel, and replaces what leads to the same conversation", () => {
    expect(toPushMessage({ id, kind: "reply_received", params, link: "/inbox/1" }, "es")).toEqual({
      title: "Luz",
      body: "Mensaje nuevo · SMS",
      link: "/inbox/1",
      tag: "/inbox/1",
    });
  });

  test("marks what came from a simulator", () => {
    const simulated = { ...params, simulated: 1 };
    const { body } = toPushMessage({ id, kind: "mentioned", params: simulated, link: null }, "en");
    expect(body).toBe("In a note about Luz (test)");
  });

  test("is short, without half of a character", () => {
    const words = `${"x".repeat(199)}😀`;
    const { body } = toPushMessage(
      { id, kind: "safety_alert", params: { ...params, words }, link: null },
      "en",
    );
    expect(body).toBe("x".repeat(199));
  });

  test("without a link, or with one that is too long, leads to the first page and replaces nothing", () => {
    for (const link of [null, `/${"a".repeat(400)}`])
      expect(toPushMessage({ id, kind: "mentioned", params, link }, "en")).toMatchObject({
        link: "/",
        tag: id,
      });
  });
});

const settings = { groups: ["replies"], quietHours: null, timezone: null, safetyPassesQuietHours: true };
test.each([
  ["as they are", {}, true],
  ["no group", { groups: [] }, true],
  ["a group twice", { groups: ["replies", "replies"] }, false],
  ["a zone of the world", { timezone: "America/Puerto_Rico" }, true],
  ["a zone that does not exist", { timezone: "Mars/Olympus" }, false],
  ["SQL for a zone", { timezone: "UTC'; DROP TABLE users" }, false],
  ["hours over midnight", { quietHours: { from: "22:00", to: "07:00" } }, true],
  ["hours without length", { quietHours: { from: "22:00", to: "22:00" } }, false],
  ["an hour that does not exist", { quietHours: { from: "24:00", to: "07:00" } }, false],
])("settings with %s", (_name, change, expected) => {
  expect(notificationSettings.safeParse({ ...settings, ...change }).success).toBe(expected);
});
