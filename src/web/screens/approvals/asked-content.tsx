import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { AskedBroadcast, AskedRuns } from "#domain/approvals/content.ts";
import { VisibleText } from "#web/components/approvals/visible-text.tsx";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-faint text-xs">{label}</dt>
    <dd className="break-words text-sm">{children}</dd>
  </div>
);

const FirstWords = ({ text }: { text: string }) => {
  const { t } = useTranslation();
  if (text === "") return null;
  return (
    <div className="grid gap-1">
      <p className="text-faint text-xs">{t("approvals.firstWords")}</p>
      <VisibleText text={text} />
    </div>
  );
};

type AskedBroadcastProps = { asked: AskedBroadcast; cost: number | null };

/** A broadcast that is to be started, paused or stopped: how many get it, and how it begins. */
export const AskedBroadcastContent = ({ asked, cost }: AskedBroadcastProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { id, people, purpose, firstWords } = asked;
  return (
    <div className="grid gap-3">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {people !== null && <Fact label={t("approvals.people")}>{format.number(people)}</Fact>}
        {cost !== null && (
          <Fact label={t("approvals.cost")}>
            {t("approvals.about", { amount: formatDollars(cost, format.numberLocale) })}
          </Fact>
        )}
        <Fact label={t("approvals.purpose")}>{t(`approvals.purposes.${purpose}`)}</Fact>
      </dl>
      <FirstWords text={firstWords} />
      <Link href={`/campaigns/${id}`} className="w-fit text-sea text-sm underline">
        {t("approvals.openBroadcast")}
      </Link>
    </div>
  );
};

/** A rule that is to be started for people, or sequences that are to be stopped. */
export const AskedRunsContent = ({ asked: { verb, ids, firstWords } }: { asked: AskedRuns }) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <div className="grid gap-3">
      <dl>
        <Fact label={t(verb === "start" ? "approvals.people" : "approvals.sequences")}>
          {format.number(ids.length)}
        </Fact>
      </dl>
      <FirstWords text={firstWords} />
    </div>
  );
};
