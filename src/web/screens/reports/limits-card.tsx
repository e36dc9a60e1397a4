import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ReportLimit, reportLimitsApi } from "#contract/report-limits.ts";
import type { FigureUnit } from "#domain/figures/figure.ts";
import { figureTexts } from "#domain/figures/figure-texts.ts";
import { type FigureName, figures } from "#domain/figures/figures.ts";
import { type LimitSide, limitSides } from "#domain/figures/limit.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { FigureSelect } from "./figure-select.tsx";
import { useFigureText } from "./use-figure-text.ts";

/** Users write minutes and percent; figures are in seconds and shares. */
const inputFactor: Record<FigureUnit, number> = { count: 1, seconds: 60, share: 0.01, dollars: 1 };

const LimitForm = ({ onDone }: { onDone: () => void }) => {
  const { t } = useTranslation();
  const create = useApiMutation(reportLimitsApi.create);
  const [figure, setFigure] = useState<FigureName>("delivered");
  const [side, setSide] = useState<LimitSide>("below");
  const [value, setValue] = useState("");
  const [days, setDays] = useState("1");
  const [fewest, setFewest] = useState("20");
  const { unit } = figures[figure];
  const save = (event: FormEvent) => {
    event.preventDefault();
    const body = {
      ...{ figure, side, value: Number(value) * inputFactor[unit] },
      ...{ days: Number(days), fewest: Number(fewest) },
    };
    create.mutate({ body }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={save} className="mt-3 grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <FigureSelect
          aria-label={t("reports.plot.figure")}
          value={figure}
          onChange={setFigure}
          wrapperClassName="w-52"
        />
        <Select
          aria-label={t("reports.limit.side")}
          value={side}
          onChange={({ target }) => setSide(target.value as LimitSide)}
          wrapperClassName="w-28"
        >
          {limitSides.map((one) => (
            <option key={one} value={one}>
              {t(`reports.limit.${one}`)}
            </option>
          ))}
        </Select>
        <Input
          type="number"
          min={0}
          step="any"
          required
          aria-label={t(`reports.limit.value.${unit}`)}
          placeholder={t(`reports.limit.value.${unit}`)}
          value={value}
          onChange={({ target }) => setValue(target.value)}
          className="w-36"
        />
        <Input
          type="number"
          min={1}
          max={90}
          required
          aria-label={t("reports.limit.days")}
          value={days}
          onChange={({ target }) => setDays(target.value)}
          className="w-20"
        />
        <span className="text-sm text-soft">{t("reports.limit.days")}</span>
        <Input
          type="number"
          min={1}
          required
          aria-label={t("reports.limit.fewest")}
          value={fewest}
          onChange={({ target }) => setFewest(target.value)}
          className="w-20"
        />
        <span className="text-sm text-soft">{t("reports.limit.fewest")}</span>
      </div>
      {create.error && <FormAlert>{serverMessage(create.error) ?? t("error.save")}</FormAlert>}
      <div className="flex gap-2">
        <Button type="submit" variant="primary" size="sm" disabled={value === "" || create.isPending}>
          {t("action.save")}
        </Button>
        <Button type="button" variant="ghost" size="sm" onClick={onDone}>
          {t("action.cancel")}
        </Button>
      </div>
    </form>
  );
};

const LimitEntry = ({ limit, mayChange }: { limit: ReportLimit; mayChange: boolean }) => {
  const { t } = useTranslation();
  const { dayTime } = useFormat();
  const text = useFigureText();
  const remove = useApiMutation(reportLimitsApi.remove);
  const { figure, side, value, days, unit, seen, crossedAt } = limit;
  const name = figureTexts[figure].name[text.language];
  const said = t(`reports.limit.says.${side}`, { figure: name, value: text.value(unit, value), count: days });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-line border-b py-2 text-sm last:border-b-0">
      <span className="flex min-w-0 items-start gap-2">
        {crossedAt && <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warn" />}
        <span className="min-w-0 break-words">
          {said}
          <span className="block text-faint text-xs">
            {crossedAt ? t("reports.limit.crossed", { time: dayTime(crossedAt) }) : t("reports.limit.kept")}
            {seen !== null && ` · ${t("reports.limit.seen", { value: text.value(unit, seen) })}`}
          </span>
        </span>
      </span>
      {mayChange && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`${t("reports.delete")}: ${said}`}
          disabled={remove.isPending}
          onClick={() => remove.mutate({ params: { id: limit.id } })}
        >
          {t("reports.delete")}
        </Button>
      )}
    </li>
  );
};

/** Limits on figures, and which are crossed. */
export const LimitsCard = () => {
  const { t } = useTranslation();
  const mayChange = useMay("reports", "work");
  const { data } = useQuery(apiQuery(reportLimitsApi.list));
  const [isAdding, setAdding] = useState(false);
  if (!data || (data.limits.length === 0 && !mayChange)) return null;
  return (
    <Card title={t("reports.limit.title")} caption={t("reports.limit.caption")}>
      {data.limits.length > 0 && (
        <ul aria-label={t("reports.limit.title")}>
          {data.limits.map((limit) => (
            <LimitEntry key={limit.id} limit={limit} mayChange={mayChange} />
          ))}
        </ul>
      )}
      {isAdding && <LimitForm onDone={() => setAdding(false)} />}
      {mayChange && !isAdding && (
        <Button size="sm" className="mt-2 justify-self-start" onClick={() => setAdding(true)}>
          {t("reports.limit.add")}
        </Button>
      )}
    </Card>
  );
};
