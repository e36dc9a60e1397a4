import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { broadcastsApi } from "#contract/broadcasts.ts";
import { goLiveApi } from "#contract/go-live.ts";
import { inboxApi } from "#contract/inbox.ts";
import { answer, refuse } from "../../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../../test/web/render.tsx";
import { sampleId } from "../../../../../test/web/samples.ts";

const id = sampleId(60);

test("the inbox shows only replies to a broadcast, says so, and goes back to all", async () => {
  const { api, click } = await renderScreen(`/inbox?broadcast=${id}`, {
    answers: [
      answer(broadcastsApi.get, () => refuse("not_found")),
      answer(goLiveApi.progress, () => refuse("internal")),
      answer(inboxApi.list, () => ({ threads: [], nextCursor: null })),
    ],
  });
  await screen.findByText("Replies to a broadcast");
  await waitFor(() => expect(api.callsOf(inboxApi.list)).not.toHaveLength(0));
  expect(JSON.parse(api.callsOf(inboxApi.list).at(-1)?.query.where ?? "")).toEqual({
    ...{ field: `broadcast.${id}`, op: "has_all", value: ["answered"] },
  });
  await click(screen.getByRole("button", { name: "Show all conversations" }));
  await waitFor(() => expect(api.callsOf(inboxApi.list).at(-1)?.query.where).toBeUndefined());
  expect(screen.queryByText("Replies to a broadcast")).toBeNull();
});
