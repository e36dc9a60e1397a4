import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { settingsApi } from "#contract/settings.ts";
import { apiQuery } from "#web/lib/api.ts";
import { fromWallClock, toWallClock } from "#web/lib/zoned-time.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { isOrdered, type TimeRange, timeRangeIds } from "./time-range.ts";

type DateTimeFieldProps = {
  label: string;
  value: string | undefined;
  zone: string | undefined;
  error?: string | undefined;
  onChange: (instant: string | undefined) => void;
};

/** A date and time in the workspace's timezone. Changes are reported on blur or Enter. */
const DateTimeField = ({ label, value, zone, error, onChange }: DateTimeFieldProps) => {
  const stored = value ? toWallClock(value, zone) : "";
  const [typed, setTyped] = useState(stored);
  useEffect(() => setTyped(stored), [stored]);
  const commit = () => typed !== stored && onChange(fromWallClock(typed, zone));
  return (
    <Field
      label={label}
      error={error}
      className="max-sm:grid-cols-[3.5rem_minmax(0,1fr)] max-sm:items-center sm:[&>div:first-child]:sr-only"
    >
      <Input
        type="datetime-local"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === "Enter" && commit()}
        className="w-full sm:w-auto"
      />
    </Field>
  );
};

type TimeRangeFieldsProps = { range: TimeRange; onChange: (range: TimeRange) => void };

export const TimeRangeFields = ({ range, onChange }: TimeRangeFieldsProps) => {
  const { t } = useTranslation();
  const { data } = useQuery(apiQuery(settingsApi.general));
  const zone = data?.timezone;
  const inOrder =
    range.by !== "custom" || !range.from || !range.to || isOrdered({ from: range.from, to: range.to });
  return (
    <>
      <Select
        aria-label={t("endpoints.range.label")}
        value={range.by}
        onChange={({ target: { value } }) => {
          const by = timeRangeIds.find((id) => id === value) ?? "all";
          onChange(by === "custom" ? { by, from: undefined, to: undefined } : { by });
        }}
        wrapperClassName="min-w-40 max-sm:flex-1"
      >
        {timeRangeIds.map((id) => (
          <option key={id} value={id}>
            {t(`endpoints.range.${id}`)}
          </option>
        ))}
      </Select>
      {range.by === "custom" && (
        <div className="flex flex-wrap items-start gap-2 max-sm:w-full max-sm:flex-col max-sm:items-stretch">
          <DateTimeField
            label={t("endpoints.range.from")}
            value={range.from}
            zone={zone}
            onChange={(from) => onChange({ ...range, from })}
          />
          <span aria-hidden="true" className="pt-2 text-faint max-sm:hidden">
            –
          </span>
          <DateTimeField
            label={t("endpoints.range.to")}
            value={range.to}
            zone={zone}
            error={inOrder ? undefined : t("endpoints.range.order")}
            onChange={(to) => onChange({ ...range, to })}
          />
        </div>
      )}
    </>
  );
};
