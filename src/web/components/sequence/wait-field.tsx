import { useTranslation } from "react-i18next";
import {
  maxWaits,
  type StepDay,
  type StepWait,
  stepDays,
  type WaitUnit,
  waitUnits,
} from "#domain/rules/step-parts.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatWeekday } from "#web/lib/time-format.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { DateOffsetField } from "./date-offset-field.tsx";
import { useStepLimits, type WaitMode, waitModes } from "./step-limits.ts";

const modeOf = (wait: StepWait | undefined): WaitMode => {
  if (!wait) return "none";
  if (wait.around !== undefined) return "around";
  if (wait.event !== undefined) return "event";
  if (wait.until === undefined) return "for";
  return wait.for === undefined ? "until" : "both";
};

/** The wait in another form; what both forms have is kept. */
const inMode = (mode: WaitMode, wait: StepWait | undefined): StepWait | undefined => {
  if (mode === "none") return undefined;
  if (mode === "around") return { around: "", offsetDays: -1, until: wait?.until ?? "10:00" };
  const { for: length = 1, unit = "days", until = "10:00", days }: StepWait = wait ?? {};
  if (mode === "event") return { event: "", for: length, unit };
  return {
    ...(mode === "until" ? {} : { for: length, unit }),
    ...(mode === "for" ? {} : { until, ...(days ? { days } : {}) }),
  };
};

type DaysProps = { days: readonly StepDay[]; onChange: (days: StepDay[] | undefined) => void };

const Days = ({ days, onChange }: DaysProps) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const toggle = (day: StepDay) => {
    const next = stepDays.filter((each) => (each === day ? !days.includes(day) : days.includes(each)));
    if (next.length > 0) onChange(next.length === stepDays.length ? undefined : next);
  };
  return (
    <fieldset className="flex flex-wrap gap-1">
      <legend className="sr-only">{t("rules.hours.days")}</legend>
      {stepDays.map((day, index) => (
        <button
          key={day}
          type="button"
          aria-pressed={days.includes(day)}
          onClick={() => toggle(day)}
          className={cn(
            "h-8 min-w-10 rounded-lg border px-1.5 font-[540] text-xs max-sm:h-9",
            days.includes(day) ? "border-sea bg-sea-tint text-sea" : "border-edge text-soft hover:bg-hover",
          )}
        >
          {formatWeekday(index, locale)}
        </button>
      ))}
    </fieldset>
  );
};

type LengthProps = { wait: StepWait; onChange: (wait: StepWait) => void };

const Length = ({ wait, onChange }: LengthProps) => {
  const { t } = useTranslation();
  const { for: length = Number.NaN, unit = "days" } = wait;
  const isTooLong = length > maxWaits[unit];
  return (
    <div className="grid gap-1">
      <div className="flex gap-2">
        <Input
          type="number"
          min={1}
          max={maxWaits[unit]}
          step={1}
          aria-label={t("sequence.wait.length")}
          aria-invalid={isTooLong || undefined}
          value={Number.isNaN(length) ? "" : length}
          onChange={(event) => onChange({ ...wait, for: event.target.valueAsNumber })}
          className="w-24"
        />
        <Select
          aria-label={t("rules.options.unit")}
          value={unit}
          onChange={(event) => onChange({ ...wait, unit: event.target.value as WaitUnit })}
          wrapperClassName="flex-1"
        >
          {waitUnits.map((each) => (
            <option key={each} value={each}>
              {t(`sequence.wait.unit.${each}`)}
            </option>
          ))}
        </Select>
      </div>
      {isTooLong && (
        <p role="alert" className="text-bad text-xs">
          {t("sequence.wait.most", { most: maxWaits[unit], unit: t(`sequence.wait.unit.${unit}`) })}
        </p>
      )}
    </div>
  );
};

type WaitFieldProps = {
  label: string;
  hint: string;
  wait: StepWait | undefined;
  error: string | undefined;
  onChange: (wait: StepWait | undefined) => void;
};

/** How long a step waits after the one before: a time, until an hour where the person is, or both. */
export const WaitField = ({ label, hint, wait, error, onChange }: WaitFieldProps) => {
  const { t } = useTranslation();
  const limits = useStepLimits();
  const { days, ...withoutDays }: StepWait = wait ?? {};
  const offered = waitModes.filter((mode) => !limits.waits.includes(mode) || mode === modeOf(wait));
  return (
    <div className="grid gap-2">
      <Field label={label} error={error}>
        <Select
          value={modeOf(wait)}
          onChange={(event) => onChange(inMode(event.target.value as WaitMode, wait))}
        >
          {offered.map((mode) => (
            <option key={mode} value={mode}>
              {t(`sequence.wait.mode.${mode}`)}
            </option>
          ))}
        </Select>
      </Field>
      {wait?.around !== undefined && (
        <DateOffsetField
          mayBeOfEvent
          field={wait.around}
          offsetDays={wait.offsetDays ?? 0}
          onChange={(around, offsetDays) => onChange({ ...wait, around, offsetDays })}
        />
      )}
      {wait?.event !== undefined && (
        <Input
          aria-label={t("sequence.wait.event")}
          placeholder={t("sequence.wait.event")}
          autoComplete="off"
          maxLength={200}
          value={wait.event}
          onChange={({ target }) => onChange({ ...wait, event: target.value })}
        />
      )}
      {wait?.for !== undefined && <Length wait={wait} onChange={onChange} />}
      {wait?.until !== undefined && (
        <>
          <Input
            type="time"
            aria-label={t("sequence.wait.hour")}
            value={wait.until}
            onChange={(event) => onChange({ ...wait, until: event.target.value })}
            className="w-32"
          />
          {wait.around === undefined && (
            <Days
              days={days ?? stepDays}
              onChange={(next) => onChange(next ? { ...withoutDays, days: next } : withoutDays)}
            />
          )}
        </>
      )}
      {wait && (
        <p className="text-faint text-xs">{wait.event === undefined ? hint : t("sequence.wait.eventHint")}</p>
      )}
    </div>
  );
};
