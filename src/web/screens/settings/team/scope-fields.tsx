import { useTranslation } from "react-i18next";
import { isPartial, type RecordScopes, recordScopes, scopedAreas } from "#domain/access/record-scope.ts";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";

type ScopeFieldsProps = { value: RecordScopes; onChange: (scopes: RecordScopes) => void };

/** Whose people and conversations a role has. */
export const ScopeFields = ({ value, onChange }: ScopeFieldsProps) => {
  const { t } = useTranslation();
  return (
    <div className="grid gap-2">
      <div className="grid gap-4 sm:grid-cols-2">
        {scopedAreas.map((area) => (
          <Field key={area} label={t(`team.scope.label.${area}`)}>
            <Select
              value={value[area]}
              onChange={({ target }) => {
                const scope = recordScopes.find((one) => one === target.value) ?? "own";
                onChange({ ...value, [area]: scope });
              }}
            >
              {recordScopes.map((scope) => (
                <option key={scope} value={scope}>
                  {t(`team.scope.${scope}`)}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
      <p className="text-faint text-xs">{t(isPartial(value) ? "team.scope.partHint" : "team.scope.hint")}</p>
    </div>
  );
};
