import type { Rule } from "#contract/rules.ts";
import { DryRunDialog } from "#web/screens/rules/dry-run-dialog.tsx";
import { RuleOverlay } from "#web/screens/rules/rule-overlay.tsx";
import { PlayForwardSheet } from "./play-forward-sheet.tsx";
import type { SequenceOverlay } from "./sequence-head.tsx";
import { SettingsDialog } from "./settings-dialog.tsx";
import { StartPeopleDialog } from "./start-people-dialog.tsx";
import type { SequenceEditor } from "./use-sequence-editor.ts";

type SequenceOverlaysProps = {
  overlay: SequenceOverlay;
  editor: SequenceEditor;
  rule: Rule | undefined;
  onClose: () => void;
};

/** What opens over the page. */
export const SequenceOverlays = ({ overlay, editor, rule, onClose }: SequenceOverlaysProps) => {
  const { draft, baseline, change } = editor;
  if (overlay === "edit") return <SettingsDialog draft={draft} onApply={change} onClose={onClose} />;
  if (overlay === "forward") return <PlayForwardSheet draft={draft} ruleId={rule?.id} onClose={onClose} />;
  if (!rule) return null;
  if (overlay === "start")
    return <StartPeopleDialog ruleId={rule.id} steps={baseline.actions} onClose={onClose} />;
  if (overlay === "dryRun")
    return <DryRunDialog rule={{ ...draft, enabled: rule.enabled }} onClose={onClose} />;
  return <RuleOverlay view={overlay} rule={rule} onClose={onClose} />;
};
