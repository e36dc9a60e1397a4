import { Lock } from "lucide-react";
import { useRef } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { ScriptInput } from "#domain/voice/script.ts";
import { insertVariable, VariablesSelect } from "#web/components/template/variables-select.tsx";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { spokenVariableGroups } from "./spoken-variables.ts";

type OpeningCardProps = {
  form: UseFormReturn<ScriptInput>;
  readOnly: boolean;
  /** Undefined until the server has composed it; empty if the opening says it itself. */
  disclosure: string | undefined;
  openingSeconds: number;
  totalSeconds: number;
  /** The text of an error in the content. */
  error: string | undefined;
};

/** What is said word for word. The disclosure above it is added by the server and cannot be changed. */
export const OpeningCard = (props: OpeningCardProps) => {
  const { form, readOnly, disclosure, openingSeconds, totalSeconds, error } = props;
  const { t } = useTranslation();
  const contentField = useRef<HTMLTextAreaElement>(null);
  const { ref, ...content } = form.register("content");
  const language = form.watch("language");
  const disclosureText =
    disclosure === undefined
      ? t("scriptEditor.opening.lockedGeneral")
      : disclosure || t("scriptEditor.opening.ownDisclosure");

  return (
    <Card title={t("scriptEditor.opening.title")} caption={t("scriptEditor.opening.caption")}>
      <div className="mb-3 rounded-lg bg-hover px-3 py-2.5 text-sm">
        <p className="mb-1 flex items-center gap-1.5 text-faint text-xs">
          <Lock aria-hidden="true" className="size-3.5 shrink-0" />
          {t("scriptEditor.opening.locked")}
        </p>
        <p {...(disclosure ? { lang: language } : {})} className="break-words text-soft">
          {disclosureText}
        </p>
      </div>
      <Field
        label={t("scriptEditor.opening.label")}
        required
        hint={t("scriptEditor.opening.hint")}
        error={error ?? form.formState.errors.content?.message}
        aside={
          !readOnly && (
            <VariablesSelect
              groups={spokenVariableGroups}
              onSelect={(name) =>
                insertVariable(contentField.current, form.getValues("content"), name, (text) =>
                  form.setValue("content", text, { shouldDirty: true }),
                )
              }
            />
          )
        }
      >
        <Textarea
          rows={4}
          maxLength={20_000}
          lang={language}
          disabled={readOnly}
          {...content}
          ref={(field) => {
            ref(field);
            contentField.current = field;
          }}
        />
      </Field>
      <p className="mt-2 text-right text-faint text-xs tabular-nums">
        {`${t("scriptEditor.opening.seconds", { count: openingSeconds })} · ${t("scriptEditor.opening.total", { count: totalSeconds })}`}
      </p>
    </Card>
  );
};
