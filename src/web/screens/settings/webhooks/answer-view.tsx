import { CircleAlert, CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { EventDeliveryDetail } from "#contract/webhooks.ts";
import { useFormat } from "#web/lib/format.ts";
import { CodeBlock } from "#web/ui/code-block.tsx";

/** What the receiver answered to one attempt. */
export const AnswerView = ({ answer }: { answer: EventDeliveryDetail["answers"][number] }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { status, failure, body, ms, at } = answer;
  const headline =
    status === null
      ? t("webhooks.unanswered", { ms: format.number(ms) })
      : t(failure === null ? "webhooks.accepted" : "webhooks.refused", { status, ms: format.number(ms) });
  return (
    <div className="grid min-w-0 gap-2">
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        {failure === null ? (
          <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-ok" />
        ) : (
          <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-bad" />
        )}
        <span className="font-[560]">{headline}</span>
        {failure !== null && <span className="text-soft">{t(`webhooks.failure.${failure}`)}</span>}
        <time dateTime={at} className="ml-auto text-faint text-xs tabular-nums">
          {format.dateTime(at)}
        </time>
      </p>
      {body ? (
        <CodeBlock code={body} label={t("webhooks.copyAnswer")} />
      ) : (
        status !== null && <p className="text-faint text-xs">{t("webhooks.emptyAnswer")}</p>
      )}
    </div>
  );
};
