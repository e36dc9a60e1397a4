import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Rule } from "#contract/rules.ts";
import { runsApi } from "#contract/runs.ts";
import type { SequenceDraft } from "#web/components/sequence/sequence-draft.ts";
import { callApi } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { Card } from "#web/ui/card.tsx";

const effects = ["unchanged", "newWords", "otherWaits", "otherSteps", "moved", "ended"] as const;
const grave: readonly (typeof effects)[number][] = ["moved", "ended"];

type EditEffectsProps = { rule: Rule; draft: SequenceDraft };

/** What saving the draft would do to the people who are in the sequence. */
export const EditEffects = ({ rule, draft }: EditEffectsProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { actions, options } = useDebounced(draft);
  const body = { actions, options };
  // A row that is being filled in is not asked about yet.
  const isComplete = actions.length > 0 && runsApi.previewEdit.input.body.safeParse(body).success;
  const { data } = useQuery({
    queryKey: ["sequence-edit", rule.id, rule.version, actions, options],
    queryFn: () => callApi(runsApi.previewEdit, { params: { id: rule.id }, body }),
    enabled: isComplete,
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
  const inside = data ? effects.reduce((sum, effect) => sum + data[effect], 0) : 0;
  if (!data || inside === 0) return null;
  return (
    <Card
      title={t("sequence.effects.title")}
      aside={
        <span className="text-faint text-xs tabular-nums">
          {t("sequence.inside", { count: inside, shown: format.number(inside) })}
        </span>
      }
    >
      <dl className="grid gap-1 text-sm">
        {effects
          .filter((effect) => data[effect] > 0)
          .map((effect) => (
            <div key={effect} className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3">
              <dt className={cn("order-2", grave.includes(effect) && "text-warn")}>
                {t(`sequence.effects.${effect}`)}
              </dt>
              <dd className="order-1 text-right font-[620] tabular-nums">{format.number(data[effect])}</dd>
            </div>
          ))}
      </dl>
      <p className="mt-2 text-faint text-xs">{t("sequence.effects.keep")}</p>
    </Card>
  );
};
