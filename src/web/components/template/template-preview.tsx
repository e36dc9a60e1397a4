import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type TemplateInput, templatesApi } from "#contract/templates.ts";
import type { EmailDesign } from "#domain/email/email-design.ts";
import { countSegments } from "#domain/messages/segments.ts";
import { PersonPicker, type SelectedPerson } from "#web/components/person/person-picker.tsx";
import { desktopMailWidth, MailFrame } from "#web/components/template/mail-frame.tsx";
import { callApi, serverMessage } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useMay } from "#web/lib/session.ts";
import { useDebounced } from "#web/lib/use-debounced.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";

const maxCharactersShown = 8;

/** Number of SMS segments, which are billed separately, and the characters that force UCS-2. */
const SegmentCount = ({ text }: { text: string }) => {
  const { t } = useTranslation();
  const { segments, left, encoding, outside } = countSegments(text);
  return (
    <div className="grid gap-1 text-xs">
      <p role="status" className="text-soft tabular-nums">
        {`${t("templates.parts", { count: segments })} · ${t("templates.left", { count: left })} · ${
          encoding === "gsm7" ? "GSM-7" : "UCS-2"
        }`}
      </p>
      {encoding === "ucs2" && (
        <p className="text-warn">
          {t("templates.dear", { characters: outside.slice(0, maxCharactersShown).join(" ") })}
        </p>
      )}
    </div>
  );
};

type TemplatePreviewProps = Pick<TemplateInput, "channel" | "subject" | "body" | "language"> & {
  design: EmailDesign | null;
};

const useTemplatePreview = (
  { channel, subject, body, language, design }: TemplatePreviewProps,
  personId: string | undefined,
) => {
  const mayPreview = useMay("rules", "work");
  const request = {
    ...{ channel, language, design, scheme: "light" as const },
    subject: channel === "email" ? subject : null,
    body,
    ...(personId ? { personId } : {}),
  };
  // Serialised, so that equal requests are the same value.
  const debouncedRequest = useDebounced(JSON.stringify(request));
  return useQuery({
    queryKey: [...templatesApi.preview.path.split("/"), debouncedRequest],
    queryFn: () => callApi(templatesApi.preview, { body: JSON.parse(debouncedRequest) as typeof request }),
    enabled: mayPreview && body.trim() !== "",
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
};

/** The message rendered by the server with the data of the selected person. */
export const TemplatePreview = (props: TemplatePreviewProps) => {
  const { t } = useTranslation();
  const mayPreview = useMay("rules", "work");
  const [person, setPerson] = useState<SelectedPerson>();
  const { data, error, isPlaceholderData, refetch } = useTemplatePreview(props, person?.id);
  const shown = props.body.trim() === "" ? undefined : data;
  return (
    <section aria-label={t("templates.preview")} className="grid min-w-0 grid-cols-1 content-start gap-3">
      <h3 className="font-[540] text-sm">{t("templates.preview")}</h3>
      {mayPreview && (
        <PersonPicker
          label={t("templates.findPerson")}
          chosenText={(name) => t("templates.asGot", { name })}
          value={person}
          onChange={setPerson}
        />
      )}
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
            <p className="mb-2 wrap-anywhere border-line border-b pb-2 font-[600]">{shown.subject}</p>
          )}
          {shown?.html ? (
            <MailFrame html={shown.html} title={t("templates.preview")} width={desktopMailWidth} />
          ) : (
            <p className={cn("whitespace-pre-line wrap-anywhere", !shown && "text-faint")}>
              {shown?.text ?? (mayPreview ? t("templates.previewEmpty") : props.body)}
            </p>
          )}
        </div>
      )}
      {shown && shown.missing.length > 0 && (
        <p className="wrap-anywhere text-warn text-xs">
          {t("templates.missing", { names: shown.missing.join(", ") })}
        </p>
      )}
      {props.channel === "sms" && <SegmentCount text={shown?.text ?? props.body} />}
    </section>
  );
};
