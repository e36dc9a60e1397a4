import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { consentKinds, type PersonInput, personStatuses, personTypes } from "#domain/person.ts";
import { textOrNull } from "#web/lib/validation-words.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { TagsInput } from "./tags-input.tsx";
import { ZoneSelect } from "./zone-select.tsx";

const optionalText = { setValueAs: textOrNull };

export const PersonFields = ({ form }: { form: UseFormReturn<PersonInput> }) => {
  const { t } = useTranslation();
  const { errors, defaultValues } = form.formState;
  const storedZone = defaultValues?.timezone ?? null;
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("people.field.firstName")} error={errors.firstName?.message}>
          <Input autoComplete="off" {...form.register("firstName", optionalText)} />
        </Field>
        <Field label={t("people.field.lastName")} error={errors.lastName?.message}>
          <Input autoComplete="off" {...form.register("lastName", optionalText)} />
        </Field>
        <Field label={t("people.field.email")} error={errors.email && t("validation.email")}>
          <Input
            type="email"
            autoComplete="off"
            spellCheck={false}
            {...form.register("email", optionalText)}
          />
        </Field>
        <Field label={t("people.field.phone")} error={errors.phone && t("people.phoneInvalid")}>
          <Input type="tel" autoComplete="off" {...form.register("phone", optionalText)} />
        </Field>
        <Field label={t("people.field.type")}>
          <Select {...form.register("type")}>
            {personTypes.map((type) => (
              <option key={type} value={type}>
                {t(`people.type.${type}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("people.field.status")}>
          <Select {...form.register("status")}>
            {personStatuses.map((status) => (
              <option key={status} value={status}>
                {t(`people.status.${status}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          className="sm:col-span-2"
          label={t("people.field.timezone")}
          hint={t("people.zone.hint")}
          error={errors.timezone && t("validation.invalid")}
        >
          <ZoneSelect stored={storedZone} {...form.register("timezone", optionalText)} />
        </Field>
      </div>
      <Controller
        name="tags"
        control={form.control}
        render={({ field: { value, onChange } }) => (
          <Field
            label={t("people.field.tags")}
            hint={t("people.tag.hint")}
            error={errors.tags && t("validation.invalid")}
          >
            <TagsInput value={value} onChange={onChange} />
          </Field>
        )}
      />
      <fieldset className="grid gap-2.5">
        <legend className="mb-2 font-[540] text-sm">{t("people.field.consents")}</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2.5">
          {([...consentKinds, "dnc"] as const).map((kind) => (
            <Controller
              key={kind}
              name={`consents.${kind}`}
              control={form.control}
              render={({ field: { value, onChange, ref } }) => (
                // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a button of its own
                <label className="flex items-center gap-2 text-sm">
                  <Checkbox
                    ref={ref}
                    checked={value ?? false}
                    onCheckedChange={(on) => onChange(on === true)}
                  />
                  {t(`people.consent.${kind}`)}
                </label>
              )}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
};
