import { useTranslation } from "react-i18next";
import { timezones } from "#domain/general-settings.ts";
import { outsideHours, type RuleCondition } from "#domain/rules/rule.ts";
import { readCondition } from "#web/components/rule/read-row.ts";
import { SegmentField } from "#web/components/rule/segment-field.tsx";
import { useFormat } from "#web/lib/format.ts";
import { formatTimeZone } from "#web/lib/time-format.ts";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { HoursField } from "./hours-field.tsx";
import { RowField } from "./row-field.tsx";

type ConditionValueProps = { row: RuleCondition; onChange: (row: RuleCondition) => void };

const ClockSelect = ({ value, onChange }: { value: string; onChange: (field: string) => void }) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const clocks = ["recipient", "workspace"] as const;
  const zones = [...new Set<string>([...timezones, value])].filter(
    (zone) => !clocks.some((clock) => clock === zone),
  );
  return (
    <Select
      aria-label={t("rules.field.clock")}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      wrapperClassName="col-span-2"
    >
      {clocks.map((clock) => (
        <option key={clock} value={clock}>
          {t(`rules.clock.${clock}`)}
        </option>
      ))}
      {zones.map((zone) => (
        <option key={zone} value={zone}>
          {formatTimeZone(zone, locale)}
        </option>
      ))}
    </Select>
  );
};

/** The fields of a condition's kind, or plain text inputs when the stored text cannot be parsed. */
export const ConditionValue = ({ row, onChange }: ConditionValueProps) => {
  const { t } = useTranslation();
  const { fields, values } = readCondition(row);
  const setField = (field: string) => onChange({ ...row, field });
  const setValue = (value: string) => onChange({ ...row, value });
  if (row.type === "time_window" && values)
    return (
      <>
        <ClockSelect value={String(values.field)} onChange={setField} />
        <HoursField text={String(values.value)} onChange={setValue} />
        <Field label={t("rules.outside.label")} className="col-span-full">
          <Select
            value={row.otherwise ?? "drop"}
            onChange={(event) =>
              onChange({ ...row, otherwise: event.target.value === "wait" ? "wait" : "drop" })
            }
          >
            {outsideHours.map((choice) => (
              <option key={choice} value={choice}>
                {t(`rules.outside.${choice}`)}
              </option>
            ))}
          </Select>
        </Field>
      </>
    );
  // An empty tag or segment is incomplete, not unreadable.
  const isIncomplete = (row.type === "tag" || row.type === "segment") && row.value === "";
  const field = values?.field ?? (isIncomplete ? row.field : undefined);
  return (
    <>
      <RowField
        label={t("rules.field.field")}
        schema={fields.field}
        value={field}
        text={row.field}
        onChange={setField}
      />
      {row.type === "segment" ? (
        <SegmentField id={row.value} onChange={setValue} />
      ) : (
        <RowField
          label={t("rules.field.value")}
          schema={fields.value}
          value={values?.value}
          text={row.value}
          onChange={setValue}
        />
      )}
    </>
  );
};
