import { ArrowLeft, History } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { VoiceScript } from "#contract/scripts.ts";
import type { ScriptInput } from "#domain/voice/script.ts";
import { LeaveDialog, useLeaveGuard } from "#web/components/layout/leave-guard.tsx";
import type { SelectedPerson } from "#web/components/person/person-picker.tsx";
import { TestButton } from "#web/components/script/test-button.tsx";
import { TestRequirements } from "#web/components/script/test-requirements.tsx";
import { useCanSpeak } from "#web/components/script/use-voices.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { useSaveKey } from "#web/lib/use-save-key.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { SaveErrorAlert } from "#web/ui/form-alert.tsx";
import { CallersCard } from "./callers/callers-card.tsx";
import { LiveWarning } from "./callers/live-warning.tsx";
import { useTestCallers } from "./callers/use-test-callers.ts";
import { CheckCard, useScriptProblemText } from "./check-card.tsx";
import { FactsCard } from "./facts-card.tsx";
import { GoalsCard } from "./goals-card.tsx";
import { KnowledgeCard } from "./knowledge-card.tsx";
import { withoutFact } from "./list-edits.ts";
import { OpeningCard } from "./opening-card.tsx";
import { ScriptVersionsSheet } from "./script-versions-sheet.tsx";
import { SettingsCard } from "./settings-card.tsx";
import { TryCard } from "./try-card.tsx";
import { useKnowledgeEntries } from "./use-knowledge-entries.ts";
import { type ScriptEditor, useScriptEditor } from "./use-script-editor.ts";
import { useScriptPreview } from "./use-script-preview.ts";

type HeaderProps = { editor: ScriptEditor; mayChange: boolean; onVersions: () => void };

const ScriptHeader = ({ editor, mayChange, onVersions }: HeaderProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const canSpeak = useCanSpeak();
  const { base, current, isDirty, isSaving, submit } = editor;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <Link
          href="/voice"
          className="flex w-fit items-center gap-1.5 rounded text-sm text-soft hover:text-ink"
        >
          <ArrowLeft aria-hidden="true" className="size-4" />
          {t("scriptEditor.back")}
        </Link>
        <p role="status" className="text-faint text-xs">
          {isDirty
            ? t("scriptEditor.unsaved")
            : t("scriptEditor.saved", { version: base.version, when: format.dateTime(base.updatedAt) })}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="min-w-0 break-words font-[640] text-[17px] leading-6 tracking-tight">{base.name}</h2>
        <Badge tone={base.enabled ? "ok" : "quiet"}>{t(base.enabled ? "script.on" : "script.off")}</Badge>
        <Badge>{t("scriptEditor.version", { version: base.version })}</Badge>
        <div className="flex flex-wrap gap-2 sm:ml-auto">
          <Button onClick={onVersions}>
            <History aria-hidden="true" />
            {t("rules.versions.title")}
          </Button>
          {mayChange && (
            <>
              <TestButton script={current} describedBy="script-test-needs" />
              <Button variant="primary" disabled={isSaving || !isDirty} onClick={() => void submit()}>
                {t(isSaving ? "action.saving" : "script.save")}
              </Button>
            </>
          )}
        </div>
      </div>
      {mayChange ? (
        <TestRequirements id="script-test-needs" script={current} canSpeak={canSpeak(current.ttsProvider)} />
      ) : (
        <p className="text-faint text-xs">{t("scriptEditor.readOnly")}</p>
      )}
    </div>
  );
};

