import { GitBranch, Plus } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Rule } from "#contract/rules.ts";
import { newSequencePath } from "#web/components/rule/sequence-path.ts";
import { serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { useCardKeys } from "#web/lib/use-card-keys.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { RuleCard } from "./rule-card.tsx";
import type { RuleView } from "./use-rules-view.ts";

const grid = "grid gap-4 lg:grid-cols-2 2xl:grid-cols-3";

type RulesTabProps = {
  rules: Rule[] | undefined;
  error: Error | null;
  onRetry: () => void;
  onCreate: () => void;
  onOpen: (view: RuleView, id: string) => void;
};

export const RulesTab = ({ rules, error, onRetry, onCreate, onOpen }: RulesTabProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayChange = useMay("rules", "work");
  const list = useRef<HTMLDivElement>(null);
  useCardKeys(list, mayChange ? { e: (id) => onOpen("edit", id) } : {});

  if (error && !rules)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={onRetry} />;
  if (!rules)
    return (
      <div aria-busy="true" className={grid}>
        {["a", "b", "c", "d"].map((card) => (
          <Skeleton key={card} className="h-52 rounded-card" />
        ))}
      </div>
    );
  const createButtons = mayChange && (
    <div className="flex flex-wrap justify-center gap-2 sm:ml-auto">
      <Button asChild>
        <Link href={newSequencePath}>
          <GitBranch aria-hidden="true" />
          {t("sequence.create")}
        </Link>
      </Button>
      <Button variant="primary" onClick={onCreate}>
        <Plus aria-hidden="true" />
        {t("rules.create")}
      </Button>
    </div>
  );
  if (rules.length === 0)
    return (
      <Card>
        <EmptyState
          icon={GitBranch}
          title={t("empty.rules.title")}
          text={t("empty.rules.text")}
          action={createButtons}
        />
      </Card>
    );
  const active = rules.filter(({ enabled }) => enabled).length;
  return (
    <div className="grid gap-4">
      <div className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-2">
        <p className="text-sm text-soft tabular-nums">
          {t("rules.count", { count: rules.length, shown: format.number(rules.length) })}
          {" · "}
          {t("rules.activeCount", { count: active, shown: format.number(active) })}
        </p>
        {createButtons}
      </div>
      <div ref={list} className={grid}>
        {rules.map((rule) => (
          <RuleCard key={rule.id} rule={rule} onOpen={(view) => onOpen(view, rule.id)} />
        ))}
      </div>
    </div>
  );
};
