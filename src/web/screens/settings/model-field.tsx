import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AiProvider } from "#contract/ai-providers.ts";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

/** No vendor's model id holds a space. */
const customModel = "add own";

type ModelFieldProps = {
  models: AiProvider["models"];
  value: string;
  onChange: (model: string) => void;
};

/** A vendor's models, the retired ones marked; one that is not listed can be typed. */
export const ModelField = ({ models, value, onChange }: ModelFieldProps) => {
  const { t } = useTranslation();
  const [typing, setTyping] = useState(false);
  const chosen = models.find(({ id }) => id === value);
  // Once saved, a typed model is in the list like any other.
  const isTyping = typing && !chosen;

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
          // It takes the place of the list that was just used.
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
  const hint = chosen?.retired && t("settings.ai.retiredHint", { date: chosen.retiredAt ?? "" });
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
        {value !== "" && !chosen && <option value={value}>{value}</option>}
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