export const ScriptEditorPage = ({ script }: { script: VoiceScript }) => {
  const { t } = useTranslation();
  const mayChange = useMay("voice", "work");
  const editor = useScriptEditor(script);
  const { form, current, check, isDirty, refusal, loadNewest, submit } = editor;
  const guard = useLeaveGuard();
  const { setDirty } = guard;
  const problemText = useScriptProblemText();
  const [person, setPerson] = useState<SelectedPerson>();
  const [showsVersions, setShowsVersions] = useState(false);
  const knowledge = useKnowledgeEntries();
  const preview = useScriptPreview(current, person?.id);
  const tests = useTestCallers(script.id, current, isDirty);
  /** Of a script that the next save puts into calls. */
  const failing =
    mayChange && isDirty && current.enabled
      ? tests.callers.filter(({ result }) => result?.outcome === "failed")
      : [];
  const callersCard = useRef<HTMLDivElement>(null);
  useEffect(() => setDirty(isDirty), [isDirty, setDirty]);
  useSaveKey(() => isDirty && mayChange && void submit());

  const change = <Name extends "goals" | "facts" | "knowledgeIds">(name: Name, value: ScriptInput[Name]) =>
    form.setValue(name, value as never, { shouldDirty: true });
  const contentError = check.problems.find(({ isError, path }) => isError && path === "content");
  const readOnly = !mayChange;

  return (
    <div className="grid min-w-0 gap-4">
      <ScriptHeader editor={editor} mayChange={mayChange} onVersions={() => setShowsVersions(true)} />
      <SaveErrorAlert refusal={refusal} onLoadNewest={loadNewest} />
      {failing.length > 0 && (
        <LiveWarning
          failing={failing}
          onShow={() => {
            callersCard.current?.scrollIntoView({ block: "start" });
            callersCard.current?.focus({ preventScroll: true });
          }}
        />
      )}
      <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 gap-4">
          <SettingsCard form={form} readOnly={readOnly} />
          <OpeningCard
            form={form}
            readOnly={readOnly}
            disclosure={preview.data?.disclosure}
            openingSeconds={check.openingSeconds}
            totalSeconds={check.totalSeconds}
            error={contentError && problemText(contentError)}
          />
          <GoalsCard
            goals={current.goals}
            facts={current.facts}
            readOnly={readOnly}
            onChange={(goals) => change("goals", goals)}
          />
          <FactsCard
            facts={current.facts}
            readOnly={readOnly}
            onChange={(facts) => change("facts", facts)}
            onRemove={({ key }) => {
              change(
                "facts",
                current.facts.filter((fact) => fact.key !== key),
              );
              change("goals", withoutFact(current.goals, key));
            }}
          />
          <KnowledgeCard
            entries={knowledge.data}
            error={knowledge.error}
            onRetry={() => void knowledge.refetch()}
            attached={current.knowledgeIds}
            readOnly={readOnly}
            onChange={(ids) => change("knowledgeIds", ids)}
          />
          <div ref={callersCard} tabIndex={-1} className="min-w-0 scroll-mt-4 outline-none">
            <CallersCard
              scriptId={script.id}
              script={current}
              isDirty={isDirty}
              tests={tests}
              mayChange={mayChange}
            />
          </div>
        </div>
        <div className="grid min-w-0 gap-4">
          {mayChange && (
            <TryCard
              language={current.language}
              preview={{
                data: preview.data,
                error: preview.error,
                isOutdated: preview.isPlaceholderData,
                refetch: () => void preview.refetch(),
              }}
              person={person}
              onPerson={setPerson}
            />
          )}
          <CheckCard problems={check.problems} />
        </div>
      </div>
      {isDirty && mayChange && (
        // On a phone the header with its button is far away while the page is edited.
        <div className="sticky bottom-3 z-10 flex items-center justify-between gap-3 rounded-card border border-line bg-panel p-2 pl-4 shadow-float sm:hidden">
          {failing.length > 0 ? (
            <p className="text-sm text-warn">{t("callers.failing", { count: failing.length })}</p>
          ) : (
            <p className="text-sm text-soft">{t("scriptEditor.unsaved")}</p>
          )}
          <Button variant="primary" disabled={editor.isSaving} onClick={() => void submit()}>
            {t(editor.isSaving ? "action.saving" : "script.save")}
          </Button>
        </div>
      )}
      {showsVersions && (
        <ScriptVersionsSheet
          script={script}
          isDirty={isDirty}
          onRestored={editor.accept}
          onClose={() => setShowsVersions(false)}
        />
      )}
      <LeaveDialog guard={guard} />
    </div>
  );
};
