import { useTranslation } from "react-i18next";
import type { AudienceField } from "#contract/audiences.ts";
import { type DistanceFrom, type Span, spanUnits, type Within } from "#domain/audience/audience.ts";
import { distanceUnits } from "#domain/places/sphere.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import type { AudienceDraftRow, RowValue } from "./audience-draft.ts";
import { audienceChoiceLabel } from "./audience-labels.ts";
import { PlacePicker } from "./place-picker.tsx";
import { defaultDistance, isDistance } from "./row-defaults.ts";
import { TokenField } from "./token-field.tsx";

type ValueChange = (change: Pick<AudienceDraftRow, "value"> | Pick<AudienceDraftRow, "within">) => void;
type RowValueProps = { field: AudienceField; row: AudienceDraftRow; onChange: ValueChange };

type NumberInputProps = {
  label: string;
  value: unknown;
  min?: number;
  max?: number;
  whole?: boolean;
  className?: string;
  onChange: (value: number | undefined) => void;
};

const NumberInput = ({ label, value, whole, className, onChange, ...limits }: NumberInputProps) => (
  <Input
    {...limits}
    type="number"
    inputMode={whole ? "numeric" : "decimal"}
    step={whole ? 1 : "any"}
    aria-label={label}
    value={typeof value === "number" ? value : ""}
    onChange={({ target }) => onChange(target.value === "" ? undefined : target.valueAsNumber)}
    className={cn("w-24", className)}
  />
);

type DateInputProps = { label: string; value: unknown; onChange: (value: string) => void };

const DateInput = ({ label, value, onChange }: DateInputProps) => (
  <Input
    type="date"
    aria-label={label}
    value={typeof value === "string" ? value : ""}
    onChange={({ target }) => onChange(target.value)}
    className="w-38"
  />
);

const isSpan = (value: unknown): value is Span =>
  typeof value === "object" && value !== null && "last" in value && "unit" in value;

type SpanFieldsProps = { value: Span; withHours: boolean; onChange: (span: Span) => void };

const SpanFields = ({ value, withHours, onChange }: SpanFieldsProps) => {
  const { t } = useTranslation();
  return (
    <>
      <NumberInput
        label={t("audience.amount")}
        value={value.last}
        min={1}
        max={10_000}
        whole
        className="w-20"
        onChange={(last = 1) => onChange({ ...value, last: Math.max(1, Math.min(10_000, Math.round(last))) })}
      />
      <Select
        aria-label={t("audience.unitLabel")}
        value={value.unit}
        onChange={({ target }) =>
          onChange({ ...value, unit: spanUnits.find((unit) => unit === target.value) ?? "days" })
        }
      >
        {spanUnits
          .filter((unit) => withHours || unit !== "hours")
          .map((unit) => (
            <option key={unit} value={unit}>
              {t(`audience.unit.${unit}`)}
            </option>
          ))}
      </Select>
    </>
  );
};

export const defaultSpan: Span = { last: 7, unit: "days" };

const withinKinds = ["ever", "last", "since", "between"] as const;
type WithinKind = (typeof withinKinds)[number];

const withinKind = (within: Within | undefined): WithinKind => {
  if (within === undefined) return "ever";
  return "last" in within ? "last" : "since" in within ? "since" : "between";
};

/** An ISO date in the browser's calendar; a start that the operator changes. */
const today = (): string => new Date().toLocaleDateString("sv-SE");

const newWithin: Record<WithinKind, () => Within | undefined> = {
  ever: () => undefined,
  last: () => ({ last: 30, unit: "days" }),
  since: () => ({ since: today() }),
  between: () => ({ between: [today(), today()] }),
};

const WithinFields = ({ row: { within }, onChange }: Pick<RowValueProps, "row" | "onChange">) => {
  const { t } = useTranslation();
  const setWithin = (next: Within | undefined) => onChange({ within: next });
  return (
    <>
      <Select
        aria-label={t("audience.within.label")}
        value={withinKind(within)}
        onChange={({ target }) => {
          const kind = withinKinds.find((candidate) => candidate === target.value) ?? "ever";
          setWithin(newWithin[kind]());
        }}
      >
        {withinKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`audience.within.${kind}`)}
          </option>
        ))}
      </Select>
      {within && "last" in within && <SpanFields value={within} withHours onChange={setWithin} />}
      {within && "since" in within && (
        <DateInput
          label={t("audience.within.since")}
          value={within.since}
          onChange={(since) => since && setWithin({ since })}
        />
      )}
      {within && "between" in within && (
        <>
          <DateInput
            label={t("audience.from")}
            value={within.between[0]}
            onChange={(from) => from && setWithin({ between: [from, within.between[1]] })}
          />
          <DateInput
            label={t("audience.to")}
            value={within.between[1]}
            onChange={(to) => to && setWithin({ between: [within.between[0], to] })}
          />
        </>
      )}
    </>
  );
};

const monthNumbers = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, "0"));

/** `12-31`: a day of every year. */
const DayAndMonth = ({ value, onChange }: { value: unknown; onChange: (value: string) => void }) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const [month = "01", day = "01"] = typeof value === "string" ? value.split("-") : [];
  const monthName = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });
  return (
    <>
      <Select
        aria-label={t("audience.month")}
        value={month}
        onChange={({ target }) => onChange(`${target.value}-${day}`)}
      >
        {monthNumbers.map((number) => (
          <option key={number} value={number}>
            {monthName.format(new Date(`2024-${number}-01T00:00:00Z`))}
          </option>
        ))}
      </Select>
      <NumberInput
        label={t("audience.day")}
        value={Number(day)}
        min={1}
        max={31}
        whole
        className="w-18"
        onChange={(next = 1) =>
          onChange(`${month}-${String(Math.max(1, Math.min(31, Math.round(next)))).padStart(2, "0")}`)
        }
      />
    </>
  );
};

