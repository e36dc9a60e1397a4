import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { addressesApi } from "#contract/person-fields.ts";
import type { PersonAddress } from "#contract/threads.ts";
import { queryClient } from "#web/lib/query-client.ts";
import { answer } from "../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../test/web/render.tsx";
import { sampleId } from "../../../../test/web/samples.ts";
import { FurtherAddresses } from "./further-addresses.tsx";

const toAddress = (number: number, label: string, isPrimary: boolean): PersonAddress => ({
  id: sampleId(number),
  kind: "phone",
  value: `+1787555010${number}`,
  isPrimary,
  state: "active",
  label,
  isOptedOut: false,
  lastInboundAt: null,
});

test("a second phone number is shown with its label, and can become the main one", async () => {
  const { api, click } = await renderScreen("/people", {
    answers: [
      answer(addressesApi.list, () => ({
        addresses: [toAddress(1, "mobile", true), toAddress(2, "home", false)],
      })),
      answer(addressesApi.makePrimary, () => ({ ok: true as const })),
    ],
  });
  render(
    <QueryClientProvider client={queryClient}>
      <dl>
        <FurtherAddresses personId={sampleId(2)} mayChange />
      </dl>
    </QueryClientProvider>,
  );
  expect((await screen.findByRole("term")).textContent).toBe("Home");
  expect(screen.getByRole("definition").textContent).toBe("+1 787 555 0102");
  await click(screen.getByRole("button", { name: "Make +1 787 555 0102 primary" }));
  await waitFor(() =>
    expect(api.callsOf(addressesApi.makePrimary)).toMatchObject([{ params: { id: sampleId(2) } }]),
  );
});
