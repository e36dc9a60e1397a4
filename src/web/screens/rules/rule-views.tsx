import type { Rule } from "#contract/rules.ts";
import { useMay } from "#web/lib/session.ts";
import { DeleteRuleDialog } from "./delete-rule.tsx";
import { DryRunDialog } from "./dry-run/dry-run-dialog.tsx";
import { RuleHistorySheet } from "./history-sheet.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { toRuleInput } from "./use-rule-form.ts";
import type { RuleView } from "./use-rules-view.ts";
import { VersionsSheet } from "./versions/versions-sheet.tsx";

type RuleOverlayProps = { view: RuleView; rule: Rule; onClose: () => void };

export const RuleOverlay = ({ view, rule, onClose }: RuleOverlayProps) => {
  const mayChange = useMay("operator");
  if (view === "history") return <RuleHistorySheet rule={rule} onClose={onClose} />;
  if (view === "versions") return <VersionsSheet rule={rule} onClose={onClose} />;
  if (!mayChange) return null;
  if (view === "edit") return <RuleDialog rule={rule} onClose={onClose} />;
  if (view === "duplicate") return <RuleDialog copyOf={rule} onClose={onClose} />;
  if (view === "dryRun") return <DryRunDialog rule={toRuleInput(rule)} onClose={onClose} />;
  return <DeleteRuleDialog rule={rule} onClose={onClose} />;
};
