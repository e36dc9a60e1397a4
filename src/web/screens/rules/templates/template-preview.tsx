import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type TemplateInput, templates } from "#contract/templates.ts";
import { callApi, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useMay } from "#web/lib/session.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { type ChosenPerson, PersonPicker } from "./person-picker.tsx";
import { SegmentCount } from "./segment-count.tsx";

type TemplatePreviewProps = Pick<TemplateInput, "channel" | "subject" | "body" | "language">;

const usePreview = ({ channel, subject, body }: TemplatePreviewProps, personId: string | undefined) => {
  const mayAsk = useMay("operator");
  const asked = {
    channel,
    subject: channel === "email" ? subject : null,
    body,
    ...(personId ? { personId } : {}),
  };
  // As text, so that the same question is the same value.
  const settled = useDebounced(JSON.stringify(asked));
  return useQuery({
    queryKey: [...templates.preview.path.split("/"), settled],
    queryFn: () => callApi(templates.preview, { body: JSON.parse(settled) as typeof asked }),
    enabled: mayAsk && body.trim() !== "",
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
};

/** The message as a chosen person would get it, made by the server from their real data. */
export const TemplatePreview = (props: TemplatePreviewProps) => {
  const { t } = useTranslation();
  const mayAsk = useMay("operator");
  const [person, setPerson] = useState<ChosenPerson>();
  const { data, error, isPlaceholderData, refetch } = usePreview(props, person?.id);
  const shown = props.body.trim() === "" ? undefined : data;
  return (
    <section aria-label={t("templates.preview")} className="grid min-w-0 content-start gap-3">
      <h3 className="font-[540] text-sm">{t("templates.preview")}</h3>
      {mayAsk && <PersonPicker value={person} onChange={setPerson} />}
      {error && !data ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <div
          lang={props.language}
          aria-busy={isPlaceholderData}
          className={cn(
            "min-h-28 rounded-2xl rounded-bl-md border border-line bg-hover px-3.5 py-3 text-sm",
            isPlaceholderData && "opacity-60",
          )}
        >
          {shown?.subject && (
            <p className="mb-2 break-words border-line border-b pb-2 font-[600]">{shown.subject}</p>
          )}
          <p className={cn("whitespace-pre-line break-words", !shown && "text-faint")}>
            {shown?.text ?? (mayAsk ? t("templates.previewEmpty") : props.body)}
          </p>
        </div>
      )}
      {shown && shown.missing.length > 0 && (
        <p className="text-warn text-xs">{t("templates.missing", { names: shown.missing.join(", ") })}</p>
      )}
      {props.channel === "sms" && <SegmentCount text={shown?.text ?? props.body} />}
    </section>
  );
};
