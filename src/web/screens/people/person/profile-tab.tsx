import type { TFunction } from "i18next";
import { Sparkles } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { PersonDetail } from "#contract/people.ts";
import { actionTypes } from "#domain/rules/rule.ts";
import type { ScoreName } from "#domain/scoring/model.ts";
import { cn } from "#web/lib/cn.ts";
import { useAge } from "#web/lib/format.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ScoreExplanation } from "./score-explanation.tsx";

/** Scores above this are highlighted, risks as bad. */
const highScore = 75;

type ScoreCardProps = {
  label: string;
  value: number;
  isRisk?: boolean;
  selected: boolean;
  onSelect: () => void;
};

const ScoreCard = ({ label, value, isRisk = false, selected, onSelect }: ScoreCardProps) => {
  const { t } = useTranslation();
  const percent = Math.min(100, Math.max(0, value));
  const isHigh = percent > highScore;
  return (
    <button
      type="button"
      aria-pressed={selected}
      onClick={onSelect}
      className={cn(
        "min-w-0 rounded-card border px-3 py-2.5 text-left transition-colors sm:px-3.5 sm:py-3",
        selected ? "border-sea bg-sea-tint" : "border-line hover:bg-hover",
      )}
    >
      <span className="block text-[12.5px] text-soft leading-4">{label}</span>
      <span className="font-[640] text-[22px] leading-8 tracking-[-0.025em] tabular-nums">{value}</span>
      <span className="sr-only">{t("people.score.show")}</span>
      <span aria-hidden="true" className="mt-1.5 block h-1.5 overflow-hidden rounded bg-hover">
        <span
          className={cn("block h-full rounded", isHigh ? (isRisk ? "bg-bad" : "bg-beam") : "bg-sea")}
          style={{ width: `${percent}%` }}
        />
      </span>
    </button>
  );
};

type Profile = NonNullable<PersonDetail["aiProfile"]>;

const UpdatedAt = ({ instant }: { instant: string }) => {
  const { t } = useTranslation();
  return <p className="text-faint text-xs">{t("people.profile.updated", { age: useAge(instant) })}</p>;
};

const detailNames = ["aiSummary", "nextBestAction", "preferredChannel", "bestTimeToContact"] as const;

const detailText = (name: (typeof detailNames)[number], profile: Profile, t: TFunction) => {
  const channel = name === "preferredChannel" && actionTypes.find((type) => type === profile[name]);
  return channel ? t(`people.channel.${channel}`) : profile[name];
};

const scoreFields = { intent: "intentScore", propensity: "propensityToBuy", churn: "churnRisk" } as const;

export const ProfileTab = ({ personId, profile }: { personId: string; profile: Profile | null }) => {
  const { t } = useTranslation();
  const [score, setScore] = useState<ScoreName>("intent");
  if (!profile) return <EmptyState icon={Sparkles} title={t("people.profile.none")} className="py-10" />;
  const filledDetails = detailNames.filter((name) => profile[name]);
  return (
    <div className="grid gap-4">
      <fieldset className="grid grid-cols-3 gap-2 sm:gap-3">
        <legend className="sr-only">{t("people.score.scores")}</legend>
        {(["intent", "propensity", "churn"] as const).map((name) => (
          <ScoreCard
            key={name}
            label={t(`people.profile.${scoreFields[name]}`)}
            value={profile[scoreFields[name]]}
            isRisk={name === "churn"}
            selected={score === name}
            onSelect={() => setScore(name)}
          />
        ))}
      </fieldset>
      <ScoreExplanation personId={personId} name={score} />
      {filledDetails.length > 0 && (
        <dl className="grid gap-3 text-sm">
          {filledDetails.map((name) => (
            <div key={name}>
              <dt className="text-faint text-xs">{t(`people.profile.${name}`)}</dt>
              <dd className="whitespace-pre-line break-words">{detailText(name, profile, t)}</dd>
            </div>
          ))}
        </dl>
      )}
      <UpdatedAt instant={profile.updatedAt} />
    </div>
  );
};
