import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SyncView } from "#contract/syncs.ts";
import { type ImportProof, importProof } from "#domain/import/import-options.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";
import { useSaveSync } from "./use-save-sync.ts";

const kinds = importProof.shape.how.options;

/** Where people agree at the vendor: without it, agreements from there are kept as unproven. */
export const SyncProof = ({ sync }: { sync: SyncView }) => {
  const { t } = useTranslation();
  const isAdmin = useMay("integrations", "manage");
  const { save, isSaving } = useSaveSync(sync);
  const [proof, setProof] = useState<ImportProof | null>(sync.proof);
  const today = new Date().toISOString().slice(0, 10);
  const isDirty = JSON.stringify(proof) !== JSON.stringify(sync.proof);
  const disabled = !isAdmin || isSaving;
  return (
    <section className="grid gap-3 rounded-card border border-line p-4">
      <div>
        <h3 className="font-[600] text-sm">{t("sync.proof.title", { label: sync.label })}</h3>
        <p className="text-faint text-xs">{t("sync.proof.text")}</p>
      </div>
      <div className="grid gap-3 sm:grid-cols-[1fr_auto]">
        <Field label={t("import.proof.how")}>
          <Select
            value={proof?.how ?? ""}
            disabled={disabled}
            onChange={(event) => {
              const how = kinds.find((kind) => kind === event.target.value);
              setProof(how ? { how, when: proof?.when ?? today, note: proof?.note ?? "" } : null);
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
          <Field label={t("sync.proof.since")}>
            <Input
              type="date"
              value={proof.when}
              max={today}
              disabled={disabled}
              onChange={(event) => event.target.value && setProof({ ...proof, when: event.target.value })}
            />
          </Field>
        )}
      </div>
      {proof && (
        <Field label={t("import.proof.note")} hint={t("sync.proof.noteHint")}>
          <Input
            value={proof.note}
            maxLength={200}
            disabled={disabled}
            onChange={(event) => setProof({ ...proof, note: event.target.value })}
          />
        </Field>
      )}
      {isAdmin && isDirty && (
        <Button
          variant="primary"
          size="sm"
          className="w-fit justify-self-end"
          disabled={isSaving}
          onClick={() => void save({ proof })}
        >
          {isSaving ? t("action.saving") : t("sync.proof.save")}
        </Button>
      )}
    </section>
  );
};
