import { screen, waitFor, within } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import { type ReportLimit, reportLimitsApi } from "#contract/report-limits.ts";
import { type ReportMail, reportMailsApi } from "#contract/report-mails.ts";
import { type Reports, reportsApi } from "#contract/reports.ts";
import { builtInPermissions, noPermissions } from "#domain/access/areas.ts";
import { bandOf } from "#domain/figures/duration-bands.ts";
import type { Metric } from "#domain/figures/metrics.ts";
import { measureTable, tableNames } from "#domain/figures/tables.ts";
import type { CountedRow } from "#domain/figures/tally.ts";
import { answer, refuse } from "../../../../test/web/fake-api.ts";
import { renderScreen } from "../../../../test/web/render.tsx";
import { administrator, instant, sampleId } from "../../../../test/web/samples.ts";

const counted = (
  metric: Metric,
  dimension: string,
  count: number,
  seconds?: number,
  dollars = 0,
): CountedRow => ({
  ...{ metric, dimension, count },
  band: seconds === undefined ? null : bandOf(seconds),
  amount: seconds === undefined ? dollars : seconds * count,
});

const userId = sampleId(3);
const rows: CountedRow[] = [
  counted("lead", "Website form", 412),
  counted("lead", "", 8),
  counted("lead_answered", "Website form", 301, 7200),
  counted("lead_converted", "Website form", 27, 90_000),
  counted("cost", "Website form", 400, undefined, 245.7),
  counted("speed_to_lead", "Website form", 412, 150),
  counted("pace", "under_5", 412),
  counted("pace_converted", "under_5", 27),
  counted("message", "sms", 900),
  counted("handed", "sms", 800),
  counted("delivered", "sms", 780),
  counted("not_sent", "consent_missing", 291),
  counted("answer_by", userId, 40, 240),
];
const before: CountedRow[] = [
  counted("lead", "Website form", 378),
  counted("cost", "Website form", 4, undefined, 2.457),
];

const reports: Reports = {
  period: { from: "2026-10-18", to: "2026-11-16" },
  before: { from: "2026-09-18", to: "2026-10-17" },
  timezone: "America/Puerto_Rico",
  countedAt: instant,
  isCounting: false,
  since: "2026-01-01",
  tables: tableNames.map((name) => {
    const table = measureTable(name, rows, before);
    return {
      ...table,
      rows: table.rows.map((row) => ({ ...row, label: row.key === userId ? "Marisol Vega" : null })),
    };
  }),
  waiting: [0, 1, 4, 8, 24].map((fromHours) => ({ fromHours, count: fromHours === 4 ? 3 : 0 })),
};

const figures = answer(reportsApi.figures, () => reports);
const plot = answer(reportsApi.plot, () => ({ unit: "count", points: [] }));
const answers = [figures, plot];
const tableNamed = (name: string) => screen.findByRole("table", { name });
const rowNamed = (table: HTMLElement, name: string) =>
  within(within(table).getByRole("rowheader", { name }).closest("tr") as HTMLElement);

