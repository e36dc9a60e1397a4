import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type LimitEffectsView, learningApi, type ScoreModelSummary } from "#contract/learning.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { modelName } from "./learning-text.ts";

type Effect = LimitEffectsView["rules"][number];
type Limit = Effect["limits"][number];

const keyOf = (rule: Effect, { part, row }: Limit): string => `${rule.id} ${part} ${row}`;

/** The limits of all rules for which another number keeps the share of people. */
const proposalsOf = ({ rules }: LimitEffectsView) =>
  rules.flatMap((rule) =>
    rule.limits.flatMap((limit) =>
      limit.proposed === null ? [] : [{ key: keyOf(rule, limit), rule, limit, value: limit.proposed }],
    ),
  );

type RuleEffectRowProps = {
  rule: Effect;
  accepted: ReadonlySet<string>;
  onToggle: ((key: string) => void) | undefined;
};

const RuleEffectRow = ({ rule, accepted, onToggle }: RuleEffectRowProps) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (
    <li className="grid gap-1.5 py-2.5 text-sm">
      <b className="break-words font-[560]">{rule.name}</b>
      <p className="text-soft text-xs">
        {t("brain.takeOver.effect", {
          before: number(rule.before),
          newly: number(rule.newly),
          noLonger: number(rule.noLonger),
        })}
      </p>
      {rule.limits.map((limit) => {
        const key = keyOf(rule, limit);
        const sign = limit.operator === ">=" ? "≥" : "≤";
        if (limit.proposed === null)
          return (
            <p key={key} className="text-faint text-xs">
              {t("brain.takeOver.kept", { limit: `${sign} ${limit.value}` })}
            </p>
          );
        const text = t("brain.takeOver.proposed", {
          limit: `${sign} ${limit.value}`,
          proposed: `${sign} ${limit.proposed}`,
        });
        return (
          <p key={key} className="flex items-center gap-2 text-xs">
            {onToggle && (
              <Checkbox
                aria-label={`${rule.name}: ${text}`}
                checked={accepted.has(key)}
                onCheckedChange={() => onToggle(key)}
              />
            )}
            {text}
          </p>
        );
      })}
    </li>
  );
};

const Effects = ({ effects, ...row }: { effects: LimitEffectsView } & Omit<RuleEffectRowProps, "rule">) => {
  const { t } = useTranslation();
  const { number } = useFormat();
  if (effects.rules.length === 0) return <p className="text-sm text-soft">{t("brain.takeOver.noRules")}</p>;
  return (
    <>
      <ul className="-my-2.5 divide-y divide-line">
        {effects.rules.map((rule) => (
          <RuleEffectRow key={rule.id} rule={rule} {...row} />
        ))}
      </ul>
      <p className="mt-3 text-faint text-xs">
        {t("brain.takeOver.counted", { people: number(effects.people), total: number(effects.total) })}
      </p>
    </>
  );
};

type TakeOverDialogProps = { model: ScoreModelSummary; onClose: () => void };

/** What a model that waits would do to rules, and the limits that an administrator accepts with it. */
export const TakeOverDialog = ({ model, onClose }: TakeOverDialogProps) => {
  const { t } = useTranslation();
  const mayChangeRules = useMay("rules", "work");
  const { data, error, refetch } = useQuery(apiQuery(learningApi.effects, { params: { id: model.id } }));
  const { mutateAsync, isPending } = useApiMutation(learningApi.takeOver);
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set());
  const proposals = data && mayChangeRules ? proposalsOf(data) : [];
  const accepted = proposals.filter(({ key }) => !refused.has(key));
  const toggle = (key: string) =>
    setRefused((keys) => new Set(keys.has(key) ? [...keys].filter((one) => one !== key) : [...keys, key]));
  const name = modelName(t, model);
  const takeOver = async (): Promise<void> => {
    const limits = accepted.map(({ rule, limit: { part, row }, value }) => ({
      ...{ ruleId: rule.id, part, row, value },
    }));
    try {
      await mutateAsync({ params: { id: model.id }, body: { limits } });
      toast({ title: t("success.title"), description: t("brain.takeOver.done", { model: name }) });
      onClose();
    } catch (failure) {
      toast({
        title: t("error.title"),
        description: t("brain.takeOver.failed"),
        detail: serverMessage(failure),
        variant: "destructive",
      });
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("brain.takeOver.title", { model: name })}
      description={t("brain.takeOver.text")}
      className="sm:max-w-lg"
    >
      {!data && error && (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-24" />}
      {data && (
        <div className="grid gap-4">
          <div>
            <Effects
              effects={data}
              accepted={new Set(accepted.map(({ key }) => key))}
              onToggle={mayChangeRules ? toggle : undefined}
            />
          </div>
          {proposals.length > 1 && (
            <div className="flex gap-2">
              <Button size="sm" onClick={() => setRefused(new Set())}>
                {t("brain.takeOver.all")}
              </Button>
              <Button size="sm" onClick={() => setRefused(new Set(proposals.map(({ key }) => key)))}>
                {t("brain.takeOver.none")}
              </Button>
            </div>
          )}
          <DialogActions>
            <Button onClick={onClose}>{t("action.cancel")}</Button>
            <Button variant="primary" disabled={isPending} onClick={() => void takeOver()}>
              {accepted.length === 0
                ? t("brain.takeOver.useOnly")
                : t("brain.takeOver.use", { count: accepted.length })}
            </Button>
          </DialogActions>
        </div>
      )}
    </Dialog>
  );
};
