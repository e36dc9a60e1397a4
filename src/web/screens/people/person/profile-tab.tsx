import { useQuery } from "@tanstack/react-query";
import { Sparkles } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { PersonDetail } from "#contract/people.ts";
import { profilesApi } from "#contract/profiles.ts";
import type { ScoreName } from "#domain/scoring/model.ts";
import { isGoodChange, ScoreBar, scoreFields } from "#web/components/person/score-bar.tsx";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useAge } from "#web/lib/format.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { ChangesCard, type ScoreChange } from "./changes-card.tsx";
import { BestTimeCard, ChannelCard } from "./contact-cards.tsx";
import type { TimelineLinks } from "./entry-link.tsx";
import { NextActionCard } from "./next-action-card.tsx";
import { ScoreExplanation } from "./score-explanation.tsx";
import type { MessageDraft } from "./send-message.ts";
import { SummaryCard } from "./summary-card.tsx";

type ScoreCardProps = {
  name: ScoreName;
  label: string;
  /** Null where not enough is known. */
  value: number | null;
  change: ScoreChange | undefined;
  selected: boolean;
  onSelect: () => void;
};

const ScoreCard = ({ name, label, value, change, selected, onSelect }: ScoreCardProps) => {
  const { t } = useTranslation();
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
      {value === null ? (
        <span className="block text-faint text-sm leading-8">{t("people.notKnown")}</span>
      ) : (
        <span className="font-[640] text-[22px] leading-8 tracking-[-0.025em] tabular-nums">{value}</span>
      )}
      {change && (
        <span
          title={t("people.profile.sinceYesterday")}
          className={cn(
            "ml-1.5 text-xs tabular-nums",
            isGoodChange(name, change.after - change.before) ? "text-ok" : "text-bad",
          )}
        >
          {change.after > change.before
            ? `↑ ${change.after - change.before}`
            : `↓ ${change.before - change.after}`}
          <span className="sr-only"> {t("people.profile.sinceYesterday")}</span>
        </span>
      )}
      <span className="sr-only">{t("people.score.show")}</span>
      <ScoreBar name={name} value={value} className="mt-1.5" />
    </button>
  );
};

type Profile = NonNullable<PersonDetail["aiProfile"]>;

const UpdatedAt = ({ instant }: { instant: string }) => {
  const { t } = useTranslation();
  return <p className="text-faint text-xs">{t("people.profile.updated", { age: useAge(instant) })}</p>;
};

type ProfileTabProps = {
  personId: string;
  profile: Profile | null;
  links: TimelineLinks;
  onWrite: (draft: MessageDraft) => void;
};

const AdviceSkeleton = () => (
  <div aria-busy="true" className="grid gap-4">
    <Skeleton className="h-40" />
    <Skeleton className="h-24" />
    <Skeleton className="h-44" />
  </div>
);

/** What is computed from the person's own history: what to do next, the summary, when and where to contact them. */
const Advice = ({ personId, links, onWrite }: Omit<ProfileTabProps, "profile">) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(profilesApi.get, { params: { id: personId } }));
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data) return <AdviceSkeleton />;
  return (
    <>
      <NextActionCard action={data.nextAction} links={links} onWrite={onWrite} />
      <SummaryCard personId={personId} summary={data.summary} links={links} />
      <ChangesCard changes={data.changes} links={links} />
      <div className="grid gap-4 sm:grid-cols-2">
        <ChannelCard preferred={data.preferredChannel} />
        <BestTimeCard bestTime={data.bestTime} />
      </div>
    </>
  );
};

/** The scores that changed since yesterday. */
const useScoreChanges = (personId: string, enabled: boolean): ScoreChange[] => {
  const { data } = useQuery({ ...apiQuery(profilesApi.get, { params: { id: personId } }), enabled });
  return data?.changes.items.filter((change) => change.kind === "score") ?? [];
};

export const ProfileTab = ({ personId, profile, ...advice }: ProfileTabProps) => {
  const { t } = useTranslation();
  const [score, setScore] = useState<ScoreName>("intent");
  const explanation = useRef<HTMLDivElement>(null);
  const scoreChanges = useScoreChanges(personId, profile !== null);
  if (!profile)
    return (
      <EmptyState
        icon={Sparkles}
        title={t("people.profile.none")}
        text={t("people.profile.noneText")}
        className="py-10"
      />
    );
  const showExplanation = (name: ScoreName) => {
    setScore(name);
    explanation.current?.scrollIntoView({ block: "nearest" });
  };
  return (
    <div className="grid gap-5">
      <fieldset className="grid grid-cols-3 gap-2 sm:gap-3">
        <legend className="sr-only">{t("people.score.scores")}</legend>
        {(["intent", "propensity", "churn"] as const).map((name) => (
          <ScoreCard
            key={name}
            name={name}
            label={t(`people.profile.${scoreFields[name]}`)}
            value={profile[scoreFields[name]]}
            change={scoreChanges.find((change) => change.score === name)}
            selected={score === name}
            onSelect={() => showExplanation(name)}
          />
        ))}
      </fieldset>
      <Advice personId={personId} {...advice} />
      <div ref={explanation}>
        <ScoreExplanation personId={personId} name={score} />
      </div>
      <UpdatedAt instant={profile.updatedAt} />
    </div>
  );
};
