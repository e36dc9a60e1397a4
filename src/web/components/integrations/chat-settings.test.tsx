import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import type { InputOf } from "#contract/api-route.ts";
import { type WorkIntegration, workIntegrationsApi } from "#contract/work-integrations.ts";
import { noPermissions } from "#domain/access/areas.ts";
import { answer } from "../../../../test/web/fake-api.ts";
import { renderElement } from "../../../../test/web/render.tsx";
import { administrator, instant, sampleId } from "../../../../test/web/samples.ts";
import { ChatSettings } from "./chat-settings.tsx";

const work: WorkIntegration = {
  service: "slack",
  does: { leads: false, chat: true, tasks: false, automation: false },
  webhookUrl: "https://faro.example.com/hooks/integrations/slack",
  canSubscribe: false,
  isSubscribed: true,
  waiting: 0,
  failures: [],
  routes: [{ kind: "reply_received", channel: "#sales" }],
  users: [
    { id: sampleId(21), name: "Luz", externalId: "U0LUZ00001", linkedAt: instant },
    { id: sampleId(22), name: "Omar", externalId: "U0OMAR0001", linkedAt: null },
    { id: sampleId(23), name: "Vera", externalId: null, linkedAt: null },
  ],
  oauth: null,
};
const settings = <ChatSettings work={work} service="slack" label="Slack" />;
const channelOf = (kind: string) => screen.getByLabelText<HTMLInputElement>(`Channel for “${kind}”`);

test("saves the channels, and shows who linked their account without letting anybody enter one", async () => {
  const bodies: InputOf<typeof workIntegrationsApi.saveChat>["body"][] = [];
  const unlinked: string[] = [];
  const { click, fill } = await renderElement(settings, {
    answers: [
      answer(workIntegrationsApi.saveChat, ({ body }) => {
        bodies.push(body);
        return work;
      }),
      answer(workIntegrationsApi.unlinkUser, ({ params }) => {
        unlinked.push(params.userId);
        return work;
      }),
    ],
  });
  await fill(channelOf("A person wrote"), "#leads");
  await click(screen.getByRole("button", { name: "Save channels" }));
  await waitFor(() => expect(bodies).toEqual([{ routes: [{ kind: "reply_received", channel: "#leads" }] }]));
  screen.getByText("U0LUZ00001");
  screen.getByText("U0OMAR0001, not confirmed by the user");
  screen.getByText("Not linked");
  expect(screen.queryByRole("textbox", { name: /Luz|Omar|Vera/ })).toBeNull();
  await click(screen.getByRole("button", { name: "Unlink the account of Luz" }));
  await waitFor(() => expect(unlinked).toEqual([sampleId(21)]));
});

test("offers no channel for what the user may not view", async () => {
  const permissions = { ...noPermissions, integrations: "manage" as const };
  await renderElement(settings, { user: { ...administrator, permissions } });
  expect(channelOf("A person wrote").disabled).toBe(true);
  expect(channelOf("Messages from rules").disabled).toBe(true);
  screen.getByText("You can choose a channel only for what you are allowed to view here.");
});
