import { useQuery } from "@tanstack/react-query";
import { CircleHelp, Send, Smartphone } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { workspaceApi } from "#contract/workspace.ts";
import { DeliveryList } from "#web/components/delivery/delivery-list.tsx";
import { Conversation } from "#web/components/thread/conversation.tsx";
import type { OutboundEntry } from "#web/components/thread/thread-entry.tsx";
import { apiQuery } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { MessageForm } from "./message-form.tsx";
import { RuleExplanation } from "./rule-explanation.tsx";
import { emptyDraft, hasDraftText, type MessageDraft } from "./send-message.ts";

type MessagesTabProps = {
  personId: string;
  /** Of the person. */
  name: string;
  /** Total cost of the person's messages, in US dollars. */
  cost: number;
  phone: string | null;
  /** Undefined while the form is closed. */
  draft: MessageDraft | undefined;
  onDraftChange: (draft: MessageDraft | undefined) => void;
};

export const MessagesTab = ({ personId, name, cost, phone, draft, onDraftChange }: MessagesTabProps) => {
  const { t } = useTranslation();
  const { numberLocale } = useFormat();
  const maySend = useMay("inbox", "work");
  const [mayReadInbox, mayUseSandbox] = [useMay("inbox", "view"), useMay("integrations", "view")];
  const { data: status } = useQuery(apiQuery(workspaceApi.status));
  const [showsExplanation, setShowsExplanation] = useState(false);
  /** A message that was taken back returns to the form, unless another one was begun. */
  const writeAgain = ({ subject, delivery: { channel, text } }: OutboundEntry) => {
    if (!hasDraftText(draft))
      onDraftChange({ ...emptyDraft, channel, subject: subject ?? "", text: text ?? "" });
  };
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        {maySend && (
          <Button
            aria-expanded={draft !== undefined}
            disabled={hasDraftText(draft)}
            onClick={() => onDraftChange(draft ? undefined : emptyDraft)}
          >
            <Send aria-hidden="true" />
            {t("people.messages.send")}
          </Button>
        )}
        <Button aria-expanded={showsExplanation} onClick={() => setShowsExplanation(!showsExplanation)}>
          <CircleHelp aria-hidden="true" />
          {t("people.messages.why")}
        </Button>
        {status?.sandbox && phone && mayReadInbox && mayUseSandbox && (
          <Button asChild variant="ghost">
            <a href={`/sandbox?with=${encodeURIComponent(phone)}`} target="_blank" rel="noreferrer">
              <Smartphone aria-hidden="true" />
              {t("people.messages.phone")}
            </a>
          </Button>
        )}
      </div>
      {draft && maySend && <MessageForm personId={personId} draft={draft} onDraftChange={onDraftChange} />}
      {showsExplanation && <RuleExplanation personId={personId} />}
      <section className="grid gap-3">
        <div className="flex flex-wrap items-baseline justify-between gap-x-3">
          <h3 className="font-[560] text-sm">{t("people.messages.list")}</h3>
          <p className="text-faint text-xs">
            {t("people.messages.cost")}{" "}
            <b className="font-[600] text-ink text-sm tabular-nums">{formatDollars(cost, numberLocale)}</b>
          </p>
        </div>
        {mayReadInbox ? (
          <Conversation
            personId={personId}
            name={name}
            onUndone={writeAgain}
            className="max-h-[max(18rem,52dvh)] rounded-card border border-line bg-bg px-3.5 py-3"
          />
        ) : (
          // What the person wrote belongs to the inbox.
          <DeliveryList
            filter={{ personId }}
            empty={{ title: t("people.messages.empty"), text: t("people.messages.emptyText") }}
          />
        )}
      </section>
    </div>
  );
};
