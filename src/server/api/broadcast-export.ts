import { Readable } from "node:stream";
import { hasLevel } from "#domain/access/areas.ts";
import type { BroadcastRuling, MessageFate } from "#domain/broadcasts/broadcast.ts";
import { escapeFormula } from "#domain/import/formula-escape.ts";
import type { Language } from "#domain/language.ts";
import { formatPhone } from "#domain/phone-format.ts";
import { shortReasonText } from "#domain/short-reason-texts.ts";
import { channelLabels, labelOf, type ValueLabels } from "#domain/texts/value-labels.ts";
import {
  type ExportedBroadcastPerson,
  readBroadcastPeople,
} from "#server/store/broadcasts/broadcast-people.ts";
import { findBroadcast } from "#server/store/broadcasts/broadcasts.ts";
import { startOfToday } from "#server/store/workspace/day.ts";
import { exportLanguage } from "./export-language.ts";
import type { Handlers } from "./handler.ts";
import { Problem } from "./problem.ts";
import { demandPeople } from "./require-rights.ts";
import { workbookParts } from "./xlsx.ts";
import { streamZip } from "./zip.ts";

const rulingLabels: ValueLabels<BroadcastRuling> = {
  send: { en: "Go now", es: "Se envía ya" },
  wait: { en: "Held", es: "En espera" },
  stop: { en: "Stopped", es: "Detenida" },
};

const fateLabels: ValueLabels<MessageFate> = {
  delivered: { en: "Delivered", es: "Entregado" },
  sent: { en: "Sent, no receipt yet", es: "Enviado, aún sin acuse" },
  on_the_way: { en: "On the way", es: "En camino" },
  waiting: { en: "Held", es: "En espera" },
  failed: { en: "Failed", es: "Fallido" },
  unknown: { en: "Unknown", es: "Sin saber" },
  not_sent: { en: "Not sent", es: "Sin enviar" },
};

const inWords = (
  labels: ValueLabels<string>,
  value: string | null,
  language: Language | null,
): string | null => (value === null || language === null ? value : labelOf(labels, value, language));

type Column = {
  name: string;
  title: Record<Language, string>;
  read: (person: ExportedBroadcastPerson, language: Language | null) => string | null;
};

/** A person may have several reasons with the same words. */
const reasonsText = ({ reasons }: ExportedBroadcastPerson, language: Language | null): string =>
  [
    ...new Set(
      reasons.map(({ code }) => (language === null ? code : (shortReasonText(code, language) ?? code))),
    ),
  ].join("; ");

const columns: readonly Column[] = [
  { name: "id", title: { en: "Person ID", es: "ID de la persona" }, read: ({ personId }) => personId },
  {
    name: "name",
    title: { en: "Name", es: "Nombre" },
    read: ({ name }) => (name === null ? null : formatPhone(name)),
  },
  { name: "address", title: { en: "Address", es: "Dirección" }, read: ({ address }) => address },
  {
    name: "channel",
    title: { en: "Channel", es: "Canal" },
    read: ({ channel }, language) => inWords(channelLabels, channel, language),
  },
  {
    name: "ruling",
    title: { en: "Ruling", es: "Decisión" },
    read: ({ ruling }, language) => inWords(rulingLabels, ruling, language),
  },
  { name: "until", title: { en: "Not before", es: "No antes de" }, read: ({ until }) => until },
  { name: "reasons", title: { en: "Reasons", es: "Motivos" }, read: reasonsText },
  {
    name: "message",
    title: { en: "Message", es: "Mensaje" },
    read: ({ fate }, language) => inWords(fateLabels, fate, language),
  },
];

const sheetNames: Record<Language, string> = { en: "Broadcast", es: "Envío masivo" };

type Pages = AsyncIterable<ExportedBroadcastPerson[]>;

const headings = (language: Language | null): string[] =>
  columns.map(({ name, title }) => (language === null ? name : title[language]));

async function* toRows(pages: Pages, language: Language | null) {
  for await (const people of pages)
    yield people.map((person) => columns.map(({ read }) => read(person, language)));
}

const csvLine = (cells: readonly (string | null)[]): string =>
  `${cells.map((cell) => `"${escapeFormula(cell ?? "").replaceAll('"', '""')}"`).join(",")}\r\n`;

/** Starts with a byte order mark, without which spreadsheets misread accents. */
async function* toCsvFile(pages: Pages, language: Language | null): AsyncGenerator<string> {
  yield `\uFEFF${csvLine(headings(language))}`;
  for await (const rows of toRows(pages, language)) yield rows.map(csvLine).join("");
}

const contentTypes = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
} as const;

/** Sends people of a broadcast as a download, and records that. */
export const exportBroadcastPeople: Handlers["broadcasts"]["exportPeople"] = async ({
  input: { params, query },
  actor,
  caller,
  request,
  reply,
  services,
}) => {
  demandPeople(caller);
  if (!hasLevel(caller.user.permissions, "rules", "view")) throw new Problem("forbidden");
  const { db } = services.database;
  const broadcast = await findBroadcast(db, params.id);
  if (!broadcast) throw new Problem("not_found");
  const { format, names, language: asked, search, leaveOut: choice, ...filter } = query;
  const language = exportLanguage({ names, language: asked }, { caller, request });
  // Before the export starts, so that one which is broken off is recorded, too.
  await services.write(actor, async ({ audit }) => {
    audit({
      eventType: "data_change",
      entityType: "broadcast",
      entityId: params.id,
      details: { kind: "exported", what: "broadcast_people", format },
      // Without the searched words, which may be a name.
      metadata: {
        format,
        name: broadcast.definition.name,
        ...filter,
        leaveOut: choice,
        searched: Boolean(search),
      },
    });
  });
  const now = new Date();
  const { timezone } = await services.general();
  const leaveOut = choice && { choice, midnight: startOfToday(timezone, services.clock.now()) };
  const pages = readBroadcastPeople(db, broadcast, { ...filter, leaveOut, search });
  const file =
    format === "csv"
      ? toCsvFile(pages, language)
      : streamZip(
          workbookParts(sheetNames[language ?? "en"], headings(language), toRows(pages, language)),
          now,
        );
  void reply
    .header("content-type", contentTypes[format])
    .header(
      "content-disposition",
      `attachment; filename="faro-broadcast-${now.toISOString().slice(0, 10)}.${format}"`,
    )
    .send(Readable.from(file, { objectMode: false }));
  return "";
};
