import { useTranslation } from "react-i18next";
import type { ImportOptions } from "#domain/import/import-options.ts";
import { Card } from "#web/ui/card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

const kinds = ["paper", "web_form", "phone", "in_person", "other"] as const;

type ProofCardProps = {
  proof: ImportOptions["proof"];
  onChange: (change: Pick<ImportOptions, "proof">) => void;
};

/** Where and when the people of the file agreed to be contacted. */
export const ProofCard = ({ proof, onChange }: ProofCardProps) => {
  const { t } = useTranslation();
  const today = new Date().toISOString().slice(0, 10);
  return (
    <Card title={t("import.proof.title")} className="[&>div:first-child]:mb-2">
      <p className="mb-3 text-soft text-xs">{t("import.proof.text")}</p>
      <div className="grid gap-3">
        <Field label={t("import.proof.how")}>
          <Select
            value={proof?.how ?? ""}
            onChange={(event) => {
              const how = kinds.find((kind) => kind === event.target.value);
              onChange({
                proof: how ? { how, when: proof?.when ?? today, note: proof?.note ?? "" } : null,
              });
            }}
          >
            <option value="">{t("import.proof.none")}</option>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {t(`import.proof.kind.${kind}`)}
              </option>
            ))}
          </Select>
        </Field>
        {proof && (
          <>
            <Field label={t("import.proof.when")}>
              <Input
                type="date"
                value={proof.when}
                max={today}
                onChange={(event) =>
                  event.target.value && onChange({ proof: { ...proof, when: event.target.value } })
                }
              />
            </Field>
            <Field label={t("import.proof.note")} hint={t("import.proof.noteHint")}>
              <Input
                value={proof.note}
                maxLength={200}
                onChange={(event) => onChange({ proof: { ...proof, note: event.target.value } })}
              />
            </Field>
          </>
        )}
      </div>
    </Card>
  );
};
