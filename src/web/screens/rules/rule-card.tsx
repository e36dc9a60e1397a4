import {
  Copy,
  Ellipsis,
  FlaskConical,
  GitBranch,
  GitCompareArrows,
  History,
  Pencil,
  Trash2,
} from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { Rule } from "#contract/rules.ts";
import { successPercent } from "#domain/rules/rule.ts";
import { isSequence } from "#domain/sequences/compile-sequence.ts";
import { optionTexts, ruleText } from "#web/components/rule/rule-text.ts";
import { useRuleTextContext } from "#web/components/rule/rule-text-context.ts";
import { sequencePath } from "#web/components/rule/sequence-path.ts";
import { useFormat } from "#web/lib/format.ts";
import { useDescription } from "#web/lib/seed-description.ts";
import { useMay } from "#web/lib/session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ActionMenu } from "#web/ui/menu.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { useRuleToggle } from "./use-rule-toggle.tsx";
import type { RuleView } from "./use-rules-view.ts";

type RuleCardProps = { rule: Rule; onOpen: (view: RuleView) => void };

const parts = ["triggers", "conditions", "actions"] as const;

const Figure = ({ label, value }: { label: string; value: string }) => (
  <div className="flex items-baseline gap-1.5">
    <dd className="font-[620] tabular-nums">{value}</dd>
    <dt className="text-faint text-xs">{label}</dt>
  </div>
);

const RuleSummary = ({ rule }: { rule: Rule }) => {
  const { t } = useTranslation();
  const context = useRuleTextContext(rule.triggers);
  const texts = ruleText(rule, context);
  const options = optionTexts(rule.options, context);
  return (
    <>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-sm">
        {parts.map((part) => (
          <div key={part} className="col-span-2 grid grid-cols-subgrid">
            <dt className="text-faint">{t(`rules.label.${part}`)}</dt>
            <dd className="line-clamp-3 break-words">{texts[part]}</dd>
          </div>
        ))}
      </dl>
      {options.length > 0 && <p className="text-faint text-xs">{options.join(" · ")}</p>}
    </>
  );
};

/** The number of steps, where the rule does them one after the other. */
const SequenceLine = ({ rule }: { rule: Rule }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const count = rule.actions.length;
  return (
    <p className="flex items-center gap-1.5 text-soft text-xs tabular-nums">
      <GitBranch aria-hidden="true" className="size-3.5" />
      {t("sequence.steps", { count, shown: format.number(count) })}
    </p>
  );
};

const MoreMenu = ({ rule, onOpen }: RuleCardProps) => {
  const { t } = useTranslation();
  const mayChange = useMay("rules", "work");
  return (
    <div className="relative">
      <ActionMenu
        trigger={
          <Button
            size="icon"
            variant="ghost"
            aria-label={t("rules.moreNamed", { name: rule.name })}
            className="size-8"
          >
            <Ellipsis aria-hidden="true" />
          </Button>
        }
        actions={[
          {
            id: "versions",
            label: t("rules.versions.title"),
            icon: <GitCompareArrows aria-hidden="true" />,
            run: () => onOpen("versions"),
          },
          ...(mayChange
            ? [
                {
                  id: "delete",
                  label: t("rules.delete"),
                  icon: <Trash2 aria-hidden="true" />,
                  danger: true,
                  run: () => onOpen("delete"),
                },
              ]
            : []),
        ]}
      />
    </div>
  );
};

export const RuleCard = ({ rule, onOpen }: RuleCardProps) => {
  const { t } = useTranslation();
  const describe = useDescription();
  const format = useFormat();
  const mayChange = useMay("rules", "work");
  const { enabled, busy, toggle, dialog } = useRuleToggle(rule);
  const id = useId();
  const { name } = rule;
  const nameValues = { name };
  // Its steps have a page; other rules are edited in a dialog.
  const pagePath = isSequence(rule.actions, rule.options) ? sequencePath(rule.id) : undefined;
  return (
    <article
      aria-labelledby={id}
      data-card-frame
      className="flex min-w-0 flex-col rounded-card border border-line bg-panel shadow-card"
    >
      <div className="flex flex-1 flex-col gap-3 p-4">
        <div className="flex items-start gap-2">
          <h2 id={id} className="min-w-0 flex-1 break-words font-[620] text-base tracking-tight">
            {pagePath ? (
              <Link href={pagePath} data-card={rule.id} className="rounded text-left hover:text-sea">
                {name}
              </Link>
            ) : (
              <button
                type="button"
                data-card={rule.id}
                onClick={() => onOpen(mayChange ? "edit" : "history")}
                className="rounded text-left hover:text-sea"
              >
                {name}
              </button>
            )}
          </h2>
          <Badge tone={enabled ? "ok" : "quiet"}>{t(enabled ? "rules.active" : "rules.inactive")}</Badge>
          {mayChange && (
            <Switch
              aria-label={t("rules.enableNamed", nameValues)}
              checked={enabled}
              disabled={busy}
              onCheckedChange={toggle}
            />
          )}
        </div>
        {pagePath && <SequenceLine rule={rule} />}
        {rule.description && (
          <p className="line-clamp-3 break-words text-sm text-soft">{describe(rule.description)}</p>
        )}
        <RuleSummary rule={rule} />
      </div>
      <div className="grid gap-2.5 border-line border-t px-4 py-2.5">
        <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
          <Figure
            label={t("rules.executions", { count: rule.executionCount })}
            value={format.number(rule.executionCount)}
          />
          {/* Successes count messages, of which a sequence sends several. */}
          {!pagePath && (
            <Figure
              label={t("rules.success")}
              value={`${successPercent(rule.executionCount, rule.successCount)}%`}
            />
          )}
        </dl>
        <div className="flex flex-wrap gap-1.5">
          {mayChange && (
            <>
              {pagePath ? (
                <Button asChild size="sm">
                  <Link href={pagePath} aria-label={t("rules.editNamed", nameValues)}>
                    <Pencil aria-hidden="true" />
                    {t("action.edit")}
                  </Link>
                </Button>
              ) : (
                <Button
                  size="sm"
                  onClick={() => onOpen("edit")}
                  aria-label={t("rules.editNamed", nameValues)}
                >
                  <Pencil aria-hidden="true" />
                  {t("action.edit")}
                </Button>
              )}
              <Button
                size="sm"
                onClick={() => onOpen("duplicate")}
                aria-label={t("rules.duplicateNamed", nameValues)}
              >
                <Copy aria-hidden="true" />
                {t("rules.duplicate")}
              </Button>
            </>
          )}
          <span className="ml-auto flex flex-wrap gap-1.5">
            {mayChange && (
              <Button
                size="sm"
                variant="ghost"
                onClick={() => onOpen("dryRun")}
                aria-label={t("rules.dryRunNamed", nameValues)}
              >
                <FlaskConical aria-hidden="true" />
                {t("rules.dryRun.open")}
              </Button>
            )}
            <Button
              size="sm"
              variant="ghost"
              onClick={() => onOpen("history")}
              aria-label={t("rules.historyNamed", nameValues)}
            >
              <History aria-hidden="true" />
              {t("rules.history.open")}
            </Button>
            <MoreMenu rule={rule} onOpen={onOpen} />
          </span>
        </div>
      </div>
      {dialog}
    </article>
  );
};
