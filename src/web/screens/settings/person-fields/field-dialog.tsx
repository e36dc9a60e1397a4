import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type PersonField, personFieldsApi } from "#contract/person-fields.ts";
import { type PersonFieldKind, personFieldKinds } from "#domain/people/person-field.ts";
import { ApiError, apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { Textarea } from "#web/ui/textarea.tsx";

type Draft = { en: string; es: string; kind: PersonFieldKind; choices: string; pii: boolean };

const toDraft = (field: PersonField | undefined): Draft => ({
  en: field?.label.en ?? "",
  es: field?.label.es ?? "",
  kind: field?.kind ?? "text",
  choices: field?.choices.join("\n") ?? "",
  pii: field?.pii ?? false,
});

const hasChoices = (kind: PersonFieldKind): boolean => kind === "choice" || kind === "choices";

/** What a change of kind does to the values that people have. */
const KindChange = ({ field, kind }: { field: PersonField; kind: PersonFieldKind }) => {
  const { t } = useTranslation();
  const { data } = useQuery(apiQuery(personFieldsApi.usage, { params: { key: field.key }, query: { kind } }));
  if (!data || data.people === 0) return null;
  return (
    <p role="status" className={data.unreadable > 0 ? "text-sm text-warn" : "text-sm text-soft"}>
      {data.unreadable > 0
        ? t("personFields.kindChange", { unreadable: data.unreadable, people: data.people })
        : t("personFields.kindChangeNone", { people: data.people })}
    </p>
  );
};

type FieldDialogProps = { field: PersonField | undefined; onClose: () => void };

export const FieldDialog = ({ field, onClose }: FieldDialogProps) => {
  const { t } = useTranslation();
  const create = useApiMutation(personFieldsApi.create);
  const update = useApiMutation(personFieldsApi.update);
  const [draft, setDraft] = useState(() => toDraft(field));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const change = (part: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...part }));
    setErrors({});
  };

  const save = async () => {
    const missing = {
      ...(draft.en.trim() === "" ? { "label.en": t("validation.required") } : {}),
      ...(draft.es.trim() === "" ? { "label.es": t("validation.required") } : {}),
    };
    setErrors(missing);
    if (Object.keys(missing).length > 0) return;
    const body = {
      label: { en: draft.en.trim(), es: draft.es.trim() },
      kind: draft.kind,
      choices: hasChoices(draft.kind)
        ? draft.choices
            .split("\n")
            .map((choice) => choice.trim())
            .filter(Boolean)
        : [],
      pii: draft.pii,
    };
    try {
      if (field)
        await update.mutateAsync({
          params: { key: field.key },
          body: { ...body, updatedAt: field.updatedAt },
        });
      else await create.mutateAsync({ body });
      toast({
        title: t("success.title"),
        description: t(field ? "personFields.saved" : "personFields.added"),
      });
      onClose();
    } catch (error) {
      const problem = error instanceof ApiError ? error.problem : undefined;
      if (problem?.code === "already_exists") setErrors({ "label.en": t("personFields.labelTaken") });
      else if (problem?.issues)
        setErrors(Object.fromEntries(problem.issues.map(({ path, message }) => [path, message])));
      else setErrors({ root: serverMessage(error) ?? t("personFields.failed") });
    }
  };

  const busy = create.isPending || update.isPending;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(field ? "personFields.edit" : "personFields.add")}
      description={field ? t("personFields.keyIs", { key: field.key }) : t("personFields.addText")}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={t("personFields.labelEn")} required error={errors["label.en"]}>
            <Input
              value={draft.en}
              maxLength={200}
              autoComplete="off"
              onChange={({ target: { value } }) => change({ en: value })}
            />
          </Field>
          <Field label={t("personFields.labelEs")} required error={errors["label.es"]}>
            <Input
              value={draft.es}
              maxLength={200}
              autoComplete="off"
              onChange={({ target: { value } }) => change({ es: value })}
            />
          </Field>
        </div>
        <Field label={t("personFields.kindLabel")} hint={t(`personFields.kindHint.${draft.kind}`)}>
          <Select
            value={draft.kind}
            onChange={({ target: { value } }) =>
              change({ kind: personFieldKinds.find((kind) => kind === value) ?? "text" })
            }
          >
            {personFieldKinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`personFields.kind.${kind}`)}
              </option>
            ))}
          </Select>
        </Field>
        {hasChoices(draft.kind) && (
          <Field
            label={t("personFields.choices")}
            required
            hint={t("personFields.choicesHint")}
            error={errors.choices}
          >
            <Textarea
              rows={5}
              value={draft.choices}
              onChange={({ target: { value } }) => change({ choices: value })}
            />
          </Field>
        )}
        {field && field.kind !== draft.kind && <KindChange field={field} kind={draft.kind} />}
        <Field label={t("personFields.pii")} hint={t("personFields.piiHint")}>
          <Switch checked={draft.pii} onCheckedChange={(pii) => change({ pii })} />
        </Field>
        {errors.root && <FormAlert>{errors.root}</FormAlert>}
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={busy}>
            {t(busy ? "action.saving" : field ? "action.save" : "personFields.add")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
