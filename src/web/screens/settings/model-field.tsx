import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AiProvider } from "#contract/ai-providers.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

/** Contains a space, so it cannot be a vendor's model id. */
const customModel = "add own";

type ModelFieldProps = {
  models: AiProvider["models"];
  value: string;
  onChange: (model: string) => void;
};

export const ModelField = ({ models, value, onChange }: ModelFieldProps) => {
  const { t } = useTranslation();
  const [typing, setTyping] = useState(false);
  const selected = models.find(({ id }) => id === value);
  // A saved custom model is part of the list.
  const isTyping = typing && !selected;

  if (isTyping) {
    return (
      <Field
        label={t("settings.ai.newModel")}
        hint={t("settings.ai.newModelHint")}
        aside={
          <button
            type="button"
            onClick={() => {
              setTyping(false);
              onChange(models[0]?.id ?? "");
            }}
            className="rounded px-1 text-soft text-xs hover:text-ink hover:underline disabled:hidden"
          >
            {t("settings.ai.cancelModel")}
          </button>
        }
      >
        <Input
          // Replaces the select that had the focus.
          autoFocus
          value={value}
          maxLength={120}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    );
  }

  const modelLabel = ({ id, retiredAt, retired }: AiProvider["models"][number]) =>
    retiredAt === null
      ? id
      : `${id} (${t(retired ? "brain.retired" : "brain.retiring", { date: retiredAt })})`;
  const hint = selected?.retired && t("settings.ai.retiredHint", { date: selected.retiredAt ?? "" });
  return (
    <Field label={t("settings.ai.model")} hint={hint && <span className="text-warn">{hint}</span>}>
      <Select
        value={value}
        onChange={(event) => {
          const isCustom = event.target.value === customModel;
          setTyping(isCustom);
          onChange(isCustom ? "" : event.target.value);
        }}
      >
        {value === "" && <option value="">{t("settings.ai.chooseModel")}</option>}
        {value !== "" && !selected && <option value={value}>{value}</option>}
        {models
          .filter(({ retired }) => !retired)
          .map((model) => (
            <option key={model.id} value={model.id}>
              {modelLabel(model)}
            </option>
          ))}
        {models.some(({ retired }) => retired) && (
          <optgroup label={t("settings.ai.retiredGroup")}>
            {models
              .filter(({ retired }) => retired)
              .map((model) => (
                <option key={model.id} value={model.id}>
                  {modelLabel(model)}
                </option>
              ))}
          </optgroup>
        )}
        <option value={customModel}>{t("settings.ai.addModel")}</option>
      </Select>
    </Field>
  );
};
