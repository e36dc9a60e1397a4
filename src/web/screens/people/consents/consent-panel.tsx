import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { consentsApi } from "#contract/consents.ts";
import type { Person } from "#contract/people.ts";
import { query } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Button } from "#web/ui/button.tsx";
import { OptDialog } from "./opt-dialog.tsx";
import { PersonLedger } from "./person-ledger.tsx";
import { RecordConsent } from "./record-consent.tsx";

type Opened = "record" | "out" | "in";

/** Beside the consents: what they rest on, and the ways to write down a new one. */
export const ConsentPanel = ({ person }: { person: Person }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const mayChange = useMay("operator");
  const isAdmin = useMay("admin");
  const [open, setOpen] = useState<Opened>();
  const [showsLedger, setShowsLedger] = useState(false);
  const { data } = useQuery(query(consentsApi.suppressions, { query: { personId: person.id } }));
  const newest = data?.records[0];
  const optedOut = newest?.state === "opted_out" ? newest : undefined;
  const close = () => setOpen(undefined);

  return (
    <section aria-label={t("people.ledger.title")} className="grid gap-2.5">
      {optedOut && (
        <p className="rounded-lg bg-bad-tint px-3 py-2 text-sm">
          {t("people.ledger.optedOut", {
            at: format.dateTime(optedOut.createdAt),
            source: worded("reasons.source", optedOut.source),
          })}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {mayChange && (
          <Button size="sm" onClick={() => setOpen("record")}>
            {t("people.ledger.record")}
          </Button>
        )}
        {mayChange && !optedOut && (
          <Button size="sm" onClick={() => setOpen("out")}>
            {t("people.ledger.optOut")}
          </Button>
        )}
        {isAdmin && optedOut && (
          <Button size="sm" onClick={() => setOpen("in")}>
            {t("people.ledger.optIn")}
          </Button>
        )}
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={showsLedger}
          onClick={() => setShowsLedger(!showsLedger)}
        >
          {t(showsLedger ? "people.ledger.hide" : "people.ledger.show")}
        </Button>
      </div>
      {showsLedger && <PersonLedger personId={person.id} />}
      {open === "record" && <RecordConsent personId={person.id} onClose={close} />}
      {(open === "out" || open === "in") && <OptDialog person={person} way={open} onClose={close} />}
    </section>
  );
};
