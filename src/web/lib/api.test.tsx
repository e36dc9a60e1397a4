import { QueryClientProvider } from "@tanstack/react-query";
import { render } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { workspaceApi } from "#contract/workspace.ts";
import { answer, createFakeApi } from "../../../test/web/fake-api.ts";
import { useApiMutation } from "./api.ts";
import { queryClient } from "./query-client.ts";

const change = { body: {} };

const SaveButton = ({ onSuccess }: { onSuccess: () => void }) => {
  const save = useApiMutation(workspaceApi.readNotifications);
  return (
    <button type="button" onClick={() => save.mutate(change, { onSuccess })}>
      Save
    </button>
  );
};

test("a change calls back when its component is gone before the answer", async () => {
  const answered = Promise.withResolvers<void>();
  const api = createFakeApi([
    answer(workspaceApi.readNotifications, async () => {
      await answered.promise;
      return { ok: true };
    }),
  ]);
  vi.stubGlobal("fetch", api.fetch);
  const onSuccess = vi.fn();
  const { getByText, unmount } = render(
    <QueryClientProvider client={queryClient}>
      <SaveButton onSuccess={onSuccess} />
    </QueryClientProvider>,
  );
  getByText("Save").click();
  unmount();
  answered.resolve();
  await vi.waitFor(() => expect(onSuccess).toHaveBeenCalledOnce());
});
