import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { rulesApi } from "#contract/rules.ts";
import { query } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useMay } from "#web/lib/session.ts";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Tabs } from "#web/ui/tabs.tsx";
import { RulesTab } from "./rules-tab.tsx";
import { tabIds, useRulesView } from "./use-rules-view.ts";

// Nobody needs these to see their rules; they come when they are asked for.
const RuleViews = lazy(async () => ({ default: (await import("./rule-views.tsx")).RuleViews }));
const RuleDialog = lazy(async () => ({ default: (await import("./rule-dialog.tsx")).RuleDialog }));
const TemplatesTab = lazy(async () => ({
  default: (await import("./templates/templates-tab.tsx")).TemplatesTab,
}));

const RulesScreen = () => {
  const { t } = useTranslation();
  const mayChange = useMay("operator");
  const { data, error, refetch } = useQuery(query(rulesApi.list));
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
    templates: () => (
      <Suspense fallback={<Skeleton className="h-52 rounded-card" />}>
        <TemplatesTab />
      </Suspense>
    ),
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
      <Suspense fallback={null}>
        {creating && <RuleDialog onClose={() => setCreating(false)} />}
        {open && opened && (
          <RuleViews key={`${open} ${opened.id}`} what={open} rule={opened} onClose={close} />
        )}
      </Suspense>
    </>
  );
};

export default RulesScreen;