describe("the screen of the reports", () => {
  test("shows sources from lead to sale with shares, intervals and changes", async () => {
    await renderScreen("/reports", { answers });
    const table = await tableNamed("From lead to sale");
    const form = rowNamed(table, "Website form");
    form.getByText("412");
    form.getByText("9.0%");
    form.getByText("73%");
    form.getByText("69% to 77%");
    form.getByText("$9.10");
    // A hundred times as much is said as a difference.
    form.getByText("$243.24");
    // Eight are too few for a share.
    expect(rowNamed(table, "Without a source").queryByText(/%/)).toBeNull();
    rowNamed(table, "All").getByText("420");
  });

  test("names reasons, users and channels, and says medians with the time within which nine of ten are done", async () => {
    await renderScreen("/reports", { answers });
    rowNamed(await tableNamed("Not sent, and what it cost"), "No consent").getByText("291");
    const agents = rowNamed(await tableNamed("Team at work"), "Marisol Vega");
    agents.getByText(/^90% within .* \(of 40\)$/);
    rowNamed(await tableNamed("Delivery"), "SMS").getByText("780");
    screen.getByText("4 to 8 h");
  });

  test("a number opens the people behind it, page by page", async () => {
    const { api, click } = await renderScreen("/reports", {
      answers: [
        ...answers,
        answer(reportsApi.behind, ({ query }) => ({
          kind: "people",
          rows: [
            {
              ...{ id: sampleId(query.cursor ? 12 : 11), personId: sampleId(11), at: instant },
              ...{ personName: query.cursor ? "Joel Medina" : "Ana Rosario", seconds: null, dollars: null },
            },
          ],
          nextCursor: query.cursor ? null : "next",
        })),
      ],
    });
    const table = await tableNamed("From lead to sale");
    await click(
      rowNamed(table, "Website form").getByRole("button", { name: /New people: 412, open the list/ }),
    );
    const sheet = within(await screen.findByRole("dialog", { name: "Website form: New people" }));
    const link = await sheet.findByRole("link", { name: "Ana Rosario" });
    expect(link.getAttribute("href")).toBe(`/people/${sampleId(11)}`);
    await click(sheet.getByRole("button", { name: "Load more" }));
    await sheet.findByRole("link", { name: "Joel Medina" });
    expect(api.callsOf(reportsApi.behind).map(({ query }) => query)).toMatchObject([
      { figure: "new_leads", row: "Website form" },
      { figure: "new_leads", row: "Website form", cursor: "next" },
    ]);
  });

  test("the row without a name and the total are asked for as such", async () => {
    const none = answer(reportsApi.behind, () => ({ kind: "people", rows: [], nextCursor: null }));
    const { api, click } = await renderScreen("/reports", { answers: [...answers, none] });
    const table = await tableNamed("From lead to sale");
    for (const name of [/Without a source, New people/, /All, New people/]) {
      await click(within(table).getByRole("button", { name }));
      await screen.findByText("Nothing is left to list: it has changed since it was counted");
      await click(screen.getByRole("button", { name: "Close" }));
    }
    const [unnamed, total] = api.callsOf(reportsApi.behind).map(({ query }) => query);
    expect(unnamed).toMatchObject({ unnamed: "true" });
    expect(total).not.toHaveProperty("row");
    expect(total).not.toHaveProperty("unnamed");
  });

  test("another period is asked for and kept in the address", async () => {
    const { api, click } = await renderScreen("/reports", { answers });
    await tableNamed("From lead to sale");
    await click(screen.getByRole("button", { name: "7 days" }));
    await waitFor(() => expect(location.search).toBe("?range=7d"));
    const { query } = api.callsOf(reportsApi.figures).at(-1) ?? { query: {} };
    expect(Date.parse(String(query.to)) - Date.parse(String(query.from))).toBe(6 * 86_400_000);
  });

  test("its own range has days to choose, and the plot follows", async () => {
    const { api } = await renderScreen("/reports?from=2026-10-01&to=2026-10-31", { answers });
    await tableNamed("From lead to sale");
    expect((screen.getByLabelText("First day") as HTMLInputElement).value).toBe("2026-10-01");
    await waitFor(() =>
      expect(api.callsOf(reportsApi.plot).at(-1)?.query).toMatchObject({
        ...{ from: "2026-10-01", to: "2026-10-31", figure: "new_leads", by: "day" },
      }),
    );
  });

  test("a figure by hour and weekday is a grid of seven days", async () => {
    const hourly = answer(reportsApi.plot, ({ query }) => ({
      unit: "count",
      points:
        query.by === "hour"
          ? [
              {
                ...{ day: null, weekday: 1, hour: 9, value: 12, count: 12 },
                ...{ p90: null, mean: null, low: null, high: null },
              },
            ]
          : [],
    }));
    const { click } = await renderScreen("/reports", { answers: [figures, hourly] });
    await tableNamed("From lead to sale");
    await click(screen.getByRole("button", { name: "By hour and weekday" }));
    const grid = await tableNamed("New people, By hour and weekday");
    expect(within(grid).getAllByRole("row")).toHaveLength(8);
    within(rowNamed(grid, "Mon").getAllByRole("cell")[9] as HTMLElement).getByText("12");
  });

  test("a file is asked for with the period and the language", async () => {
    const opened: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
      opened.push(this.href);
    });
    const { click } = await renderScreen("/reports?from=2026-10-01&to=2026-10-31", { answers });
    await tableNamed("Delivery");
    await click(screen.getByRole("button", { name: "Delivery: download as XLSX" }));
    expect(opened[0]).toContain(
      "/api/reports/export?from=2026-10-01&to=2026-10-31&table=delivery&format=xlsx&names=words&language=en",
    );
    vi.restoreAllMocks();
  });
});

describe("what the screen says when there is little to say", () => {
  test("nothing yet", async () => {
    const nothing = {
      ...reports,
      since: null,
      tables: reports.tables.map((table) => ({ ...table, rows: [] })),
    };
    await renderScreen("/reports", { answers: [answer(reportsApi.figures, () => nothing), plot] });
    await screen.findByText("Nothing to report yet");
  });

  test("still counting, and data that begins within the period", async () => {
    const early = { ...reports, isCounting: true, since: "2026-11-01" };
    await renderScreen("/reports", { answers: [answer(reportsApi.figures, () => early), plot] });
    await screen.findByText("Still counting. The figures will change shortly.");
    screen.getByText("The first data is from Nov 1: the period begins before it.");
  });

  test("a period that is too large for some people, with the server's words", async () => {
    const { api, click } = await renderScreen("/reports", {
      answers: [answer(reportsApi.figures, () => refuse("report_too_large")), plot],
    });
    await screen.findByText(/Choose a shorter period/);
    api.on(reportsApi.figures, () => reports);
    await click(screen.getByRole("button", { name: "Retry" }));
    await tableNamed("From lead to sale");
  });

  test("in Spanish", async () => {
    await renderScreen("/reports", { answers, language: "es" });
    const table = await tableNamed("Del prospecto a la venta");
    rowNamed(table, "Sin fuente");
    screen.getByText("Sin enviar, y lo que costó");
  });
});

