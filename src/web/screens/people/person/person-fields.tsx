import { X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { Controller, type UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { languages } from "#domain/language.ts";
import { shownPlainColumns } from "#domain/people/person-columns.ts";
import { consentKinds, type PersonInput, personStatuses, personTypes } from "#domain/person.ts";
import { mayExist } from "#domain/phone.ts";
import { ZoneSelect } from "#web/components/person/zone-select.tsx";
import { textOrNull } from "#web/lib/text-or-null.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

type TagsInputProps = { value: string[]; onChange: (tags: string[]) => void };

/** Enter or a comma adds the typed tags; Backspace in the empty field removes the last one. */
const TagsInput = ({ value, onChange }: TagsInputProps) => {
  const { t } = useTranslation();
  const [text, setText] = useState("");

  const add = () => {
    const added = text
      .split(",")
      .map((tag) => tag.trim())
      .filter(Boolean);
    setText("");
    if (added.length > 0) onChange([...new Set([...value, ...added])]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Backspace" && text === "" && value.length > 0) onChange(value.slice(0, -1));
    if (event.key !== "," && (event.key !== "Enter" || text.trim() === "")) return;
    event.preventDefault();
    add();
  };

  return (
    <div className="grid gap-2">
      <Input
        value={text}
        maxLength={60}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={add}
      />
      {value.length > 0 && (
        <ul className="flex flex-wrap gap-1.5">
          {value.map((tag) => (
            <li key={tag} className="max-w-full">
              <Badge className="max-w-full py-0.5 pr-0.5">
                <span className="truncate">{tag}</span>
                <button
                  type="button"
                  aria-label={t("people.tag.remove", { tag })}
                  onClick={() => onChange(value.filter((other) => other !== tag))}
                  className="grid size-5 shrink-0 place-items-center rounded hover:bg-line disabled:hidden [fieldset:disabled_&]:hidden"
                >
                  <X aria-hidden="true" className="size-3" />
                </button>
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

const optionalText = { setValueAs: textOrNull };

export const PersonFields = ({ form }: { form: UseFormReturn<PersonInput> }) => {
  const { t } = useTranslation();
  const { errors, defaultValues } = form.formState;
  const storedPhone = defaultValues?.phone ?? null;
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
        <Field
          label={t("people.field.email")}
          error={
            errors.email?.type === "server" ? errors.email.message : errors.email && t("validation.email")
          }
        >
          <Input
            type="email"
            autoComplete="off"
            spellCheck={false}
            {...form.register("email", optionalText)}
          />
        </Field>
        <Field
          label={t("people.field.phone")}
          hint={storedPhone && !mayExist(storedPhone) ? t("people.phoneUnusable") : undefined}
          error={errors.phone && (errors.phone.message || t("people.phoneInvalid"))}
        >
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
        <Field label={t("people.field.language")} hint={t("people.languageHint")}>
          <Select {...form.register("language", optionalText)}>
            <option value="">{t("people.languageUnknown")}</option>
            {languages.map((language) => (
              <option key={language} value={language}>
                {t(`language.${language}`)}
              </option>
            ))}
          </Select>
        </Field>
        {shownPlainColumns.map((name) => (
          <Field
            key={name}
            label={t(`people.field.${name}`)}
            hint={name === "region" ? t("people.regionHint") : undefined}
            error={errors[name] && t("validation.invalid")}
          >
            <Input autoComplete="off" {...form.register(name, optionalText)} />
          </Field>
        ))}
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
                // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is a button, which a label may contain
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
