import { useTranslation } from "react-i18next";
import type { PersonProfileView } from "#contract/profiles.ts";
import { isGoodChange } from "#web/components/person/score-bar.tsx";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { intentTone } from "#web/lib/reading-tone.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import type { TimelineLinks } from "./entry-link.tsx";

type Changes = PersonProfileView["changes"];
type Change = Changes["items"][number];
export type ScoreChange = Extract<Change, { kind: "score" }>;

type ConsentChange = Extract<Change, { kind: "consent" }>;
type EntryChange = Exclude<Change, ScoreChange | ConsentChange>;

const useChangeText = () => {
  const { t } = useTranslation();
  return (change: EntryChange): string => {
    switch (change.kind) {
      case "message":
        return change.channel
          ? t("people.event.wrote", { channel: t(`reasons.channel.${change.channel}`) })
          : t("people.profile.changed.wrote");
      case "stage":
        return t("people.profile.changed.stage", {
          from: t(`people.status.${change.from}`),
          to: t(`people.status.${change.to}`),
        });
      case "preference":
        return t(`people.event.${change.state}`);
      case "send":
        return t(`people.event.message_${change.outcome}`, {
          channel: t(`reasons.channel.${change.channel}`),
        });
    }
  };
};

const ScoreLine = ({ change }: { change: ScoreChange }) => {
  const { t } = useTranslation();
  const { score, before, after } = change;
  return (
    <span className="min-h-6">
      <span className="inline-block first-letter:uppercase">{t(`people.event.score.${score}`)}</span>{" "}
      <span className="tabular-nums">
        {before} → <b className="font-[620]">{after}</b>
      </span>{" "}
      <span
        className={cn(
          "tabular-nums text-xs",
          isGoodChange(change.score, change.after - change.before) ? "text-ok" : "text-bad",
        )}
      >
        {after > before ? `↑ ${after - before}` : `↓ ${before - after}`}
      </span>
    </span>
  );
};

type ChangesCardProps = { changes: Changes; links: TimelineLinks };

export const ChangesCard = ({ changes, links }: ChangesCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const textOf = useChangeText();
  const worded = useWorded();
  const scores = changes.items.filter((change) => change.kind === "score");
  const consents = changes.items.filter((change) => change.kind === "consent");
  const others = changes.items.filter((change) => change.kind !== "score" && change.kind !== "consent");
  const hasEntry = (id: string): boolean => links.events.some((event) => event.id === id);
  return (
    <section aria-labelledby="profile-changes" className="grid gap-2">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <h3 id="profile-changes" className="font-[620] text-base">
          {t("people.profile.changes")}
        </h3>
        <p className="text-faint text-xs">
          {t("people.profile.changesSince", { at: format.dateTime(changes.since) })}
        </p>
      </div>
      {changes.items.length === 0 ? (
        <p className="text-sm text-soft">{t("people.profile.noChanges")}</p>
      ) : (
        <ul className="divide-y divide-line">
          {scores.length > 0 && (
            <li className="flex flex-wrap gap-x-5 py-1.5 text-sm">
              {scores.map((change) => (
                <ScoreLine key={change.score} change={change} />
              ))}
            </li>
          )}
          {others.map((change) => (
            <li key={change.entryId} className="flex flex-wrap items-center gap-x-2 py-1.5 text-sm">
              {hasEntry(change.entryId) ? (
                <button
                  type="button"
                  onClick={() => links.onOpen(change.entryId)}
                  className="min-h-6 text-left text-sea hover:underline"
                >
                  {textOf(change)}
                </button>
              ) : (
                <span className="min-h-6">{textOf(change)}</span>
              )}
              {change.kind === "message" && change.intent && (
                <Badge tone={intentTone(change.intent)}>{t(`reading.intent.${change.intent}`)}</Badge>
              )}
              <time dateTime={change.at} className="ml-auto text-faint text-xs">
                {format.dateTime(change.at)}
              </time>
            </li>
          ))}
          {consents[0] && (
            <li className="flex flex-wrap items-center gap-x-2 py-1.5 text-sm">
              <span className="min-h-6">
                {t("people.field.consents")}:{" "}
                {consents
                  .map(
                    ({ channel, state }) =>
                      `${worded("people.channel", channel)} ${worded("compliance.ledger.state", state).toLowerCase()}`,
                  )
                  .join(", ")}
              </span>
              <time dateTime={consents[0].at} className="ml-auto text-faint text-xs">
                {format.dateTime(consents[0].at)}
              </time>
            </li>
          )}
        </ul>
      )}
    </section>
  );
};
