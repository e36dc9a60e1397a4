import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import type { Rule } from "#contract/rules.ts";
import { runsApi } from "#contract/runs.ts";
import { LeaveDialog, useLeaveGuard } from "#web/components/layout/leave-guard.tsx";
import { copySequencePath, sequencePath } from "#web/components/rule/sequence-path.ts";
import { useSequenceView } from "#web/components/sequence/use-sequence-view.ts";
import { apiQuery } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { useSaveKey } from "#web/lib/use-save-key.ts";
import { useTitle } from "#web/lib/use-title.ts";
import { Button } from "#web/ui/button.tsx";
import { SaveErrorAlert } from "#web/ui/form-alert.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { EditEffects } from "./edit-effects.tsx";
import { RunningTab } from "./running-tab.tsx";
import { SequenceHead, type SequenceOverlay } from "./sequence-head.tsx";
import { StepsTab } from "./steps-tab.tsx";
import { useSequenceEditor } from "./use-sequence-editor.ts";

const SequenceOverlays = lazy(async () => ({
  default: (await import("./sequence-overlays.tsx")).SequenceOverlays,
}));

type SequencePageProps = {
  /** Undefined for a new sequence. */
  rule: Rule | undefined;
  /** What a new one begins with. */
  copyFrom: Rule | undefined;
};

export const SequencePage = ({ rule, copyFrom }: SequencePageProps) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const mayChange = useMay("rules", "work");
  const mayViewPeople = useMay("people", "view");
  const editor = useSequenceEditor({ rule, copyFrom });
  const { draft, baseline, isDirty, isSaving, refusal, loadNewest } = editor;
  const guard = useLeaveGuard();
  const { setDirty } = guard;
  const view = useSequenceView();
  const [selectedId, setSelectedId] = useState<string>();
  const [overlay, setOverlay] = useState<SequenceOverlay>();
  const { data: progress } = useQuery({
    ...apiQuery(runsApi.progress, { params: { id: rule?.id ?? "" } }),
    enabled: rule !== undefined,
  });
  useTitle(draft.name || t("sequence.create"));
  useEffect(() => setDirty(isDirty), [isDirty, setDirty]);
  // A refused step is opened at its first problem.
  const firstIssue = editor.issues[0]?.stepId;
  useEffect(() => {
    if (firstIssue !== undefined) setSelectedId(firstIssue);
  }, [firstIssue]);

  const maySave = mayChange && isDirty && !isSaving && draft.actions.length > 0 && draft.name.trim() !== "";
  const save = async () => {
    if (!maySave) return;
    const stored = await editor.save();
    if (!stored || rule) return;
    setDirty(false);
    navigate(sequencePath(stored.id), { replace: true });
  };
  useSaveKey(() => void save());

  const steps = (
    <StepsTab
      editor={editor}
      progress={progress}
      isEditable={mayChange}
      selectedId={selectedId}
      onSelect={setSelectedId}
      onShowRuns={rule && mayViewPeople ? view.showRuns : undefined}
      effects={rule && mayChange && isDirty && <EditEffects rule={rule} draft={draft} />}
    />
  );
  return (
    <div className="grid min-w-0 grid-cols-1 gap-4">
      <SequenceHead
        editor={editor}
        rule={rule}
        mayChange={mayChange}
        mayStart={mayChange && mayViewPeople}
        mayForecast={mayChange && mayViewPeople}
        running={progress?.running}
        onOpen={setOverlay}
        onCopy={() => guard.confirmLeaving(() => rule && navigate(copySequencePath(rule.id)))}
        onDelete={() => guard.confirmLeaving(() => rule && navigate(`/rules?open=delete&rule=${rule.id}`))}
        onSave={() => void save()}
      />
      <SaveErrorAlert refusal={refusal} onLoadNewest={loadNewest} />
      {rule && mayViewPeople ? (
        <Tabs
          label={draft.name}
          value={view.tab}
          onChange={view.setTab}
          tabs={[
            { id: "steps", label: t("sequence.tab.steps"), content: steps },
            {
              id: "running",
              label: t("sequence.tab.running"),
              count: progress?.running,
              content: (
                <RunningTab
                  ruleId={rule.id}
                  steps={baseline.actions}
                  progress={progress}
                  options={baseline.options}
                  view={view.runs}
                  mayChange={mayChange}
                  onView={view.showRuns}
                />
              ),
            },
          ]}
        />
      ) : (
        steps
      )}
      {isDirty && mayChange && (
        // On a phone the button in the head is far away while steps are edited.
        <div className="sticky bottom-3 z-10 flex items-center justify-between gap-3 rounded-card border border-line bg-panel p-2 pl-4 shadow-float sm:hidden">
          <p className="text-sm text-soft">{t("scriptEditor.unsaved")}</p>
          <Button variant="primary" disabled={!maySave} onClick={() => void save()}>
            {t(isSaving ? "action.saving" : "action.save")}
          </Button>
        </div>
      )}
      {overlay && (
        <Suspense fallback={null}>
          <SequenceOverlays
            overlay={overlay}
            editor={editor}
            rule={rule}
            onClose={() => setOverlay(undefined)}
          />
        </Suspense>
      )}
      <LeaveDialog guard={guard} />
    </div>
  );
};
