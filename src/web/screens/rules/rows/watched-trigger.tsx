import { useTranslation } from "react-i18next";
import { defaultTriggerTime } from "#domain/rules/date-trigger.ts";
import type { RuleTrigger } from "#domain/rules/rule.ts";
import { sequenceEnds } from "#domain/rules/sequence-ends.ts";
import { SegmentField } from "#web/components/rule/segment-field.tsx";
import { SequenceField } from "#web/components/rule/sequence-field.tsx";
import { DateOffsetField } from "#web/components/sequence/date-offset-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";

type WatchedTriggerProps = { row: RuleTrigger; onChange: (row: RuleTrigger) => void };

export const isWatched = ({ type }: RuleTrigger): boolean =>
  type === "segment_entered" ||
  type === "segment_left" ||
  type === "person_date" ||
  type === "sequence_ended";

const DateFields = ({ row, onChange }: WatchedTriggerProps) => {
  const { t } = useTranslation();
  const { value, offsetDays = 0, at = defaultTriggerTime, yearly = false } = row;
  return (
    <>
      <DateOffsetField
        field={value}
        offsetDays={offsetDays}
        onChange={(field, days) => onChange({ ...row, value: field, offsetDays: days })}
      />
      <Field label={t("rules.trigger.time")} hint={t("rules.trigger.timeHint")}>
        <Input
          type="time"
          value={at}
          onChange={({ target }) => onChange({ ...row, at: target.value })}
          className="w-32"
        />
      </Field>
      <Field
        label={t("rules.trigger.yearly")}
        aside={
          <Switch checked={yearly} onCheckedChange={(checked) => onChange({ ...row, yearly: checked })} />
        }
      >
        {null}
      </Field>
    </>
  );
};

const EndFields = ({ row, onChange }: WatchedTriggerProps) => {
  const { t } = useTranslation();
  const { end: _, ...withoutEnd } = row;
  return (
    <>
      <SequenceField id={row.value} onChange={(value) => onChange({ ...row, value })} />
      <Select
        aria-label={t("rules.trigger.end")}
        value={row.end ?? ""}
        onChange={({ target }) => {
          const end = sequenceEnds.find((each) => each === target.value);
          onChange(end ? { ...row, end } : withoutEnd);
        }}
      >
        <option value="">{t("rules.trigger.anyEnd")}</option>
        {sequenceEnds.map((end) => (
          <option key={end} value={end}>
            {t(`sequence.end.${end}`)}
          </option>
        ))}
      </Select>
    </>
  );
};

/** The fields of a trigger that no event and no score sets off: a segment, a date, or the end of a sequence. */
export const WatchedTrigger = ({ row, onChange }: WatchedTriggerProps) => {
  const { t } = useTranslation();
  return (
    <div className="col-span-full grid gap-2 sm:col-span-2">
      {row.type === "person_date" ? (
        <DateFields row={row} onChange={onChange} />
      ) : row.type === "sequence_ended" ? (
        <EndFields row={row} onChange={onChange} />
      ) : (
        <>
          <SegmentField id={row.value} onChange={(value) => onChange({ ...row, value })} />
          <p className="text-faint text-xs">{t("rules.trigger.segmentHint")}</p>
        </>
      )}
    </div>
  );
};
