import { QueryClientProvider, useQuery } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { queryClient, stopQueries } from "./query-client.ts";

const Late = ({ ask }: { ask: () => Promise<string> }) => {
  const { data } = useQuery({ queryKey: ["late"], queryFn: ask });
  return <p>{data ?? "not asked"}</p>;
};
const show = (ask: () => Promise<string>) =>
  render(
    <QueryClientProvider client={queryClient}>
      <Late ask={ask} />
    </QueryClientProvider>,
  );

test("a part of the screen that appears while the session ends asks for nothing", async () => {
  await stopQueries();
  const ask = vi.fn(async () => "asked");
  show(ask);
  await vi.waitFor(() => expect(screen.getByText("not asked")).toBeTruthy());
  expect(ask).not.toHaveBeenCalled();
});

test("before that it asks at once", async () => {
  show(async () => "asked");
  expect(await screen.findByText("asked")).toBeTruthy();
});
