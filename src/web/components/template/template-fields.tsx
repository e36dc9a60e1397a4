import { useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { TemplateInput } from "#contract/templates.ts";
import { outreachChannels } from "#domain/channels/channel.ts";
import { languages } from "#domain/language.ts";
import type { TemplateProblem } from "#domain/messages/template.ts";
import { templateCategories } from "#domain/messages/template-category.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { textOrNull } from "#web/lib/text-or-null.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { insertVariable, VariablesSelect } from "./variables-select.tsx";

type TemplateFieldsProps = {
  form: UseFormReturn<TemplateInput>;
  problems: TemplateProblem[];
  subjectProblems: TemplateProblem[];
};

const optionalText = { setValueAs: textOrNull };

export const TemplateFields = ({ form, problems, subjectProblems }: TemplateFieldsProps) => {
  const { t } = useTranslation();
  const wording = useWording();
  const bodyField = useRef<HTMLTextAreaElement>(null);
  const { errors } = form.formState;
  const channel = form.watch("channel");
  const problemText = (list: TemplateProblem[]) =>
    [...new Set(list.map((problem) => reasonText(problem, wording).text))].join(" · ") || undefined;
  const { ref, ...body } = form.register("body");

  const insert = (variable: string) =>
    insertVariable(bodyField.current, form.getValues("body"), variable, (text) =>
      form.setValue("body", text, { shouldDirty: true }),
    );

  return (
    <>
      <Field
        label={t("templates.name")}
        required
        hint={t("templates.nameHint")}
        error={errors.name && t("templates.nameInvalid")}
      >
        <Input autoComplete="off" spellCheck={false} className="font-mono" {...form.register("name")} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t("templates.channel")}>
          <Select {...form.register("channel")}>
            {outreachChannels.map((id) => (
              <option key={id} value={id}>
                {t(`reasons.channel.${id}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t("templates.languageLabel")}>
          <Select {...form.register("language")}>
            {languages.map((id) => (
              <option key={id} value={id}>
                {t(`templates.language.${id}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      {channel === "email" && (
        <Field label={t("templates.subject")} error={problemText(subjectProblems) ?? errors.subject?.message}>
          <Input autoComplete="off" {...form.register("subject", optionalText)} />
        </Field>
      )}
      <Field
        label={t("templates.body")}
        required
        aside={<VariablesSelect onSelect={insert} />}
        hint={t("templates.bodyHint", { example: "{{first_name|there}}" })}
        error={problemText(problems) ?? errors.body?.message}
      >
        <Textarea
          rows={9}
          {...body}
          ref={(field) => {
            ref(field);
            bodyField.current = field;
          }}
        />
      </Field>
      {channel === "whatsapp" && (
        <Field
          label={t("templates.approvedName")}
          hint={t("templates.approvedHint")}
          error={errors.approvedName?.message}
        >
          <Input autoComplete="off" spellCheck={false} {...form.register("approvedName", optionalText)} />
        </Field>
      )}
      {channel === "whatsapp" && (
        <Field label={t("templates.categoryLabel")} hint={t("templates.categoryHint")}>
          <Select {...form.register("category")}>
            {templateCategories.map((category) => (
              <option key={category} value={category}>
                {t(`templates.category.${category}`)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </>
  );
};
