import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Batch, batchesApi } from "#contract/batches.ts";
import { type ImportDetail, importsApi } from "#contract/imports.ts";
import { type ImportOptions, importOptions } from "#domain/import/import-options.ts";
import { plainColumn } from "#domain/import/recognise-columns.ts";
import { answer } from "../../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../../test/web/render.tsx";
import { instant, sampleId } from "../../../../../test/web/samples.ts";

const id = sampleId(70);
const headers = ["Name", "Home Phone", "Mobile Phone", "Contact Owner"];
const options = importOptions.parse({
  columns: [
    { target: "fullName" },
    { target: "phone", label: "home" },
    { target: "phone", label: "mobile" },
    { target: "skip" },
  ],
});

const batch: Batch = {
  id,
  kind: "import",
  state: "checked",
  name: "contacts.csv",
  user: null,
  total: 40,
  processed: 40,
  counts: { added: 30, joined: 10 },
  undone: {},
  change: null,
  merges: [],
  problem: null,
  mayUndo: false,
  undoUntil: null,
  createdAt: instant,
  startedAt: null,
  finishedAt: null,
  undoneAt: null,
};

const reads = { valid: 40, invalid: 0, mended: 0, distinct: 40, note: null };
const toDetail = (current: ImportOptions, state: Batch["state"]): ImportDetail => ({
  batch: { ...batch, state },
  file: {
    size: 1000,
    format: "csv",
    encoding: "utf-8",
    separator: ",",
    hasHeader: true,
    sheets: [],
    sheet: null,
  },
  columns: headers.map((header, index) => ({
    header,
    samples: ["x"],
    filled: 40,
    guess: options.columns[index] ?? plainColumn("skip"),
    reads,
    question: header === "Contact Owner" ? { code: "repeated_values", distinct: 5, of: 40 } : null,
  })),
  readRows: 40,
  options: current,
  rememberedFrom: null,
  check:
    state === "checked"
      ? {
          added: 30,
          changed: 0,
          unchanged: 0,
          joined: 10,
          refused: 0,
          problems: [],
          rules: [],
          rulesEvaluated: 0,
          joinQuestion: current.answers.twice_in_file ? null : { joined: 10, rows: 40 },
        }
      : null,
});

const showImport = (state: Batch["state"]) => {
  const saved = { options };
  return renderScreen(`/people/import/${id}`, {
    answers: [
      answer(batchesApi.get, () => ({ ...batch, state })),
      answer(importsApi.get, () => toDetail(saved.options, state)),
      answer(importsApi.map, ({ body }) => {
        saved.options = body;
        return toDetail(body, state);
      }),
      answer(importsApi.check, () => ({ ...batch, state })),
      answer(batchesApi.rows, () => ({
        rows: [
          {
            line: 2,
            raw: ["Ana Ríos", "787-555-0101", "787-555-0102", "bob@example.com"],
            verdict: "added" as const,
            personId: null,
            name: null,
            before: {},
            after: { firstName: "Ana", phone: "+17875550102", addresses: ["+17875550101"] },
            problems: [],
            undo: null,
            undoReason: null,
          },
        ],
        nextAfter: null,
      })),
    ],
  });
};

test("the preview shows each phone number in its own column", async () => {
  await showImport("checked");
  const table = await screen.findByRole("table", { name: "Preview" });
  const cells = within(table).getAllByRole("cell");
  expect(cells.map((cell) => cell.textContent)).toEqual(
    expect.arrayContaining([expect.stringContaining("555 0101"), expect.stringContaining("555 0102")]),
  );
});

test("rows that would be joined ask first, and the import waits for the answer", async () => {
  const { api, click } = await showImport("checked");
  const question = await screen.findByRole("alert");
  expect(question.textContent).toContain("10 of 40 rows share a phone or email with another row");
  const start = screen.getByRole("button", { name: /^Import 40 rows/ });
  expect(start.hasAttribute("disabled")).toBe(true);
  await click(within(question).getByRole("button", { name: "Same people" }));
  await waitFor(() => expect(start.hasAttribute("disabled")).toBe(false));
  expect(api.callsOf(importsApi.map)).toMatchObject([{ body: { answers: { twice_in_file: "join" } } }]);
});

test("a column whose values repeat says why it is left out", async () => {
  await showImport("mapped");
  await screen.findByText("Only 5 different values in 40 rows: not personal addresses");
});
