import type { TFunction } from "i18next";
import { Sparkles } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { PersonDetail } from "#contract/people.ts";
import { actionTypes } from "#domain/rules/rule.ts";
import { cn } from "../../lib/cn.ts";
import { useAge } from "../../lib/format.ts";
import { EmptyState } from "../../ui/empty-state.tsx";

type Profile = NonNullable<PersonDetail["aiProfile"]>;

/** From here on a score shines, and a risk alarms. */
const high = 75;

const Score = ({ label, value, risk = false }: { label: string; value: number; risk?: boolean }) => {
  const score = Math.min(100, Math.max(0, value));
  const isHigh = score > high;
  return (
    <div className="rounded-card border border-line px-3.5 py-3">
      <dt className="text-[12.5px] text-soft">{label}</dt>
      <dd>
        <span className="font-[640] text-[22px] leading-8 tracking-[-0.025em] tabular-nums">{value}</span>
        <span aria-hidden="true" className="mt-1.5 block h-1.5 overflow-hidden rounded bg-hover">
          <span
            className={cn("block h-full rounded", isHigh ? (risk ? "bg-bad" : "bg-beam") : "bg-sea")}
            style={{ width: `${score}%` }}
          />
        </span>
      </dd>
    </div>
  );
};

const Updated = ({ instant }: { instant: string }) => {
  const { t } = useTranslation();
  return <p className="text-faint text-xs">{t("people.profile.updated", { age: useAge(instant) })}</p>;
};

const details = ["aiSummary", "nextBestAction", "preferredChannel", "bestTimeToContact"] as const;

const wordsOf = (name: (typeof details)[number], profile: Profile, t: TFunction) => {
  const channel = name === "preferredChannel" && actionTypes.find((one) => one === profile[name]);
  return channel ? t(`people.channel.${channel}`) : profile[name];
};

export const ProfileTab = ({ profile }: { profile: Profile | null }) => {
  const { t } = useTranslation();
  if (!profile) return <EmptyState icon={Sparkles} title={t("people.profile.none")} className="py-10" />;
  const known = details.filter((name) => profile[name]);
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3 sm:grid-cols-3">
        <Score label={t("people.profile.intentScore")} value={profile.intentScore} />
        <Score label={t("people.profile.propensityToBuy")} value={profile.propensityToBuy} />
        <Score label={t("people.profile.churnRisk")} value={profile.churnRisk} risk />
      </dl>
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
