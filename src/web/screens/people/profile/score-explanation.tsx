import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { people } from "#contract/people.ts";
import type { ScoreName } from "#domain/scoring/model.ts";
import { query, serverMessage } from "#web/lib/api.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ScoreParts } from "./score-parts.tsx";

type ScoreExplanationProps = { personId: string; name: ScoreName };

/** What one score is made of, as far as it is known now. */
export const ScoreExplanation = ({ personId, name }: ScoreExplanationProps) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(query(people.scores, { params: { id: personId } }));
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div aria-busy="true" className="grid gap-3">
        {["a", "b", "c", "d"].map((row) => (
          <Skeleton key={row} className="h-9" />
        ))}
      </div>
    );
  const score = data.scores.find((candidate) => candidate.name === name);
  if (!score) return null;
  const { stored, value, base } = score;
  return (
    <section className="grid gap-2 rounded-card border border-line px-4 py-3.5">
      <h3 className="font-[560] text-sm">{t(`people.score.title.${name}`)}</h3>
      <p className="text-soft text-xs">{t("people.score.base", { base, value })}</p>
      {stored !== value && (
        <p className="rounded-lg bg-hover px-3 py-2 text-xs">
          {t(data.storedVersion === null ? "people.score.brought" : "people.score.faded", { stored, value })}
        </p>
      )}
      <ScoreParts score={score} />
      <p className="text-faint text-xs">{t("people.score.model", { version: data.version })}</p>
    </section>
  );
};
