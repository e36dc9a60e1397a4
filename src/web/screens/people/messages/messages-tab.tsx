import { useQuery } from "@tanstack/react-query";
import { CircleHelp, Send, Smartphone } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { workspace } from "#contract/workspace.ts";
import { DeliveryList } from "#web/components/delivery/delivery-list.tsx";
import { query } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { type Draft, emptyDraft, isBegun } from "./draft.ts";
import { SendBox } from "./send-box.tsx";
import { WhyBox } from "./why-box.tsx";

type MessagesTabProps = {
  personId: string;
  /** What they have cost so far, in US dollars. */
  cost: number;
  phone: string | null;
  /** Undefined while nobody writes. */
  draft: Draft | undefined;
  onDraft: (draft: Draft | undefined) => void;
};

/** What was sent to somebody, held back or stopped; sending by hand; and why a rule did or did not reach them. */
export const MessagesTab = ({ personId, cost, phone, draft, onDraft }: MessagesTabProps) => {
  const { t } = useTranslation();
  const { locale } = useFormat();
  const maySend = useMay("operator");
  const { data: status } = useQuery(query(workspace.status));
  const [asking, setAsking] = useState(false);
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        {maySend && (
          <Button
            aria-expanded={draft !== undefined}
            disabled={isBegun(draft)}
            onClick={() => onDraft(draft ? undefined : emptyDraft)}
          >
            <Send aria-hidden="true" />
            {t("people.messages.send")}
          </Button>
        )}
        <Button aria-expanded={asking} onClick={() => setAsking(!asking)}>
          <CircleHelp aria-hidden="true" />
          {t("people.messages.why")}
        </Button>
        {status?.sandbox && phone && (
          <Button asChild variant="ghost">
            <a href={`/sandbox?with=${encodeURIComponent(phone)}`} target="_blank" rel="noreferrer">
              <Smartphone aria-hidden="true" />
              {t("people.messages.phone")}
            </a>
          </Button>
        )}
      </div>
      {draft && maySend && <SendBox personId={personId} draft={draft} onDraft={onDraft} />}
      {asking && <WhyBox personId={personId} />}
      <section className="grid gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h3 className="font-[560] text-sm">{t("people.messages.list")}</h3>
          <p className="text-faint text-xs">
            {t("people.messages.cost")}{" "}
            <b className="font-[600] text-ink text-sm tabular-nums">{formatDollars(cost, locale)}</b>
          </p>
        </div>
        <DeliveryList
          filter={{ personId }}
          empty={{ title: t("people.messages.empty"), text: t("people.messages.emptyText") }}
        />
      </section>
    </div>
  );
};
