import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test } from "vitest";
import { FormatProvider, workspaceFormat } from "#web/lib/format.ts";
import { loadOtherTexts } from "#web/lib/i18n.ts";
import { queryClient } from "#web/lib/query-client.ts";
import { renderScreen } from "../../../../../test/web/render.tsx";
import { SendControls } from "./send-controls.tsx";

const sent: object[] = [];

const Controls = () => {
  const [unlessAnswered, setUnlessAnswered] = useState(false);
  return (
    <SendControls
      label="Send"
      isReady
      unlessAnswered={unlessAnswered}
      onUnlessAnswered={setUnlessAnswered}
      onSend={(options) => sent.push({ ...options, unlessAnswered })}
    />
  );
};

test("the menu stays open after “Unless they reply first”, until a time is chosen", async () => {
  const { press } = await renderScreen("/no/such/page");
  await loadOtherTexts();
  render(
    <QueryClientProvider client={queryClient}>
      <FormatProvider value={workspaceFormat("en", undefined)}>
        <Controls />
      </FormatProvider>
    </QueryClientProvider>,
  );
  screen.getByRole("button", { name: "Later" }).focus();
  await press("{Enter}");
  const option = () => screen.getByRole("menuitemcheckbox", { name: "Unless they reply first" });
  expect(option().getAttribute("aria-checked")).toBe("false");
  option().focus();
  await press("{Enter}");
  await waitFor(() => expect(option().getAttribute("aria-checked")).toBe("true"));
  const [first] = screen.getAllByRole("menuitem");
  first?.focus();
  await press("{Enter}");
  await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
  expect(sent).toMatchObject([{ sendAt: expect.any(String), unlessAnswered: true }]);
});
