import { useQuery } from "@tanstack/react-query";
import { GitBranch, Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Rule, rules } from "#contract/rules.ts";
import { query, serverMessage } from "../../lib/api.ts";
import { useCommands } from "../../lib/commands.ts";
import { useFormat } from "../../lib/format.ts";
import { useMay } from "../../lib/session.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorCard } from "../../ui/error-card.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { DeleteRule } from "./delete-rule.tsx";
import { RuleCard } from "./rule-card.tsx";
import { RuleDialog } from "./rule-dialog.tsx";

type Open = { kind: "create" } | { kind: "edit" | "duplicate" | "delete"; rule: Rule };

const grid = "grid gap-4 lg:grid-cols-2 2xl:grid-cols-3";

const RulesScreen = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayChange = useMay("operator");
  const { data, error, refetch } = useQuery(query(rules.list));
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);

  useCommands(
    useMemo(
      () =>
        mayChange
          ? [{ id: "rules create", label: t("rules.create"), run: () => setOpen({ kind: "create" }) }]
          : [],
      [t, mayChange],
    ),
  );

  const create = mayChange && (
    <Button variant="primary" onClick={() => setOpen({ kind: "create" })} className="ml-auto">
      <Plus aria-hidden="true" />
      {t("rules.create")}
    </Button>
  );
  const active = data?.filter(({ enabled }) => enabled).length ?? 0;

  return (
    <>
      {data && data.length > 0 && (
        <div className="flex min-h-9 items-center gap-3">
          <p className="text-sm text-soft tabular-nums">
            {t("rules.count", { count: data.length, shown: format.number(data.length) })}
            {" · "}
            {t("rules.activeCount", { count: active, shown: format.number(active) })}
          </p>
          {create}
        </div>
      )}
      {error && !data ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : !data ? (
        <div aria-busy="true" className={grid}>
          {["a", "b", "c", "d"].map((card) => (
            <Skeleton key={card} className="h-52 rounded-card" />
          ))}
        </div>
      ) : data.length === 0 ? (
        <Card>
          <EmptyState
            icon={GitBranch}
            title={t("empty.rules.title")}
            text={t("empty.rules.text")}
            action={create}
          />
        </Card>
      ) : (
        <div className={grid}>
          {data.map((rule) => (
            <RuleCard
              key={rule.id}
              rule={rule}
              onEdit={() => setOpen({ kind: "edit", rule })}
              onDuplicate={() => setOpen({ kind: "duplicate", rule })}
              onDelete={() => setOpen({ kind: "delete", rule })}
            />
          ))}
        </div>
      )}
      {open?.kind === "create" && <RuleDialog onClose={close} />}
      {open?.kind === "edit" && <RuleDialog rule={open.rule} onClose={close} />}
      {open?.kind === "duplicate" && <RuleDialog like={open.rule} onClose={close} />}
      {open?.kind === "delete" && <DeleteRule rule={open.rule} onClose={close} />}
    </>
  );
};

export default RulesScreen;
