import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderScreen } from "../../../../test/web/render.tsx";

const shown = () => screen.getAllByRole("tab").map((tab) => tab.textContent);

test.each([
  ["en" as const, "Search settings", "twil", ["API Keys"]],
  ["en" as const, "Search settings", "time zone", ["General"]],
  ["es" as const, "Buscar en ajustes", "numero", ["Claves de API", "Teléfono"]],
])("in %s, %s for “%s” finds %j", async (language, label, typed, expected) => {
  const { fill } = await renderScreen("/settings?tab=general", { language });
  await fill(await screen.findByLabelText(label), typed);
  expect(shown()).toEqual(expected);
});

test("pages stand in groups, and the open one is marked", async () => {
  await renderScreen("/settings?tab=team");
  const groups = [...document.querySelectorAll("[data-group]")];
  expect(groups.map(({ textContent }) => textContent)).toEqual([
    "AI",
    "Channels",
    "Connections",
    "Workspace",
  ]);
  expect(screen.getByRole("tab", { selected: true }).textContent).toBe("Team");
});
