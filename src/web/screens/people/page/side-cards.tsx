import { Lightbulb } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { type PossibleDuplicate, peopleApi } from "#contract/people.ts";
import type { PersonOverview } from "#contract/person-page.ts";
import { MergeDialog } from "#web/components/merge/merge-dialog.tsx";
import {
  isDue,
  NextActionText,
  nextActionFrame,
  type ProfileAction,
} from "#web/components/person/next-action.tsx";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { ChannelIcon } from "#web/components/thread/channel-icon.tsx";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { toneOf } from "#web/lib/reasons.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { useWorded } from "#web/lib/worded.ts";
import { EntryList, type TimelineLinks } from "#web/screens/people/person/entry-link.tsx";
import { Avatar } from "#web/ui/avatar.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { personPagePath } from "./person-page-path.ts";

type NextActionPanelProps = {
  personId: string;
  action: ProfileAction;
  links: TimelineLinks;
};

/** What to do next, why, and what the gate says of it. Its button opens the conversation. */
export const NextActionPanel = ({ personId, action, links }: NextActionPanelProps) => {
  const { t } = useTranslation();
  const maySend = useMay("inbox", "work");
  const { kind, channel, gate, evidence } = action;
  const stopping = gate?.ruling === "stop" ? gate.reasons.filter(({ code }) => toneOf(code) === "stop") : [];
  return (
    <section
      aria-labelledby="page-next-action"
      className={cn(
        nextActionFrame(action),
        "grid gap-2.5 p-4 max-xl:order-first",
        !isDue(action) && "shadow-card",
      )}
    >
      <h2 id="page-next-action" className="flex items-center gap-2 font-[620] text-base tracking-tight">
        <Lightbulb aria-hidden="true" className="size-4" />
        {t("people.profile.nextBestAction")}
        {channel && maySend && <Kbd className="ml-auto max-sm:hidden pointer-coarse:hidden">.</Kbd>}
      </h2>
      <NextActionText action={action} />
      <EntryList ids={evidence.slice(0, 1)} links={links} />
      {stopping.length > 0 && <ReasonList reasons={stopping} className="text-soft" />}
      {channel && maySend && (
        <Button asChild size="sm" variant="primary" className="w-fit max-sm:h-9">
          <Link href={`/inbox/${personId}`}>
            <ChannelIcon channel={channel} />
            {t(kind === "hand_over" ? "people.profile.do.hand_over" : `people.profile.do.${channel}`)}
          </Link>
        </Button>
      )}
    </section>
  );
};

const costClasses = ["bg-sea", "bg-sea/65", "bg-beam", "bg-sea/35", "bg-edge", "bg-soft"] as const;

/** What the person has cost so far, by kind. */
export const CostCard = ({ cost, since }: { cost: PersonOverview["cost"]; since: string }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const exact = new Intl.NumberFormat(format.numberLocale, {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: 4,
    maximumFractionDigits: 4,
  });
  const rounded = new Intl.NumberFormat(format.numberLocale, { style: "currency", currency: "USD" });
  return (
    <Card title={t("personPage.cost.title")} caption={t("personPage.since", { at: format.day(since) })}>
      <p className="-mt-2.5 flex flex-wrap items-baseline gap-x-2">
        <b className="font-[640] text-2xl tracking-[-0.025em] tabular-nums">{rounded.format(cost.total)}</b>
        {cost.stageAverage !== null && (
          <span className="text-soft text-xs">
            {t("personPage.cost.average", { amount: formatDollars(cost.stageAverage, format.numberLocale) })}
          </span>
        )}
      </p>
      {cost.total > 0 ? (
        <>
          <div aria-hidden="true" className="mt-2.5 mb-3 flex h-2.5 gap-0.5 overflow-hidden rounded-full">
            {cost.kinds.map(({ kind, cost: amount }, index) => (
              <span
                key={kind}
                className={costClasses[Math.min(index, costClasses.length - 1)]}
                style={{ flexGrow: amount / cost.total, flexBasis: 3 }}
              />
            ))}
          </div>
          <dl className="grid gap-0.5">
            {cost.kinds.map(({ kind, count, cost: amount }, index) => (
              <div
                key={kind}
                className="grid grid-cols-[8px_minmax(0,1fr)_auto_64px] items-center gap-2 text-[12.5px] leading-6"
              >
                <span
                  aria-hidden="true"
                  className={cn("size-2 rounded-xs", costClasses[Math.min(index, costClasses.length - 1)])}
                />
                <dt className="truncate">{worded("dashboard.cost.kind", kind)}</dt>
                <dd className="text-faint text-xs">
                  {t("personPage.cost.times", { count, shown: format.number(count) })}
                </dd>
                <dd className="text-right font-[540] tabular-nums">{exact.format(amount)}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p className="mt-1 text-soft text-xs">{t("personPage.cost.none")}</p>
      )}
    </Card>
  );
};

type DuplicateCardProps = { personId: string; duplicate: PossibleDuplicate };

/** Another person who may be this one: compare and merge, or say that they are different. */
export const DuplicateCard = ({ personId, duplicate }: DuplicateCardProps) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const mayDecide = useMay("people", "work");
  const decide = useApiMutation(peopleApi.decideDuplicate);
  const [isComparing, setComparing] = useState(false);
  const name = duplicate.name ?? duplicate.email ?? duplicate.phone ?? t("people.duplicate.unnamed");
  const saveDifferent = async () => {
    try {
      await decide.mutateAsync({ params: { id: duplicate.id }, body: { decision: "different" } });
      toast({ title: t("success.title"), description: t("people.duplicate.saved") });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("people.duplicate.failed"),
        variant: "destructive",
      });
    }
  };
  return (
    <Card>
      <div className="flex items-start gap-2.5">
        <Avatar name={name} />
        <div className="min-w-0 text-sm">
          <h2 className="font-[560]">{t("personPage.duplicate.title")}</h2>
          <p className="break-words text-soft text-xs">
            {t(`people.duplicate.reason.${duplicate.reason}`, { name })}
          </p>
          <div className="mt-2 flex flex-wrap gap-2">
            {mayDecide ? (
              <>
                <Button size="sm" className="max-sm:h-9" onClick={() => setComparing(true)}>
                  {t("merge.compare")}
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  className="max-sm:h-9"
                  disabled={decide.isPending}
                  onClick={() => void saveDifferent()}
                >
                  {t("people.duplicate.different")}
                </Button>
              </>
            ) : (
              <Button size="sm" onClick={() => navigate(personPagePath(duplicate.personId))}>
                {t("people.duplicate.open")}
              </Button>
            )}
          </div>
        </div>
      </div>
      {isComparing && (
        <MergeDialog ids={[personId, duplicate.personId]} onClose={() => setComparing(false)} />
      )}
    </Card>
  );
};