type DistanceFieldsProps = { value: DistanceFrom; onChange: (value: DistanceFrom) => void };

const DistanceFields = ({ value, onChange }: DistanceFieldsProps) => {
  const { t } = useTranslation();
  return (
    <>
      <NumberInput
        label={t("audience.distance")}
        value={value.distance > 0 ? value.distance : undefined}
        min={0}
        max={20_000}
        className="w-20"
        onChange={(distance = 0) => onChange({ ...value, distance: Math.min(20_000, Math.max(0, distance)) })}
      />
      <Select
        aria-label={t("audience.unitLabel")}
        value={value.unit}
        onChange={({ target }) =>
          onChange({ ...value, unit: distanceUnits.find((unit) => unit === target.value) ?? value.unit })
        }
      >
        {distanceUnits.map((unit) => (
          <option key={unit} value={unit}>
            {t(`audience.distanceUnit.${unit}`)}
          </option>
        ))}
      </Select>
      <span className="self-center text-sm text-soft">{t("audience.distanceOf")}</span>
      <PlacePicker
        label={value.label}
        onChange={({ label, latitude, longitude }) => onChange({ ...value, label, latitude, longitude })}
      />
    </>
  );
};

const toTexts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);

const Tokens = ({ field, row, onChange }: RowValueProps) => {
  const { t } = useTranslation();
  const wording = useWording();
  const choices = field.choices?.map(({ value }) => value) ?? null;
  const values = field.kind === "user" && choices && !choices.includes("me") ? ["me", ...choices] : choices;
  return (
    <TokenField
      label={t("audience.value")}
      values={toTexts(row.value)}
      options={values?.map((value) => ({ value, label: audienceChoiceLabel(field, value, wording) })) ?? null}
      allowsOther={field.kind === "set" || field.kind === "text"}
      onChange={(next) => onChange({ value: next })}
      className="min-w-48 flex-1"
    />
  );
};

type PairProps<T> = {
  value: unknown;
  onChange: (value: RowValue) => void;
  render: (label: string, value: unknown, onChange: (value: T | undefined) => void) => React.ReactNode;
};

/** Two limits. A missing one leaves the row unfinished. */
const Pair = <T extends string | number>({ value, onChange, render }: PairProps<T>) => {
  const { t } = useTranslation();
  const [from = "", to = ""] = Array.isArray(value) ? value : [];
  return (
    <>
      {render(t("audience.from"), from, (next) => onChange([next ?? "", to]))}
      {render(t("audience.to"), to, (next) => onChange([from, next ?? ""]))}
    </>
  );
};

/** The control for the value of a row, by the kind of its field and the operator. */
export const RowValueControl = ({ field, row, onChange }: RowValueProps) => {
  const { t } = useTranslation();
  const setValue = (value: RowValue | undefined) => onChange({ value });
  const { op, value } = row;
  const isDated = field.kind === "instant" || field.kind === "date";
  if (op === "known" || op === "is_empty" || op === "is_true" || op === "in") return null;
  if (op === "is_any_of" || op === "has_any" || op === "has_all")
    return <Tokens field={field} row={row} onChange={onChange} />;
  if (op === "in_last" || op === "more_than_ago" || op === "in_next")
    return (
      <SpanFields
        value={isSpan(value) ? value : defaultSpan}
        withHours={field.kind === "instant"}
        onChange={setValue}
      />
    );
  if (op === "within_distance")
    return <DistanceFields value={isDistance(value) ? value : defaultDistance} onChange={setValue} />;
  if (op === "day_and_month_is") return <DayAndMonth value={value} onChange={setValue} />;
  if (op === "between" && isDated)
    return (
      <Pair<string>
        value={value}
        onChange={setValue}
        render={(label, limit, set) => <DateInput label={label} value={limit} onChange={set} />}
      />
    );
  if (op === "between")
    return (
      <Pair<number>
        value={value}
        onChange={setValue}
        render={(label, limit, set) => <NumberInput label={label} value={limit} onChange={set} />}
      />
    );
  if (isDated) return <DateInput label={t("audience.value")} value={value} onChange={setValue} />;
  if (field.kind === "count")
    return (
      <>
        <NumberInput
          label={t("audience.amount")}
          value={value}
          min={0}
          whole
          className="w-18"
          onChange={setValue}
        />
        <span className="self-center text-sm text-soft">{t("audience.timesWord")}</span>
        <WithinFields row={row} onChange={onChange} />
      </>
    );
  if (field.kind === "bucket")
    return (
      <>
        <NumberInput
          label={t("audience.percent")}
          value={Array.isArray(value) ? value[0] : value}
          min={0}
          max={100}
          onChange={(percent) =>
            setValue(
              percent !== undefined && Array.isArray(value) && value[1] !== undefined
                ? [percent, value[1]]
                : percent,
            )
          }
        />
        <span className="self-center text-sm text-soft">{t("audience.percentSign")}</span>
      </>
    );
  if (field.kind === "number")
    return <NumberInput label={t("audience.value")} value={value} onChange={setValue} />;
  return (
    <Input
      aria-label={t("audience.value")}
      value={typeof value === "string" ? value : ""}
      maxLength={1000}
      autoComplete="off"
      onChange={({ target }) => setValue(target.value)}
      className="w-auto min-w-40 flex-1"
    />
  );
};
