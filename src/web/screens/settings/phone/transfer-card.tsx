import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { settingsApi } from "#contract/settings.ts";
import { zoneCity } from "#domain/places/zone-cities.ts";
import type { PhoneSettings } from "#domain/voice/phone-settings.ts";
import { apiQuery } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { FormEnd } from "./form-end.tsx";
import { TransferTargets } from "./transfer-targets.tsx";
import { usePhoneForm } from "./use-phone-form.ts";

export type TransferSettings = Pick<
  PhoneSettings,
  "transferTargets" | "staffedFrom" | "staffedTo" | "staffedDays"
>;

const isoDays = [1, 2, 3, 4, 5, 6, 7];
/** 5 January 2026 is a Monday. */
const dayName = (day: number, language: string, weekday: "short" | "long"): string =>
  new Intl.DateTimeFormat(language, { weekday, timeZone: "UTC" }).format(Date.UTC(2026, 0, 4 + day));

type DaysProps = { value: readonly number[]; onChange: (days: number[]) => void };

const DayButtons = ({ value, onChange }: DaysProps) => {
  const { t, i18n } = useTranslation();
  const toggle = (day: number) =>
    onChange(isoDays.filter((one) => (one === day ? !value.includes(one) : value.includes(one))));
  return (
    <fieldset className="grid min-w-0 content-start gap-1.5">
      <legend className="mb-1.5 font-[540] text-sm">{t("phone.transfer.days")}</legend>
      <div className="grid grid-cols-7 gap-1.5 sm:flex sm:flex-wrap">
        {isoDays.map((day) => (
          <button
            key={day}
            type="button"
            aria-pressed={value.includes(day)}
            title={dayName(day, i18n.language, "long")}
            onClick={() => toggle(day)}
            className={cn(
              "h-9 min-w-0 rounded-lg border px-0 text-sm sm:min-w-12 sm:px-2 transition-colors disabled:opacity-55",
              value.includes(day)
                ? "border-sea bg-sea-tint font-[600] text-sea"
                : "border-edge text-soft hover:bg-hover hover:text-ink",
            )}
          >
            {dayName(day, i18n.language, "short")}
          </button>
        ))}
      </div>
    </fieldset>
  );
};

type TransferCardProps = { settings: PhoneSettings; readOnly: boolean };

export const TransferCard = ({ settings, readOnly }: TransferCardProps) => {
  const { t, i18n } = useTranslation();
  const title = t("phone.transfer.title");
  const { transferTargets, staffedFrom, staffedTo, staffedDays } = settings;
  const stored = useMemo<TransferSettings>(
    () => ({ transferTargets, staffedFrom, staffedTo, staffedDays }),
    [transferTargets, staffedFrom, staffedTo, staffedDays],
  );
  const { form, submit, refusal, isSaving } = usePhoneForm<TransferSettings>(stored, title);
  const { data: general } = useQuery(apiQuery(settingsApi.general));
  const { errors } = form.formState;
  const required = (value: string) => value !== "" || t("validation.required");

  return (
    <Card title={title} caption={t("phone.transfer.caption")}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <fieldset disabled={readOnly} className="grid gap-5">
          <legend className="sr-only">{title}</legend>
          <div className="grid gap-x-4 gap-y-4 sm:grid-cols-[8rem_8rem_minmax(0,1fr)] max-sm:grid-cols-2">
            <Field label={t("phone.transfer.from")} error={errors.staffedFrom?.message}>
              <Input type="time" {...form.register("staffedFrom", { validate: required })} />
            </Field>
            <Field label={t("phone.transfer.to")} error={errors.staffedTo?.message}>
              <Input type="time" {...form.register("staffedTo", { validate: required })} />
            </Field>
            <div className="max-sm:col-span-2">
              <DayButtons
                value={form.watch("staffedDays")}
                onChange={(days) => form.setValue("staffedDays", days, { shouldDirty: true })}
              />
            </div>
            {general && (
              <p className="col-span-full text-faint text-xs">
                {t("phone.transfer.zone", {
                  zone: zoneCity(general.timezone, i18n.language === "es" ? "es" : "en"),
                })}
              </p>
            )}
          </div>
          <TransferTargets form={form} readOnly={readOnly} />
        </fieldset>
        <FormEnd
          title={title}
          readOnly={readOnly}
          isDirty={form.formState.isDirty}
          isSaving={isSaving}
          refusal={refusal}
        />
      </form>
    </Card>
  );
};
