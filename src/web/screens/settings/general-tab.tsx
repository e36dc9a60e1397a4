import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { settingsApi } from "#contract/settings.ts";
import { type Country, callingCode, countries } from "#domain/country.ts";
import {
  businessLastDays,
  type GeneralSettings,
  generalSettings,
  locales,
  mostSecondUserAbove,
  optInSmsLimits,
  retentionDays,
  sessionTimeouts,
  timezones,
} from "#domain/general-settings.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { useStoredForm } from "#web/lib/use-stored-form.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { AssignmentCard } from "./assignment-card.tsx";
import { BusinessCard } from "./business-card.tsx";
import { OutcomesCard } from "./outcomes-card.tsx";
import { RecordingDeletions } from "./recording-deletions.tsx";
import { RetentionPreview } from "./retention-preview.tsx";
import { SecurityCard } from "./security-card.tsx";

const zoneName = (zone: string, language: string): string => {
  const format = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: "longGeneric" });
  const name = format.formatToParts(0).find(({ type }) => type === "timeZoneName")?.value;
  return name ? `${zone} (${name})` : zone;
};

const localeName = (locale: string, language: string): string => {
  const name =
    new Intl.DisplayNames(language, { type: "language", languageDisplay: "standard" }).of(locale) ?? locale;
  return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)}`;
};

/** Every country with its calling code, in the order of the interface's language. */
const countryOptions = (language: string): { code: Country; name: string }[] => {
  const names = new Intl.DisplayNames(language, { type: "region" });
  return countries
    .map((code) => ({ code, name: `${names.of(code) ?? code} (+${callingCode(code)})` }))
    .toSorted((first, second) => first.name.localeCompare(second.name, language));
};

const dayHours = Array.from({ length: 24 }, (_, hour) => hour);
const hourText = (hour: number): string => `${String(hour).padStart(2, "0")}:00`;

const asNumber = { setValueAs: Number };

const GeneralForm = ({ stored, readOnly }: { stored: GeneralSettings; readOnly: boolean }) => {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const save = useApiMutation(settingsApi.saveGeneral);
  const form = useStoredForm<GeneralSettings>(stored);
  const service = t("settings.general.title");
  const isLimit = (value: number) =>
    generalSettings.shape.secondUserAbove.safeParse(value).success ||
    t("settings.general.secondUserInvalid", { most: format.number(mostSecondUserAbove) });

  const submit = form.handleSubmit(async (body) => {
    try {
      form.reset(await save.mutateAsync({ body }));
      toast({ title: t("success.title"), description: t("settings.configurationSaved", { service }) });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("settings.configurationFailed", { service }),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
  });

  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <fieldset disabled={readOnly} className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
        <legend className="sr-only">{service}</legend>
        <Field label={t("settings.general.timezone")} hint={t("settings.general.timezoneHint")}>
          <Select {...form.register("timezone")}>
            {timezones.map((zone) => (
              <option key={zone} value={zone}>
                {zoneName(zone, i18n.language)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("settings.general.locale")} hint={t("settings.general.localeHint")}>
          <Select {...form.register("locale")}>
            {locales.map((locale) => (
              <option key={locale} value={locale}>
                {localeName(locale, i18n.language)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("settings.general.defaultCountry")} hint={t("settings.general.defaultCountryHint")}>
          <Select {...form.register("defaultCountry")}>
            {countryOptions(i18n.language).map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("settings.general.dataRetention")} hint={t("settings.general.dataRetentionHint")}>
          <Select {...form.register("dataRetention", asNumber)}>
            {retentionDays.map((days) => (
              <option key={days} value={days}>
                {days === 0 ? t("settings.general.forever") : t("settings.general.days", { count: days })}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("settings.general.sessionTimeout")} hint={t("settings.general.sessionTimeoutHint")}>
          <Select {...form.register("sessionTimeout", asNumber)}>
            {sessionTimeouts.map((minutes) => (
              <option key={minutes} value={minutes}>
                {t("settings.general.minutes", { count: minutes })}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("settings.general.opens")} hint={t("settings.general.opensHint")}>
          <Select {...form.register("businessOpens", asNumber)}>
            {dayHours.map((hour) => (
              <option key={hour} value={hour}>
                {hourText(hour)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("settings.general.closes")}>
          <Select {...form.register("businessCloses", asNumber)}>
            {dayHours
              .filter((hour) => hour >= form.watch("businessOpens"))
              .map((hour) => (
                <option key={hour} value={hour + 1}>
                  {hourText(hour + 1)}
                </option>
              ))}
          </Select>
        </Field>
        <Field label={t("settings.general.lastDay")}>
          <Select {...form.register("businessLastDay", asNumber)}>
            {businessLastDays.map((day) => (
              <option key={day} value={day}>
                {t(`settings.general.lastDays.${day}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("settings.general.optInSms")} hint={t("settings.general.optInSmsHint")}>
          <Select {...form.register("optInSmsPerDay", asNumber)}>
            {optInSmsLimits.map((limit) => (
              <option key={limit} value={limit}>
                {limit === 0
                  ? t("settings.general.optInSmsNone")
                  : t("settings.general.optInSmsCount", { count: limit })}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label={t("settings.general.secondUser")}
          hint={t("settings.general.secondUserHint")}
          error={form.formState.errors.secondUserAbove?.message}
        >
          <Input
            type="number"
            inputMode="numeric"
            min={0}
            max={mostSecondUserAbove}
            step={1}
            autoComplete="off"
            {...form.register("secondUserAbove", { valueAsNumber: true, validate: isLimit })}
          />
        </Field>
        <Field
          label={t("settings.general.minimisesText")}
          hint={t("settings.general.minimisesTextHint")}
          className="sm:col-span-2"
        >
          <Switch
            checked={form.watch("minimisesText")}
            onCheckedChange={(checked) => form.setValue("minimisesText", checked, { shouldDirty: true })}
          />
        </Field>
      </fieldset>
      <RetentionPreview days={form.watch("dataRetention")} />
      <RecordingDeletions readOnly={readOnly} />
      {readOnly ? (
        <p className="text-faint text-xs">{t("settings.adminOnly")}</p>
      ) : (
        <div className="flex justify-end border-line border-t pt-4">
          <Button type="submit" variant="primary" disabled={save.isPending}>
            {save.isPending ? t("action.saving") : t("action.save")}
          </Button>
        </div>
      )}
    </form>
  );
};

export const GeneralTab = () => {
  const { t } = useTranslation();
  const isAdmin = useMay("settings", "manage");
  const { data, error, refetch } = useQuery(apiQuery(settingsApi.general));
  return (
    <div className="grid gap-4">
      <Card title={t("settings.general.title")} caption={t("settings.general.caption")}>
        {data ? (
          <GeneralForm stored={data} readOnly={!isAdmin} />
        ) : error ? (
          <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
        ) : (
          <div className="grid gap-5 sm:grid-cols-2" aria-busy="true">
            {["timezone", "locale", "country", "retention", "timeout", "minimise"].map((field) => (
              <Skeleton key={field} className="h-15" />
            ))}
          </div>
        )}
      </Card>
      <BusinessCard readOnly={!isAdmin} />
      <AssignmentCard />
      <OutcomesCard readOnly={!isAdmin} />
      {isAdmin && <SecurityCard />}
    </div>
  );
};
