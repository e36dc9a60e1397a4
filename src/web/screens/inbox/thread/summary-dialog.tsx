import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { inboxAiApi } from "#contract/inbox-ai.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** What a thread is about; made when it is opened, and not stored. */
export const SummaryDialog = ({
  personId,
  onShowItem,
  onClose,
}: {
  personId: string;
  /** Opens the conversation at an entry. */
  onShowItem: (itemId: string) => void;
  onClose: () => void;
}) => {
  const { t } = useTranslation();
  const worded = useWorded();
  const { mutate, data, error } = useApiMutation(inboxAiApi.summary);
  useEffect(() => mutate({ params: { id: personId } }), [mutate, personId]);
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={t("inbox.ai.summary.title")}>
      {data ? (
        <>
          <ul className="grid list-disc gap-2 pl-4 text-sm">
            {data.sentences.map(({ text, itemIds }) => (
              <li key={text}>
                {text}
                {itemIds.map((itemId, index) => (
                  <button
                    key={itemId}
                    type="button"
                    onClick={() => {
                      onClose();
                      onShowItem(itemId);
                    }}
                    className="ml-2 font-[540] text-sea text-xs hover:underline max-sm:min-h-9"
                  >
                    {itemIds.length === 1
                      ? t("inbox.ai.summary.show")
                      : t("inbox.ai.summary.showNumber", { number: index + 1 })}
                  </button>
                ))}
              </li>
            ))}
          </ul>
          {data.sentences.length === 0 && <p className="text-sm text-soft">{t("inbox.ai.summary.empty")}</p>}
          <p className="mt-4 text-faint text-xs">
            {data.vendor ? worded("inbox.ai.vendor", data.vendor) : t("inbox.ai.local")}
            {data.isSimulated && ` · ${t("inbox.ai.simulated")}`}
          </p>
        </>
      ) : error ? (
        <ErrorCard
          title={t("error.load")}
          detail={serverMessage(error)}
          onRetry={() => mutate({ params: { id: personId } })}
        />
      ) : (
        <div aria-busy="true" className="grid gap-2">
          <Skeleton className="h-5" />
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-5 w-3/5" />
        </div>
      )}
    </Dialog>
  );
};
