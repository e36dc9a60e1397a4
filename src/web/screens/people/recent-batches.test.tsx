import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Batch, batchesApi } from "#contract/batches.ts";
import { answer } from "../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../test/web/render.tsx";
import { instant, sampleId } from "../../../../test/web/samples.ts";

const merge = (number: number, merges: Batch["merges"], merged: number): Batch => ({
  id: sampleId(number),
  kind: "merge",
  state: "done",
  name: null,
  user: null,
  total: merged,
  processed: merged,
  counts: { merged },
  undone: {},
  change: null,
  merges,
  problem: null,
  mayUndo: false,
  undoUntil: null,
  createdAt: instant,
  startedAt: instant,
  finishedAt: instant,
  undoneAt: null,
});

test.each([
  [
    "en",
    "Recent changes",
    [
      "Anita Soto merged into Ana Soto",
      "Luz Vega merged into Luz V., and 2 more pairs",
      "A deleted person merged into Eva",
    ],
  ],
  [
    "es",
    "Cambios recientes",
    [
      "Anita Soto se fusionó con Ana Soto",
      "Luz Vega se fusionó con Luz V., y 2 pares más",
      "Una persona eliminada se fusionó con Eva",
    ],
  ],
] as const)("in %s, recent changes name who was merged into whom", async (language, open, titles) => {
  const batches = [
    merge(31, [{ kept: "Ana Soto", merged: "Anita Soto" }], 1),
    merge(32, [{ kept: "Luz V.", merged: "Luz Vega" }], 3),
    merge(33, [{ kept: "Eva", merged: null }], 1),
  ];
  const { click } = await renderScreen("/people", {
    language,
    answers: [answer(batchesApi.list, () => ({ batches, nextCursor: null }))],
  });
  await click(await screen.findByRole("button", { name: open }));
  for (const title of titles) expect((await screen.findAllByText(title)).length).toBeGreaterThan(0);
});
