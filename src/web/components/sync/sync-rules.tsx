import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { SyncView } from "#contract/syncs.ts";
import { type ConflictRule, conflictRules } from "#domain/sync/field-map.ts";
import { useMay } from "#web/lib/session.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { useSaveSync } from "./use-save-sync.ts";

type ChoiceProps = {
  label: string;
  hint?: string;
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
};

const Choice = ({ label, hint, checked, disabled, onChange }: ChoiceProps) => (
  <div className="flex items-start gap-3 py-2">
    <span className="min-w-0 flex-1">
      <span className="block text-sm">{label}</span>
      {hint && <span className="block text-faint text-xs">{hint}</span>}
    </span>
    <Switch aria-label={label} checked={checked} disabled={disabled} onCheckedChange={onChange} />
  </div>
);

/** What a sync does where the field map alone does not say it; each choice is saved at once. */
export const SyncRules = ({ sync }: { sync: SyncView }) => {
  const { t } = useTranslation();
  const isAdmin = useMay("integrations", "manage");
  const { save, isSaving } = useSaveSync(sync);
  const [isAsking, setAsking] = useState(false);
  const { label } = sync;
  const disabled = !isAdmin || isSaving;
  return (
    <section className="grid gap-3">
      <h3 className="font-[600] text-sm">{t("sync.rules")}</h3>
      <Field label={t("sync.rule.title")} hint={t("sync.rule.hint")}>
        <Select
          value={sync.rule}
          disabled={disabled}
          onChange={(event) => void save({ rule: event.target.value as ConflictRule })}
        >
          {conflictRules.map((rule) => (
            <option key={rule} value={rule}>
              {t(`sync.rule.${rule}`, { label })}
            </option>
          ))}
        </Select>
      </Field>
      <div className="divide-y divide-line">
        <Choice
          label={t("sync.createsHere", { label })}
          checked={sync.createsHere}
          disabled={disabled}
          onChange={(createsHere) => void save({ createsHere })}
        />
        <Choice
          label={t("sync.createsThere", { label })}
          checked={sync.createsThere}
          disabled={disabled}
          onChange={(createsThere) => void save({ createsThere })}
        />
        <Choice
          label={t("sync.onRemoteDelete", { label })}
          hint={t("sync.onRemoteDeleteHint")}
          checked={sync.onRemoteDelete === "delete"}
          disabled={disabled}
          onChange={(isCarried) => (isCarried ? setAsking(true) : void save({ onRemoteDelete: "keep" }))}
        />
        <Choice
          label={t("sync.onLocalDelete", { label })}
          checked={sync.onLocalDelete === "delete"}
          disabled={disabled}
          onChange={(isCarried) => void save({ onLocalDelete: isCarried ? "delete" : "keep" })}
        />
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t("sync.onRemoteDelete", { label })}
          text={t("sync.onRemoteDeleteHint")}
          confirm={t("sync.confirmErasing")}
          busy={isSaving}
          onCancel={() => setAsking(false)}
          onConfirm={() => void save({ onRemoteDelete: "delete" }).then(() => setAsking(false))}
        />
      )}
    </section>
  );
};
