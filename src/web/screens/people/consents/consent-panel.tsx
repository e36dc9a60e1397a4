import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ledgers } from "#contract/ledgers.ts";
import type { Person } from "#contract/people.ts";
import { query } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Button } from "#web/ui/button.tsx";
import { OptOutDialog } from "./opt-dialog.tsx";
import { ConsentHistory } from "./person-ledger.tsx";
import { RecordConsentDialog } from "./record-consent.tsx";

type OpenDialog = "record" | "out" | "in";

/** Beside the consents: what they rest on, and the ways to write down a new one. */
export const ConsentPanel = ({ person }: { person: Person }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const worded = useWorded();
  const mayChange = useMay("operator");
  const isAdmin = useMay("admin");
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const [showsHistory, setShowsHistory] = useState(false);
  const { data } = useQuery(query(ledgers.suppressions, { query: { personId: person.id } }));
  const newest = data?.records[0];
  const optedOut = newest?.state === "opted_out" ? newest : undefined;
  const close = () => setOpenDialog(undefined);

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
