import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { FormatProvider, useWorkspaceFormat } from "#web/lib/format.ts";
import { renderElement } from "../../../../test/web/render.tsx";
import { ExportDialog } from "./export-dialog.tsx";

const downloadQuery = (name: string): URLSearchParams =>
  new URL(screen.getByRole<HTMLAnchorElement>("link", { name }).href).searchParams;

const Dialog = () => (
  <FormatProvider value={useWorkspaceFormat()}>
    <ExportDialog people={{ search: "ana" }} onClose={() => {}} />
  </FormatProvider>
);

test("people are exported in the language of the interface, or with the names of the API", async () => {
  const { click } = await renderElement(<Dialog />, { language: "es" });
  await screen.findByRole("dialog");
  expect(Object.fromEntries(downloadQuery("Descargar"))).toEqual({
    format: "csv",
    names: "words",
    language: "es",
    search: "ana",
  });
  await click(screen.getByRole("checkbox", { name: /de la API/ }));
  expect(downloadQuery("Descargar").get("names")).toBe("machine");
  await click(screen.getByRole("radio", { name: /JSON Lines/ }));
  expect(screen.queryByRole("checkbox")).toBeNull();
});