describe("who sees the screen", () => {
  const withPermissions = (permissions: object) => ({
    ...administrator,
    permissions: { ...noPermissions, ...permissions },
  });

  test("without people, numbers open nothing and there is no filter", async () => {
    await renderScreen("/reports", { answers, user: withPermissions({ reports: "view" }) });
    const table = await tableNamed("From lead to sale");
    expect(within(table).queryByRole("button")).toBeNull();
    expect(screen.queryByRole("button", { name: /Filter/ })).toBeNull();
  });

  test("without the area it is closed", async () => {
    const user = {
      ...administrator,
      permissions: { ...builtInPermissions.viewer, reports: "none" as const },
    };
    await renderScreen("/reports", { answers, user });
    await waitFor(() => expect(screen.queryByRole("table")).toBeNull());
    await screen.findByText("Your role has no access");
  });
});

describe("alerts and mails of the reports", () => {
  test("a crossed limit stands first with the value, and a new one is sent in the unit of its figure", async () => {
    const crossed: ReportLimit = {
      ...{ id: sampleId(7), figure: "delivered", side: "below", value: 0.9, days: 1, fewest: 20 },
      ...{ unit: "share", crossedAt: instant, seen: 0.72, seenAt: instant },
    };
    const create = answer(reportLimitsApi.create, ({ body }) => {
      return { ...crossed, ...body, fewest: body.fewest ?? 10 };
    });
    const list = answer(reportLimitsApi.list, () => ({ limits: [crossed] }));
    const { api, click, fill } = await renderScreen("/reports", { answers: [figures, plot, list, create] });
    const card = within(await screen.findByRole("list", { name: "Alerts" }));
    card.getByText("Delivered below 90% today");
    card.getByText(/^crossed since .* · now 72%$/);
    await click(screen.getByRole("button", { name: "Add an alert" }));
    await fill(screen.getByRole("spinbutton", { name: "Percent" }), "85");
    await click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(api.callsOf(reportLimitsApi.create).map(({ body }) => body)).toEqual([
        {
          ...{ figure: "delivered", side: "below", value: 0.85, days: 1, fewest: 20 },
        },
      ]),
    );
  });

  test("a mailed report is made of chosen figures and users, and shows what became of it", async () => {
    const mail: ReportMail = {
      ...{
        id: sampleId(8),
        name: "Monday",
        figures: ["new_leads"],
        rhythm: "weekly",
        hour: 8,
        language: "en",
      },
      ...{
        audience: null,
        enabled: true,
        readers: [{ id: userId, name: "Marisol Vega" }],
        updatedAt: instant,
      },
    };
    const mails: ReportMail[] = [];
    const list = answer(reportMailsApi.list, () => ({ mails: [...mails] }));
    const readers = answer(reportMailsApi.readers, () => ({ readers: mail.readers }));
    const create = answer(reportMailsApi.create, () => {
      mails.push(mail);
      return mail;
    });
    const sends = answer(reportMailsApi.sends, () => ({
      sends: [
        {
          ...{ id: sampleId(9), name: "Marisol Vega", from: "2026-11-09", to: "2026-11-15" },
          ...{ isTest: false, state: "sent" as const, attempts: 1, at: instant },
        },
      ],
    }));
    const { api, click } = await renderScreen("/reports", {
      answers: [...answers, list, readers, create, sends],
    });
    await click(await screen.findByRole("button", { name: "By email" }));
    await click(await screen.findByRole("button", { name: "Mail a report" }));
    await click(await screen.findByRole("checkbox", { name: "Marisol Vega" }));
    await click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(api.callsOf(reportMailsApi.create).map(({ body }) => body)).toMatchObject([
        { rhythm: "weekly", hour: 8, userIds: [userId], audience: null },
      ]),
    );
    const entry = within(await screen.findByRole("list", { name: "Reports by email" }));
    await click(await entry.findByRole("button", { name: "Sent emails" }));
    const log = await screen.findByRole("list", { name: "Sent emails" });
    expect(log.textContent).toMatch(/^Marisol Vega · 2026-11-09 – 2026-11-15sent · /);
  });
});
