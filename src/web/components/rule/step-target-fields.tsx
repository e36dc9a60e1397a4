import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { inboxApi } from "#contract/inbox.ts";
import { rulesApi } from "#contract/rules.ts";
import { useFieldLabel, usePersonFields } from "#web/components/person-field/use-person-fields.ts";
import { apiQuery } from "#web/lib/api.ts";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

type TargetFieldProps = { id: string; onChange: (id: string) => void };

/** Who has the person from this step on. */
export const OwnerField = ({ id, onChange }: TargetFieldProps) => {
  const { t } = useTranslation();
  const { data } = useQuery(apiQuery(inboxApi.colleagues));
  const users = data?.users.filter(({ mayAnswer }) => mayAnswer) ?? [];
  const isListed = id === "" || users.some((user) => user.id === id);
  return (
    <Select
      aria-label={t("sequence.text.assign")}
      value={id}
      onChange={({ target }) => onChange(target.value)}
    >
      <option value="">{t("sequence.target.noOwner")}</option>
      {users.map((user) => (
        <option key={user.id} value={user.id}>
          {user.name}
        </option>
      ))}
      {!isListed && <option value={id}>{t("sequence.target.gone")}</option>}
    </Select>
  );
};

type OtherRuleFieldProps = TargetFieldProps & { type: "start_rule" | "stop_rule" };

/** The rule that the step starts or stops. */
export const OtherRuleField = ({ type, id, onChange }: OtherRuleFieldProps) => {
  const { t } = useTranslation();
  const { data } = useQuery(apiQuery(rulesApi.list, { query: {} }));
  const isListed = id === "" || data?.some((rule) => rule.id === id);
  return (
    <div className="grid gap-1">
      <Select
        aria-label={t(`sequence.text.${type}`)}
        value={id}
        onChange={({ target }) => onChange(target.value)}
      >
        <option value="" disabled>
          {t("sequence.target.chooseRule")}
        </option>
        {data?.map((rule) => (
          <option key={rule.id} value={rule.id}>
            {rule.name}
          </option>
        ))}
        {data && !isListed && <option value={id}>{t("sequence.target.gone")}</option>}
      </Select>
      <p className="text-faint text-xs">{t(`sequence.textHint.${type}`)}</p>
    </div>
  );
};

type SetFieldFieldsProps = { text: string; onChange: (text: string) => void };

/** A custom field and its new value. */
export const SetFieldFields = ({ text, onChange }: SetFieldFieldsProps) => {
  const { t } = useTranslation();
  const fields = usePersonFields();
  const labelOf = useFieldLabel();
  const at = text.indexOf("=");
  const key = at < 0 ? text : text.slice(0, at);
  const value = at < 0 ? "" : text.slice(at + 1);
  const field = fields.find((one) => one.key === key);
  const set = (nextKey: string, nextValue: string) => onChange(`${nextKey}=${nextValue}`);
  return (
    <div className="grid gap-2">
      <Select
        aria-label={t("sequence.text.set_field")}
        value={key}
        onChange={({ target }) => set(target.value, "")}
      >
        <option value="" disabled>
          {t(fields.length === 0 ? "sequence.target.noFields" : "sequence.target.chooseField")}
        </option>
        {fields.map((one) => (
          <option key={one.key} value={one.key}>
            {labelOf(one)}
          </option>
        ))}
        {key !== "" && !field && <option value={key}>{key}</option>}
      </Select>
      {field?.kind === "choice" ? (
        <Select
          aria-label={t("sequence.target.value")}
          value={value}
          onChange={({ target }) => set(key, target.value)}
        >
          <option value="">{t("sequence.target.empty")}</option>
          {field.choices.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </Select>
      ) : (
        <Input
          type={field?.kind === "date" ? "date" : "text"}
          aria-label={t("sequence.target.value")}
          placeholder={t("sequence.target.empty")}
          autoComplete="off"
          maxLength={500}
          value={value}
          onChange={({ target }) => set(key, target.value)}
        />
      )}
    </div>
  );
};
