import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { consentsApi } from "#contract/consents.ts";
import type { Person } from "#contract/people.ts";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useConsentProof } from "#web/lib/consent-proof.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { OptOutDialog, RecordConsentDialog } from "./consent-dialogs.tsx";

const stateTones = {
  granted: "ok",
  denied: "bad",
  unproven: "warn",
  opted_out: "bad",
  released: "ok",
} as const;

type HistoryEntry = {
  id: string;
  state: keyof typeof stateTones;
  subject: string;
  detail: string | null;
  simulated: boolean;
  createdAt: string;
};

/** Append-only history of a person's consents and opt-outs. */
const ConsentHistory = ({ personId }: { personId: string }) => {
  const { t } = useTranslation();
  const proofText = useConsentProof();
  const format = useFormat();
  const translateValue = useWorded();
  const filter = { query: { personId } };
  const consents = useQuery(apiQuery(consentsApi.consents, filter));
  const suppressions = useQuery(apiQuery(consentsApi.suppressions, filter));
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
  const entries: HistoryEntry[] = [
    ...consents.data.records.map((record) => ({
      id: record.id,
      state: record.state,
      subject: `${t(`people.consent.${record.channel}`)} · ${t(`compliance.ledger.purpose.${record.purpose}`)}`,
      detail: [
        translateValue("compliance.ledger.method", record.method),
        record.written ? t("compliance.ledger.written") : null,
        proofText(record.proof),
        record.actorEmail,
      ]
        .filter(Boolean)
        .join(" · "),
      simulated: false,
      createdAt: record.createdAt,
    })),
    ...suppressions.data.records.map((record) => ({
      id: record.id,
      state: record.state,
      subject: translateValue("compliance.ledger.scope", record.scope),
      detail: [translateValue("reasons.source", record.source), record.reason].filter(Boolean).join(" · "),
      simulated: record.simulated,
      createdAt: record.createdAt,
    })),
  ].sort((first, second) => second.createdAt.localeCompare(first.createdAt));
  // An opt-out is stored once per address; equal entries are shown once.
  const distinct = [
    ...new Map(entries.map((entry) => [JSON.stringify({ ...entry, id: "" }), entry])).values(),
  ];
  if (distinct.length === 0) return <p className="text-soft text-sm">{t("people.ledger.empty")}</p>;
  return (
    <ol className="divide-y divide-line rounded-card border border-line px-3">
      {distinct.map(({ id, state, subject, detail, simulated, createdAt }) => (
        <li key={id} className="grid gap-0.5 py-2 text-sm">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <Badge tone={stateTones[state]}>{t(`compliance.ledger.state.${state}`)}</Badge>
            {simulated && <Badge tone="warn">{t("simulated.label")}</Badge>}
            {subject}
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

type OpenDialog = "record" | "out" | "in";

type ConsentPanelProps = {
  person: Person;
  /** Shows the history at once. */
  startsOpen?: boolean;
};

export const ConsentPanel = ({ person, startsOpen = false }: ConsentPanelProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const translateValue = useWorded();
  const mayChange = useMay("people", "work");
  const isAdmin = useMay("compliance", "manage");
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const [showsHistory, setShowsHistory] = useState(startsOpen);
  const { data } = useQuery(apiQuery(consentsApi.suppressions, { query: { personId: person.id } }));
  const newest = data?.records[0];
  const optedOut = newest?.state === "opted_out" ? newest : undefined;
  const close = () => setOpenDialog(undefined);

  return (
    <section aria-label={t("people.ledger.title")} className="grid gap-2.5">
      {optedOut && (
        <p className="rounded-lg bg-bad-tint px-3 py-2 text-sm">
          {t("people.ledger.optedOut", {
            at: format.dateTime(optedOut.createdAt),
            source: translateValue("reasons.source", optedOut.source),
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {mayChange && (
          <Button size="sm" onClick={() => setOpenDialog("record")}>
            {t("people.ledger.record")}
          </Button>
        )}
        {mayChange && !optedOut && (
          <Button size="sm" onClick={() => setOpenDialog("out")}>
            {t("people.ledger.optOut")}
          </Button>
        )}
        {isAdmin && optedOut && (
          <Button size="sm" onClick={() => setOpenDialog("in")}>
            {t("people.ledger.optIn")}
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={showsHistory}
          onClick={() => setShowsHistory(!showsHistory)}
        >
          {t(showsHistory ? "people.ledger.hide" : "people.ledger.show")}
        </Button>
      </div>
      {showsHistory && <ConsentHistory personId={person.id} />}
      {openDialog === "record" && <RecordConsentDialog personId={person.id} onClose={close} />}
      {(openDialog === "out" || openDialog === "in") && (
        <OptOutDialog person={person} direction={openDialog} onClose={close} />
      )}
    </section>
  );
};
