import { ArrowRight, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation, useSearchParams } from "wouter";
import type { BroadcastDetail } from "#contract/broadcasts.ts";
import { useAudienceCount } from "#web/components/audience/use-audience.ts";
import { LeaveDialog, useLeaveGuard } from "#web/components/layout/leave-guard.tsx";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { useSaveKey } from "#web/lib/use-save-key.ts";
import { ActionBar } from "#web/screens/campaigns/broadcast/action-bar.tsx";
import { BackLink, StepTrail } from "#web/screens/campaigns/broadcast/page-head.tsx";
import { useBroadcastAction } from "#web/screens/campaigns/broadcast/use-broadcast-action.ts";
import { broadcastPath, campaignsPath } from "#web/screens/campaigns/broadcast-path.ts";
import { StateBadge } from "#web/screens/campaigns/state-badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { SaveErrorAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { type BroadcastDraft, chosenAudience, countedAudience, isComplete } from "./broadcast-draft.ts";
import { MessagePreview } from "./message-preview.tsx";
import { useBroadcastEditor } from "./use-broadcast-editor.ts";
import { WhatPart } from "./what-part.tsx";
import { WhenPart } from "./when-part.tsx";
import { WhoPart } from "./who-part.tsx";

/** The button says how many people are looked at, where that is counted exactly. */
const usePreviewLabel = (draft: BroadcastDraft): string => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data } = useAudienceCount(useDebounced(countedAudience(draft), 250));
  return data?.isReadable && data.totalIs === "exact"
    ? t("campaigns.write.previewPeople", { count: data.total, shown: format.number(data.total) })
    : t("campaigns.write.preview");
};

type WritePageProps = {
  /** Undefined for a new one. */
  broadcast: BroadcastDetail | undefined;
  onPreview: () => void;
};

/** Who gets what, and when. Nothing is sent from here. */
export const WritePage = ({ broadcast, onPreview }: WritePageProps) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const mayChange = useMay("rules", "work");
  const [params] = useSearchParams();
  const editor = useBroadcastEditor(broadcast, chosenAudience(params));
  const { draft, isDirty, isSaving, fieldIssues, refusal, save } = editor;
  const { run, isPending } = useBroadcastAction();
  const guard = useLeaveGuard();
  const { setDirty } = guard;
  const [asksToDelete, setAsksToDelete] = useState(false);
  const previewLabel = usePreviewLabel(draft);
  useEffect(() => setDirty(isDirty), [isDirty, setDirty]);
  const isBusy = isSaving || isPending;
  const maySave = mayChange && !isBusy && isComplete(draft);

  /** What is stored, saved first where something changed. */
  const saveChanges = () => (isDirty || !broadcast ? save() : Promise.resolve(broadcast));
  const saveAndStay = async () => {
    if (!maySave || !isDirty) return;
    const stored = await save();
    if (!stored) return;
    toast({ title: t("success.title"), description: t("campaigns.saved") });
    setDirty(false);
    if (!broadcast) navigate(broadcastPath(stored.id), { replace: true });
  };
  const saveAndClose = async () => {
    if (!(await saveChanges())) return;
    setDirty(false);
    navigate(campaignsPath);
  };
  const preview = async () => {
    const stored = await saveChanges();
    if (!stored) return;
    setDirty(false);
    // A check of what did not change still holds.
    const isChecked = stored.state !== "draft" && stored.check !== null;
    const hasCheck = isChecked || (await run("check", stored.id));
    if (!broadcast) navigate(broadcastPath(stored.id), { replace: true });
    else if (hasCheck) onPreview();
  };
  const remove = async () => {
    if (!broadcast || !(await run("remove", broadcast.id))) return;
    setDirty(false);
    navigate(campaignsPath, { replace: true });
  };
  useSaveKey(() => void saveAndStay());

  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <BackLink
        aside={
          <p role="status" className="text-faint text-xs">
            {isDirty || !broadcast ? t("scriptEditor.unsaved") : t("campaigns.write.saved")}
          </p>
        }
      />
      <div className="flex flex-wrap items-end gap-x-3 gap-y-3">
        <Field
          label={t("campaigns.write.name")}
          error={fieldIssues.name}
          required
          className="max-w-105 flex-1 basis-60"
        >
          <Input
            autoComplete="off"
            maxLength={200}
            value={draft.name}
            onChange={({ target }) => editor.change({ name: target.value })}
            className="h-10 font-[620] text-base sm:text-base"
          />
        </Field>
        <span className="flex h-10 items-center gap-2">
          <StateBadge state={broadcast?.state ?? "draft"} approval={broadcast?.approval ?? null} />
        </span>
        <span className="flex h-10 items-center gap-3 sm:ml-auto">
          <StepTrail current="write" />
          {broadcast && mayChange && (
            <Button
              size="icon"
              aria-label={t("campaigns.delete.button")}
              onClick={() => setAsksToDelete(true)}
            >
              <Trash2 aria-hidden="true" />
            </Button>
          )}
        </span>
      </div>
      {!mayChange && <p className="text-faint text-xs">{t("campaigns.readOnly")}</p>}
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_364px]">
        <fieldset disabled={!mayChange} className="min-w-0">
          <Card className="p-0">
            <WhoPart editor={editor} />
            <WhatPart editor={editor} />
            <WhenPart editor={editor} />
          </Card>
        </fieldset>
        {draft.content === "message" && (
          <div className="min-w-0 xl:sticky xl:top-21">
            <MessagePreview message={draft.message} />
          </div>
        )}
      </div>
      <SaveErrorAlert refusal={refusal} onLoadNewest={editor.loadNewest} />
      {mayChange && (
        <ActionBar note={t("campaigns.write.nothingSent")}>
          <Button className="max-sm:flex-1" disabled={!maySave} onClick={() => void saveAndClose()}>
            {t("campaigns.write.saveAndClose")}
          </Button>
          <Button
            variant="primary"
            className="max-sm:flex-1"
            disabled={!maySave}
            onClick={() => void preview()}
          >
            {isBusy ? t("action.saving") : previewLabel}
            <ArrowRight aria-hidden="true" />
          </Button>
        </ActionBar>
      )}
      {asksToDelete && (
        <ConfirmDialog
          title={t("campaigns.delete.title", { name: broadcast?.name ?? "" })}
          text={t("campaigns.delete.text")}
          confirm={t("campaigns.delete.confirm")}
          busy={isPending}
          onCancel={() => setAsksToDelete(false)}
          onConfirm={() => void remove()}
        />
      )}
      <LeaveDialog guard={guard} />
    </div>
  );
};
