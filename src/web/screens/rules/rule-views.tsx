import type { Rule } from "#contract/rules.ts";
import { useMay } from "#web/lib/session.ts";
import { DeleteRule } from "./delete-rule.tsx";
import { DryRunDialog } from "./dry-run/dry-run-dialog.tsx";
import { HistorySheet } from "./history-sheet.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { inputOf } from "./use-rule-form.ts";
import type { OpenRule } from "./use-rules-view.ts";
import { VersionsSheet } from "./versions/versions-sheet.tsx";

type Opened = { what: OpenRule; rule: Rule; onClose: () => void };

export const RuleViews = ({ what, rule, onClose }: Opened) => {
  const mayChange = useMay("operator");
  if (what === "history") return <HistorySheet rule={rule} onClose={onClose} />;
  if (what === "versions") return <VersionsSheet rule={rule} onClose={onClose} />;
  if (!mayChange) return null;
  if (what === "edit") return <RuleDialog rule={rule} onClose={onClose} />;
  if (what === "duplicate") return <RuleDialog like={rule} onClose={onClose} />;
  if (what === "dryRun") return <DryRunDialog rule={inputOf(rule)} onClose={onClose} />;
  return <DeleteRule rule={rule} onClose={onClose} />;
};
