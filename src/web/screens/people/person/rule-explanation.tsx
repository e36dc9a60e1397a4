import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type * as z from "zod";
import { type ruleRun, rulesApi } from "#contract/rules.ts";
import { DeliveryStatusBadge } from "#web/components/delivery/delivery-status-badge.tsx";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { RuleForecast } from "#web/components/rule/rule-forecast.tsx";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type RuleRun = z.infer<typeof ruleRun>;

const RunEntry = ({ run }: { run: RuleRun }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const translateValue = useWorded();
  return (
    <li className="grid gap-1.5 py-2.5 first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={run.fired ? "ok" : "quiet"}>
          {t(run.fired ? "people.why.fired" : "people.why.notFired")}
        </Badge>
        <time dateTime={run.createdAt} className="text-faint text-xs">
          {format.dateTime(run.createdAt)}
        </time>
      </p>
      <ReasonList reasons={run.why} />
      {run.actions.map((action) => (
        <div key={action.id} className="grid gap-1 border-line border-l-2 pl-3">
          <p className="flex items-center gap-2 text-sm">
            {translateValue("reasons.channel", action.channel)}
            <DeliveryStatusBadge status={action.status} />
          </p>
          <ReasonList reasons={action.reasons} />
        </div>
      ))}
    </li>
  );
};

const ExplanationResult = ({ ruleId, personId }: { ruleId: string; personId: string }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(rulesApi.why, { params: { id: ruleId, personId } }));
  if (error && !data)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-busy="true" className="grid gap-2">
        <Skeleton className="h-5 w-2/3" />
        <Skeleton className="h-16" />
      </div>
    );
  const { now, gate, runs } = data;
  return (
    <div className="grid gap-4">
      <RuleForecast now={now} gate={gate} />
      <section className="grid gap-2">
        <h3 className="font-[560] text-sm">{t("people.why.runs")}</h3>
        {runs.length > 0 ? (
          <ol className="divide-y divide-line">
            {runs.map((run) => (
              <RunEntry key={run.id} run={run} />
            ))}
          </ol>
        ) : (
          <p className="text-soft text-sm">{t("people.why.noRuns")}</p>
        )}
      </section>
    </div>
  );
};

/** Explains why a rule did or did not reach the person. */
export const RuleExplanation = ({ personId }: { personId: string }) => {
  const { t } = useTranslation();
  const { data = [] } = useQuery(apiQuery(rulesApi.list, { query: {} }));
  const [ruleId, setRuleId] = useState("");
  return (
    <div className="grid gap-4 rounded-card border border-line p-3.5">
      <Field label={t("people.why.rule")}>
        <Select value={ruleId} onChange={(event) => setRuleId(event.target.value)}>
          <option value="">{t("people.why.choose")}</option>
          {data.map(({ id, name, enabled }) => (
            <option key={id} value={id}>
              {enabled ? name : t("people.why.inactive", { name })}
            </option>
          ))}
        </Select>
      </Field>
      {ruleId && <ExplanationResult key={ruleId} ruleId={ruleId} personId={personId} />}
    </div>
  );
};
