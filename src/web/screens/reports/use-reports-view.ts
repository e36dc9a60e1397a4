import { useCallback, useMemo } from "react";
import { useSearchParams } from "wouter";
import { type Audience, audience as audienceSchema } from "#domain/audience/audience.ts";
import { dateIn } from "#domain/day.ts";
import { isPeriod, lastDays, type Period } from "#domain/figures/period.ts";

export const presets = { today: 1, "7d": 7, "30d": 30, "90d": 90 } as const;
export type PresetName = keyof typeof presets;
export type RangeName = PresetName | "own";
export const rangeNames = [...(Object.keys(presets) as PresetName[]), "own"] as const;

const dayForm = /^\d{4}-\d\d-\d\d$/;

const parseAudience = (text: string | null): Audience | undefined => {
  if (text === null) return undefined;
  try {
    return audienceSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
};

export type ReportsView = { range: RangeName; period: Period; audience: Audience | undefined };

/** The period and the audience as the address names them; what cannot be read is the usual one. */
export const readView = (params: URLSearchParams, today: string): ReportsView => {
  const audience = parseAudience(params.get("where"));
  const [from, to] = [params.get("from") ?? "", params.get("to") ?? ""];
  if (dayForm.test(from) && dayForm.test(to) && isPeriod({ from, to }))
    return { range: "own", period: { from, to }, audience };
  const range = rangeNames.find((name) => name === params.get("range"));
  const preset = range === undefined || range === "own" ? "30d" : range;
  return { range: preset, period: lastDays(today, presets[preset]), audience };
};

/** They are stored in the address, so that a report can be linked to. */
export const useReportsView = (timezone: string) => {
  const [params, setParams] = useSearchParams();
  const today = dateIn(Date.now(), timezone);
  const view = useMemo(() => readView(params, today), [params, today]);
  const setView = useCallback(
    (next: Partial<ReportsView>) => {
      const { range, period, audience } = { ...view, ...next };
      const where = "audience" in next ? next.audience : audience;
      setParams(
        {
          ...(range === "own" ? { ...period } : range === "30d" ? {} : { range }),
          ...(where ? { where: JSON.stringify(where) } : {}),
        },
        { replace: true },
      );
    },
    [setParams, view],
  );
  const query = useMemo(
    () => ({
      ...view.period,
      ...(view.audience ? { where: JSON.stringify(view.audience) } : {}),
    }),
    [view],
  );
  return { ...view, today, query, setView };
};

export type ReportsQuery = ReturnType<typeof useReportsView>["query"];
