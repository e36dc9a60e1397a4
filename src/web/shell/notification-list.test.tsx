import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { workspaceApi } from "#contract/workspace.ts";
import { FormatProvider, workspaceFormat } from "#web/lib/format.ts";
import { answer } from "../../../test/web/fake-api.ts";
import { renderElement } from "../../../test/web/render.tsx";
import { instant, sampleId } from "../../../test/web/samples.ts";
import { NotificationList } from "./notification-list.tsx";

test("an alarm of an integration says what was not done and what to press, and leads there", async () => {
  const link = "/settings?tab=integrations&sync=slack&part=work";
  await renderElement(
    <FormatProvider value={workspaceFormat("en", undefined)}>
      <NotificationList onClose={() => {}} />
    </FormatProvider>,
    {
      answers: [
        answer(workspaceApi.notifications, () => ({
          notifications: [
            {
              id: sampleId(71),
              kind: "integration_failing",
              params: { name: "Slack", reason: "channel_not_found", work: "chat_post", step: "retry" },
              link,
              read: false,
              createdAt: instant,
            },
          ],
          unread: 1,
        })),
      ],
    },
  );
  const entry = await screen.findByRole("link", { name: /Slack/ });
  expect(entry.getAttribute("href")).toBe(link);
  expect(entry.textContent).toContain("channel_not_found");
  expect(entry.textContent).toContain("Not done: Message.");
  expect(entry.textContent).toContain("press “Try again now”");
});
