import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ledgers } from "#contract/ledgers.ts";
import { query, serverMessage } from "#web/lib/api.ts";
import { formatConsentProof } from "#web/lib/consent-proof.ts";
import { useFormat } from "#web/lib/format.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

const tones = { granted: "ok", denied: "bad", unproven: "warn", opted_out: "bad", released: "ok" } as const;

type Entry = {
  id: string;
  state: keyof typeof tones;
  what: string;
  detail: string | null;
  createdAt: string;
};

/** What somebody agreed to and refused, and when they asked for silence: nothing of it is ever changed. */
export const PersonLedger = ({ personId }: { personId: string }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const filter = { query: { personId } };
  const consents = useQuery(query(ledgers.consents, filter));
  const suppressions = useQuery(query(ledgers.suppressions, filter));
  const error = consents.error ?? suppressions.error;
  const retry = () => {
    void consents.refetch();
    void suppressions.refetch();
  };
  if (!consents.data || !suppressions.data)
    return error ? (
      <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={retry} />
    ) : (
      <Skeleton className="h-20" />
    );
  const entries: Entry[] = [
    ...consents.data.records.map((record) => ({
      id: record.id,
      state: record.state,
      what: `${t(`people.consent.${record.channel}`)} · ${t(`compliance.ledger.purpose.${record.purpose}`)}`,
      detail: [
        worded("compliance.ledger.method", record.method),
        record.written ? t("compliance.ledger.written") : null,
        formatConsentProof(record.proof),
        record.actorEmail,
      ]
        .filter(Boolean)
        .join(" · "),
      createdAt: record.createdAt,
    })),
    ...suppressions.data.records.map((record) => ({
      id: record.id,
      state: record.state,
      what: worded("compliance.ledger.scope", record.scope),
      detail: [worded("reasons.source", record.source), record.reason].filter(Boolean).join(" · "),
      createdAt: record.createdAt,
    })),
  ].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  // One opt-out is kept for each address, and told once.
  const told = [...new Map(entries.map((entry) => [JSON.stringify({ ...entry, id: "" }), entry])).values()];
  if (told.length === 0) return <p className="text-soft text-sm">{t("people.ledger.empty")}</p>;
  return (
    <ol className="divide-y divide-line rounded-card border border-line px-3">
      {told.map(({ id, state, what, detail, createdAt }) => (
        <li key={id} className="grid gap-0.5 py-2 text-sm">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone={tones[state]}>{t(`compliance.ledger.state.${state}`)}</Badge>
            {what}
            <time dateTime={createdAt} className="ml-auto text-faint text-xs">
              {format.dateTime(createdAt)}
            </time>
          </p>
          {detail && <p className="break-words text-soft">{detail}</p>}
        </li>
      ))}
    </ol>
  );
};
