import { Plus, X } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { RuleInput } from "#domain/rules/rule.ts";
import { maxStopHappenings, type StopHappening } from "#domain/rules/step-parts.ts";
import { SegmentField } from "#web/components/rule/segment-field.tsx";
import { Button } from "#web/ui/button.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

const kinds = ["event", "entered", "left"] as const;
type Kind = (typeof kinds)[number];

const kindOf = (happening: StopHappening): Kind => (happening.kind === "event" ? "event" : happening.is);

const inKind = (kind: Kind, before: StopHappening | undefined): StopHappening =>
  kind === "event"
    ? { kind: "event", type: "" }
    : { kind: "segment", segmentId: before?.kind === "segment" ? before.segmentId : "", is: kind };

type StopOnFieldsProps = { form: UseFormReturn<RuleInput> };

/** What ends the sequence for a person besides answers: events, and segments that they enter or leave. */
export const StopOnFields = ({ form }: StopOnFieldsProps) => {
  const { t } = useTranslation();
  const rows = form.watch("options.stopOn") ?? [];
  const isInvalid = form.formState.errors.options?.stopOn !== undefined;
  const set = (next: StopHappening[]) =>
    form.setValue("options.stopOn", next, {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });
  return (
    <fieldset className="mt-4 grid gap-3">
      <legend className="font-[540] text-sm">{t("sequence.stopOn.title")}</legend>
      <p className="text-faint text-xs">{t("sequence.stopOn.hint")}</p>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id
        <div key={index} className="flex items-start gap-2">
          <div className="grid min-w-0 flex-1 gap-2 sm:grid-cols-2">
            <Select
              aria-label={t("sequence.stopOn.kind")}
              value={kindOf(row)}
              onChange={({ target }) => {
                const kind = kinds.find((each) => each === target.value) ?? "event";
                set(rows.with(index, inKind(kind, row)));
              }}
            >
              {kinds.map((kind) => (
                <option key={kind} value={kind}>
                  {t(`sequence.stopOn.kinds.${kind}`)}
                </option>
              ))}
            </Select>
            {row.kind === "event" ? (
              <Input
                aria-label={t("sequence.stopOn.event")}
                placeholder="appointment_booked"
                autoComplete="off"
                maxLength={200}
                value={row.type}
                onChange={({ target }) => set(rows.with(index, { ...row, type: target.value }))}
              />
            ) : (
              <SegmentField
                id={row.segmentId}
                onChange={(segmentId) => set(rows.with(index, { ...row, segmentId }))}
              />
            )}
          </div>
          <Button
            size="icon"
            variant="ghost"
            aria-label={t("sequence.stopOn.remove", { number: index + 1 })}
            onClick={() => set(rows.toSpliced(index, 1))}
          >
            <X aria-hidden="true" />
          </Button>
        </div>
      ))}
      {isInvalid && (
        <p role="alert" className="text-bad text-xs">
          {t("validation.invalid")}
        </p>
      )}
      {rows.length < maxStopHappenings && (
        <div>
          <Button size="sm" onClick={() => set([...rows, inKind("event", undefined)])}>
            <Plus aria-hidden="true" />
            {t("sequence.stopOn.add")}
          </Button>
        </div>
      )}
    </fieldset>
  );
};
