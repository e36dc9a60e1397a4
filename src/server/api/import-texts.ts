import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { escapeFormula } from "#domain/import/formula-escape.ts";
import { type ImportProblem, problemText } from "#domain/import/import-problems.ts";
import type { Language } from "#domain/language.ts";
import type { Db } from "#server/db/database.ts";
import { listBatchRows } from "#server/store/batches/batches.ts";

const pageSize = 1000;

const toCsvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${escapeFormula(cell).replaceAll('"', '""')}"`).join(",")}\r\n`;

const problemHeader: Record<Language, string> = { en: "problem", es: "problema" };

async function* refusedLines(
  db: Db,
  batchId: string,
  headers: readonly string[],
  language: Language,
): AsyncGenerator<string> {
  // Starts with a byte order mark, without which spreadsheets misread accents.
  yield `\uFEFF${toCsvLine([...headers, problemHeader[language]])}`;
  for (let after = 0; ; ) {
    const rows = await listBatchRows(db, batchId, { verdict: "refused" }, after, pageSize);
    const last = rows.at(-1);
    if (!last) return;
    after = last.line;
    yield rows
      .map(({ raw, problems }) => {
        const texts = problems.map((problem) => problemText(problem as ImportProblem, language));
        const cells = headers.map((_, index) => raw?.[index] ?? "");
        return toCsvLine([...cells, texts.join("; ")]);
      })
      .join("");
  }
}

const sendCsv = (
  reply: FastifyReply,
  name: string,
  lines: AsyncIterable<string> | Iterable<string>,
): string => {
  void reply
    .header("content-type", "text/csv; charset=utf-8")
    .header("content-disposition", `attachment; filename="${name}"`)
    .send(Readable.from(lines, { objectMode: false }));
  return "";
};

/** All rows that were left out, with their own columns and the problem. */
export const sendRefused = (
  reply: FastifyReply,
  db: Db,
  batchId: string,
  headers: readonly string[],
  language: Language,
): string => sendCsv(reply, "faro-left-out.csv", refusedLines(db, batchId, headers, language));

const templateHeaders: Record<Language, string[]> = {
  en: [
    "First name",
    "Last name",
    "Phone",
    "E-mail",
    "Language",
    "Town",
    "ZIP",
    "Tags",
    "Source",
    "Consent to SMS",
    "Notes",
  ],
  es: [
    "Nombre",
    "Apellidos",
    "Teléfono",
    "Correo electrónico",
    "Idioma",
    "Pueblo",
    "Código postal",
    "Etiquetas",
    "Fuente",
    "Acepta textos",
    "Notas",
  ],
};
const templateRow: Record<Language, string[]> = {
  en: [
    "Ana",
    "Rivera",
    "+17875550100",
    "ana@example.com",
    "English",
    "Bayamón",
    "00956",
    "fair",
    "Web",
    "yes",
    "call after 5",
  ],
  es: [
    "Ana",
    "Rivera",
    "+17875550100",
    "ana@example.com",
    "Español",
    "Bayamón",
    "00956",
    "feria",
    "Web",
    "sí",
    "llamar después de las 5",
  ],
};

export const sendTemplate = (reply: FastifyReply, language: Language): string =>
  sendCsv(reply, "faro-template.csv", [
    `\uFEFF${toCsvLine(templateHeaders[language])}${toCsvLine(templateRow[language])}`,
  ]);
