import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { View } from "#contract/audiences.ts";
import type { Audience } from "#domain/audience/audience.ts";
import { audienceSentence } from "#web/components/audience/audience-sentence.ts";
import { useAudienceFields } from "#web/components/audience/use-audience.ts";
import { useMayForAll } from "#web/lib/session.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

export type ViewDialogKind = "view" | "segment" | "rename";

type ViewDialogProps = {
  kind: ViewDialogKind;
  /** The view that is renamed or was the start of the new one. */
  view: View | undefined;
  audience: Audience | undefined;
  isBusy: boolean;
  onSave: (fields: { name: string; shared: boolean; pinned: boolean }) => void;
  onClose: () => void;
};

const titles = {
  view: "people.views.newView",
  segment: "people.views.newSegment",
  rename: "people.views.renameTitle",
} as const;

type CheckProps = { label: string; hint?: string; checked: boolean; onChange: (checked: boolean) => void };

const Check = ({ label, hint, checked, onChange }: CheckProps) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is a button inside the label
  <label className="flex min-h-6 items-start gap-2.5 text-sm">
    <Checkbox checked={checked} onCheckedChange={onChange} aria-label={label} className="mt-0.5" />
    <span>
      {label}
      {hint && <span className="block text-faint text-xs">{hint}</span>}
    </span>
  </label>
);

/** The name of a view or segment, and who sees it. */
export const ViewDialog = ({ kind, view, audience, isBusy, onSave, onClose }: ViewDialogProps) => {
  const { t } = useTranslation();
  const wording = useWording();
  const mayShare = useMayForAll("people", "work");
  const { fields } = useAudienceFields();
  const [name, setName] = useState(kind === "rename" ? (view?.name ?? "") : "");
  const [shared, setShared] = useState(false);
  const [pinned, setPinned] = useState(true);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(titles[kind])}
      description={kind === "segment" ? t("people.views.segmentHint") : undefined}
      className="sm:max-w-md"
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (name.trim() !== "") onSave({ name: name.trim(), shared: shared || kind === "segment", pinned });
        }}
      >
        <Field label={t("people.views.name")} required>
          <Input
            value={name}
            maxLength={200}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        {kind !== "rename" && fields && (
          <p className="wrap-anywhere text-sm text-soft">
            {audienceSentence(audience ?? { everybody: true }, fields, wording)}
          </p>
        )}
        {kind === "view" && (
          <div className="grid gap-2.5">
            {mayShare && (
              <Check
                label={t("people.views.isShared")}
                hint={t("people.views.isSharedHint")}
                checked={shared}
                onChange={setShared}
              />
            )}
            <Check label={t("people.views.isPinned")} checked={pinned} onChange={setPinned} />
          </div>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button type="submit" variant="primary" disabled={isBusy || name.trim() === ""}>
            {isBusy ? t("action.saving") : t("action.save")}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
