import { useTranslation } from "react-i18next";
import { eventDatePrefix, maxOffsetDays } from "#domain/rules/step-parts.ts";
import { useFieldLabel, usePersonFields } from "#web/components/person-field/use-person-fields.ts";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

type DateOffsetFieldProps = {
  /** The key of the custom field. */
  field: string;
  offsetDays: number;
  onChange: (field: string, offsetDays: number) => void;
  /** Whether it may be a date of the event that started the run. */
  mayBeOfEvent?: boolean;
};

/** So many days before or after a date of the person. */
export const DateOffsetField = ({
  field,
  offsetDays,
  onChange,
  mayBeOfEvent = false,
}: DateOffsetFieldProps) => {
  const { t } = useTranslation();
  const labelOf = useFieldLabel();
  const dates = usePersonFields().filter(({ kind }) => kind === "date");
  const isOfEvent = mayBeOfEvent && field.startsWith(eventDatePrefix);
  const isAfter = offsetDays > 0;
  const set = (days: number, after: boolean) => onChange(field, after ? days : -days);
  return (
    <div className="grid gap-2">
      <Select
        aria-label={t("sequence.wait.date")}
        value={isOfEvent ? eventDatePrefix : field}
        onChange={({ target }) => onChange(target.value, offsetDays)}
      >
        <option value="" disabled>
          {t(dates.length === 0 ? "sequence.wait.noDates" : "sequence.wait.chooseDate")}
        </option>
        {dates.map((one) => (
          <option key={one.key} value={one.key}>
            {labelOf(one)}
          </option>
        ))}
        {mayBeOfEvent && <option value={eventDatePrefix}>{t("sequence.wait.ofEvent")}</option>}
        {field !== "" && !isOfEvent && dates.every(({ key }) => key !== field) && (
          <option value={field}>{field}</option>
        )}
      </Select>
      {isOfEvent && (
        <Input
          aria-label={t("sequence.wait.eventField")}
          placeholder="appointment_date"
          autoComplete="off"
          maxLength={50}
          value={field.slice(eventDatePrefix.length)}
          onChange={({ target }) => onChange(eventDatePrefix + target.value.trim(), offsetDays)}
        />
      )}
      <div className="flex gap-2">
        <Input
          type="number"
          min={0}
          max={maxOffsetDays}
          step={1}
          aria-label={t("sequence.wait.offset")}
          value={Number.isNaN(offsetDays) ? "" : Math.abs(offsetDays)}
          onChange={({ target }) => set(target.valueAsNumber, isAfter)}
          className="w-24"
        />
        <Select
          aria-label={t("sequence.wait.side")}
          value={isAfter ? "after" : "before"}
          onChange={({ target }) => set(Math.abs(offsetDays) || 1, target.value === "after")}
          wrapperClassName="flex-1"
        >
          {(["before", "after"] as const).map((side) => (
            <option key={side} value={side}>
              {t(`sequence.wait.sides.${side}`)}
            </option>
          ))}
        </Select>
      </div>
    </div>
  );
};
