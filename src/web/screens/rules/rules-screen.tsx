import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Rule, rules } from "#contract/rules.ts";
import { query } from "../../lib/api.ts";
import { useCommands } from "../../lib/commands.ts";
import { useMay } from "../../lib/session.ts";
import { Tabs } from "../../ui/tabs.tsx";
import { DeleteRule } from "./delete-rule.tsx";
import { DryRunDialog } from "./dry-run/dry-run-dialog.tsx";
import { HistorySheet } from "./history-sheet.tsx";
import { RuleDialog } from "./rule-dialog.tsx";
import { RulesTab } from "./rules-tab.tsx";
import { TemplatesTab } from "./templates/templates-tab.tsx";
import { inputOf } from "./use-rule-form.ts";
import { type OpenRule, tabIds, useRulesView } from "./use-rules-view.ts";
import { VersionsSheet } from "./versions/versions-sheet.tsx";

type Opened = { what: OpenRule; rule: Rule; onClose: () => void };

const RuleViews = ({ what, rule, onClose }: Opened) => {
  const mayChange = useMay("operator");
  if (what === "history") return <HistorySheet rule={rule} onClose={onClose} />;
  if (what === "versions") return <VersionsSheet rule={rule} onClose={onClose} />;
  if (!mayChange) return null;
  if (what === "edit") return <RuleDialog rule={rule} onClose={onClose} />;
  if (what === "duplicate") return <RuleDialog like={rule} onClose={onClose} />;
  if (what === "dryRun") return <DryRunDialog rule={inputOf(rule)} onClose={onClose} />;
  return <DeleteRule rule={rule} onClose={onClose} />;
};

const RulesScreen = () => {
  const { t } = useTranslation();
  const mayChange = useMay("operator");
  const { data, error, refetch } = useQuery(query(rules.list));
  const { tab, open, ruleId, goTo, show, close } = useRulesView();
  const [creating, setCreating] = useState(false);
  const opened = data?.find(({ id }) => id === ruleId);

  useCommands(
    useMemo(
      () => [
        ...(mayChange
          ? [{ id: "rules create", label: t("rules.create"), run: () => setCreating(true) }]
          : []),
        ...tabIds.map((id) => ({
          id: `rules tab ${id}`,
          label: `${t("screen.rules.full")}: ${t(`rules.section.${id}`)}`,
          run: () => goTo(id),
        })),
        ...(data ?? []).map(({ id, name }) => ({
          id: `rules history ${id}`,
          label: t("rules.historyNamed", { name }),
          run: () => show("history", id),
        })),
      ],
      [t, mayChange, data, goTo, show],
    ),
  );

  const contents = {
    rules: () => (
      <RulesTab
        rules={data}
        error={error}
        onRetry={() => void refetch()}
        onCreate={() => setCreating(true)}
        onOpen={show}
      />
    ),
    templates: () => <TemplatesTab />,
  };

  return (
    <>
      <Tabs
        label={t("screen.rules.full")}
        value={tab}
        onChange={goTo}
        tabs={tabIds.map((id) => ({
          id,
          label: t(`rules.section.${id}`),
          content: id === tab ? contents[id]() : null,
        }))}
      />
      {creating && <RuleDialog onClose={() => setCreating(false)} />}
      {open && opened && <RuleViews key={`${open} ${opened.id}`} what={open} rule={opened} onClose={close} />}
    </>
  );
};

export default RulesScreen;
