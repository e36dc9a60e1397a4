import type { TFunction } from "i18next";
import { Sparkles } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PersonDetail } from "#contract/people.ts";
import { actionTypes } from "#domain/rules/rule.ts";
import type { ScoreName } from "#domain/scoring/model.ts";
import { useAge } from "#web/lib/format.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ScoreCard } from "./profile/score-card.tsx";
import { ScoreExplanation } from "./profile/score-explanation.tsx";

type Profile = NonNullable<PersonDetail["aiProfile"]>;

const Updated = ({ instant }: { instant: string }) => {
  const { t } = useTranslation();
  return <p className="text-faint text-xs">{t("people.profile.updated", { age: useAge(instant) })}</p>;
};

const details = ["aiSummary", "nextBestAction", "preferredChannel", "bestTimeToContact"] as const;

const wordsOf = (name: (typeof details)[number], profile: Profile, t: TFunction) => {
  const channel = name === "preferredChannel" && actionTypes.find((one) => one === profile[name]);
  return channel ? t(`people.channel.${channel}`) : profile[name];
};

const fields = { intent: "intentScore", propensity: "propensityToBuy", churn: "churnRisk" } as const;

export const ProfileTab = ({ personId, profile }: { personId: string; profile: Profile | null }) => {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ScoreName>("intent");
  if (!profile) return <EmptyState icon={Sparkles} title={t("people.profile.none")} className="py-10" />;
  const known = details.filter((name) => profile[name]);
  return (
    <div className="grid gap-4">
      <fieldset className="grid grid-cols-3 gap-2 sm:gap-3">
        <legend className="sr-only">{t("people.score.scores")}</legend>
        {(["intent", "propensity", "churn"] as const).map((name) => (
          <ScoreCard
            key={name}
            label={t(`people.profile.${fields[name]}`)}
            value={profile[fields[name]]}
            risk={name === "churn"}
            chosen={chosen === name}
            onChoose={() => setChosen(name)}
          />
        ))}
      </fieldset>
      <ScoreExplanation personId={personId} name={chosen} />
      {known.length > 0 && (
        <dl className="grid gap-3 text-sm">
          {known.map((name) => (
            <div key={name}>
              <dt className="text-faint text-xs">{t(`people.profile.${name}`)}</dt>
              <dd className="whitespace-pre-line break-words">{wordsOf(name, profile, t)}</dd>
            </div>
          ))}
        </dl>
      )}
      <Updated instant={profile.updatedAt} />
    </div>
  );
};
