import { Copy, Pencil, Trash2 } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { type Rule, rules } from "#contract/rules.ts";
import { successPercent } from "#domain/rules/rule.ts";
import { useCall } from "../../lib/api.ts";
import { useFormat } from "../../lib/format.ts";
import { useMay } from "../../lib/session.ts";
import { toast } from "../../lib/toast.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Switch } from "../../ui/switch.tsx";
import { ruleWords } from "./rule-words.ts";

type RuleCardProps = { rule: Rule; onEdit: () => void; onDuplicate: () => void; onDelete: () => void };

const parts = ["triggers", "conditions", "actions"] as const;

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div className="flex items-baseline gap-1.5">
    <dd className="font-[620] tabular-nums">{value}</dd>
    <dt className="text-faint text-xs">{label}</dt>
  </div>
);

export const RuleCard = ({ rule, onEdit, onDuplicate, onDelete }: RuleCardProps) => {
  const { t, i18n } = useTranslation();
  const format = useFormat();
  const mayChange = useMay("operator");
  const update = useCall(rules.update);
  const id = useId();
  const { name } = rule;
  // Shown as switched at once; a refusal switches it back.
  const enabled = update.isPending ? !rule.enabled : rule.enabled;
  const words = ruleWords(rule, t, i18n.language);

  const toggle = async () => {
    try {
      await update.mutateAsync({ params: { id: rule.id }, body: { enabled: !rule.enabled } });
      toast({ title: t("success.title"), description: t("rules.updated") });
    } catch {
      toast({ title: t("error.title"), description: t("rules.updateFailed"), variant: "destructive" });
    }
  };

  return (
    <article
      aria-labelledby={id}
      className="flex min-w-0 flex-col rounded-card border border-line bg-panel shadow-card"
    >
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="flex items-start gap-2">
          <h2 id={id} className="min-w-0 flex-1 break-words font-[620] text-base tracking-tight">
            {name}
          </h2>
          <Badge tone={enabled ? "ok" : "quiet"}>{t(enabled ? "rules.active" : "rules.inactive")}</Badge>
          {mayChange && (
            <Switch
              aria-label={t("rules.enableNamed", { name })}
              checked={enabled}
              disabled={update.isPending}
              onCheckedChange={() => void toggle()}
            />
          )}
        </div>
        {rule.description && <p className="line-clamp-3 break-words text-sm text-soft">{rule.description}</p>}
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
          {parts.map((part) => (
            <div key={part} className="col-span-2 grid grid-cols-subgrid">
              <dt className="text-faint">{t(`rules.label.${part}`)}</dt>
              <dd className="line-clamp-3 break-words">{words[part]}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-4 py-2.5">
        <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <Figure
            label={t("rules.executions", { count: rule.executionCount })}
            value={format.number(rule.executionCount)}
          />
          <Figure
            label={t("rules.success")}
            value={`${successPercent(rule.executionCount, rule.successCount)}%`}
          />
        </dl>
        {mayChange && (
          <div className="ml-auto flex gap-1.5">
            <Button size="sm" onClick={onEdit} aria-label={t("rules.editNamed", { name })}>
              <Pencil aria-hidden="true" />
              {t("action.edit")}
            </Button>
            <Button size="sm" onClick={onDuplicate} aria-label={t("rules.duplicateNamed", { name })}>
              <Copy aria-hidden="true" />
              {t("rules.duplicate")}
            </Button>
            <Button
              size="icon"
              variant="ghost"
              onClick={onDelete}
              aria-label={t("rules.deleteNamed", { name })}
              className="size-8"
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </div>
        )}
      </div>
    </article>
  );
};
