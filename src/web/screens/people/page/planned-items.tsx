import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import type { PlannedForPerson } from "#contract/plan.ts";
import { useFormat } from "#web/lib/format.ts";
import { reasonText } from "#web/lib/reasons.ts";
import { useWording } from "#web/lib/use-wording.ts";
import { useWorded } from "#web/lib/worded.ts";

type ItemProps = { name: string; href: string | undefined; at: string | null; detail: string };

const Item = ({ name, href, at, detail }: ItemProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  return (
    <li className="grid min-w-0 grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2 text-sm">
      {href === undefined ? (
        <span className="font-[560] wrap-anywhere">{name}</span>
      ) : (
        <Link href={href} className="font-[560] text-sea wrap-anywhere hover:underline">
          {name}
        </Link>
      )}
      <span className="text-soft text-xs">
        {at === null ? t("sequence.person.noTime") : <time dateTime={at}>{format.dayTime(at)}</time>}
      </span>
      {detail !== "" && <p className="col-span-2 text-soft text-xs wrap-anywhere">{detail}</p>}
    </li>
  );
};

/** Messages that wait for the person outside of a run, and broadcasts whose turn has not come. */
export const PlannedItems = ({ plan: { messages, broadcasts } }: { plan: PlannedForPerson }) => {
  const { t } = useTranslation();
  const wording = useWording();
  const worded = useWorded();
  return (
    <>
      {messages.length > 0 && (
        <ul aria-label={t("sequence.person.messages")} className="grid gap-2">
          {messages.map(({ actionId, channel, at, rule, reasons }) => (
            <Item
              key={actionId}
              name={rule?.name ?? t("sequence.person.byHand")}
              href={rule ? (rule.isBroadcast ? `/campaigns/${rule.id}` : `/rules/${rule.id}`) : undefined}
              at={at}
              detail={[
                worded("reasons.channel", channel),
                ...new Set(reasons.map((reason) => reasonText(reason, wording).text)),
              ].join(" · ")}
            />
          ))}
        </ul>
      )}
      {broadcasts.length > 0 && (
        <ul aria-label={t("sequence.person.broadcasts")} className="grid gap-2">
          {broadcasts.map(({ id, name, state, at }) => (
            <Item
              key={id}
              name={name}
              href={`/campaigns/${id}`}
              at={at}
              detail={`${t("sequence.person.broadcast")} · ${t(`campaigns.state.${state}`)}`}
            />
          ))}
        </ul>
      )}
    </>
  );
};
