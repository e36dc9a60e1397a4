import { useTranslation } from "react-i18next";
import { type ConsentChannel, consentChannels } from "#domain/channels/channel.ts";
import type { FormCustomField } from "#domain/forms/form-page.ts";
import { type FormTexts, formTexts } from "#domain/forms/form-texts.ts";
import { builtInFormFields, type FormFieldName } from "#domain/forms/lead-form.ts";
import { type Language, languages } from "#domain/language.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { FormDraft } from "./form-draft.ts";

type PartProps = { draft: FormDraft; onChange: (change: Partial<FormDraft>) => void };

/** Which fields the form asks for, and which of them must be filled in. */
export const FieldChoice = ({
  draft,
  onChange,
  customFields,
}: PartProps & { customFields: readonly FormCustomField[] }) => {
  const { t, i18n } = useTranslation();
  const language: Language = i18n.language === "es" ? "es" : "en";
  const choices: { name: FormFieldName; label: string }[] = [
    ...builtInFormFields.map((name) => ({
      name,
      label: formTexts[language].labels[name as keyof FormTexts["labels"]],
    })),
    ...customFields.map(({ key, label }) => ({ name: `field.${key}` as const, label: label[language] })),
  ];
  const toggle = (name: FormFieldName, isOn: boolean) =>
    onChange({
      fields: isOn
        ? choices.flatMap((choice) => {
            const own = draft.fields.find((field) => field.name === choice.name);
            return own ? [own] : choice.name === name ? [{ name, required: false }] : [];
          })
        : draft.fields.filter((field) => field.name !== name),
    });
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-[540] text-sm">{t("forms.fields")}</legend>
      {choices.map(({ name, label }) => {
        const field = draft.fields.find((one) => one.name === name);
        return (
          <div key={name} className="flex items-center gap-2 text-sm">
            <Checkbox
              id={`form-field-${name}`}
              checked={field !== undefined}
              onCheckedChange={(isOn) => toggle(name, isOn === true)}
            />
            <label htmlFor={`form-field-${name}`} className="min-w-0 flex-1 truncate">
              {label}
            </label>
            {field && (
              <span className="flex items-center gap-1.5 text-soft text-xs">
                <Checkbox
                  id={`form-required-${name}`}
                  aria-label={t("forms.requiredNamed", { name: label })}
                  checked={field.required}
                  onCheckedChange={(isOn) =>
                    onChange({
                      fields: draft.fields.map((one) =>
                        one.name === name ? { ...one, required: isOn === true } : one,
                      ),
                    })
                  }
                />
                <label htmlFor={`form-required-${name}`}>{t("forms.required")}</label>
              </span>
            )}
          </div>
        );
      })}
    </fieldset>
  );
};

const textNames = ["title", "intro", "button", "thanks"] as const;

/** The texts of the form in one language. */
export const TextFields = ({ draft, onChange, language }: PartProps & { language: Language }) => {
  const { t } = useTranslation();
  return (
    <div className="grid gap-3">
      {textNames.map((name) => {
        const props = {
          value: draft[name][language],
          onChange: (event: { target: { value: string } }) =>
            onChange({ [name]: { ...draft[name], [language]: event.target.value } }),
        };
        return (
          <Field key={name} label={t(`forms.text.${name}`)}>
            {name === "intro" || name === "thanks" ? <Textarea rows={2} {...props} /> : <Input {...props} />}
          </Field>
        );
      })}
    </div>
  );
};

/** For which channels consent is asked, and in which words. */
export const ConsentFields = ({ draft, onChange, language }: PartProps & { language: Language }) => {
  const { t } = useTranslation();
  const set = (channel: ConsentChannel, text: Partial<Record<Language, string>> | null) => {
    const own = draft.consents.find((consent) => consent.channel === channel)?.text;
    const rest = draft.consents.filter((consent) => consent.channel !== channel);
    const empty = Object.fromEntries(languages.map((one) => [one, ""])) as Record<Language, string>;
    onChange({
      consents: text === null ? rest : [...rest, { channel, text: { ...empty, ...own, ...text } }],
    });
  };
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-[540] text-sm">{t("forms.consents")}</legend>
      {consentChannels.map((channel) => {
        const consent = draft.consents.find((one) => one.channel === channel);
        return (
          <div key={channel} className="grid gap-1.5">
            <div className="flex items-center gap-2 text-sm">
              <Checkbox
                id={`form-consent-${channel}`}
                checked={consent !== undefined}
                onCheckedChange={(isOn) => set(channel, isOn === true ? {} : null)}
              />
              <label htmlFor={`form-consent-${channel}`} className="first-letter:uppercase">
                {t(`forms.channel.${channel}`)}
              </label>
            </div>
            {consent && (
              <Textarea
                rows={2}
                aria-label={t("forms.consentText", { channel: t(`forms.channel.${channel}`) })}
                value={consent.text[language]}
                onChange={(event) => set(channel, { [language]: event.target.value })}
              />
            )}
          </div>
        );
      })}
      <p className="text-faint text-xs">{t("forms.consentsHint")}</p>
    </fieldset>
  );
};
