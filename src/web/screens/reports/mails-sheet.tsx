import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type ReportMail, reportMailsApi } from "#contract/report-mails.ts";
import type { Audience } from "#domain/audience/audience.ts";
import { periodText } from "#domain/figures/report-mail.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { MailForm } from "./mail-form.tsx";

const Sends = ({ mail }: { mail: ReportMail }) => {
  const { t } = useTranslation();
  const { dayTime } = useFormat();
  const { data } = useQuery(apiQuery(reportMailsApi.sends, { params: { id: mail.id } }));
  if (!data) return <Skeleton className="h-16" />;
  if (data.sends.length === 0) return <p className="text-faint text-xs">{t("reports.mail.noSends")}</p>;
  return (
    <ul aria-label={t("reports.mail.log")} className="grid gap-1 text-xs">
      {data.sends.map(({ id, name, from, to, state, isTest, at }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-3">
          <span className="min-w-0 break-words">
            {name} · <span className="tabular-nums">{periodText({ from, to })}</span>
            {isTest && ` · ${t("reports.mail.now")}`}
          </span>
          <span className="text-soft">
            {t(`reports.mail.state.${state}`)} · <span className="tabular-nums">{dayTime(at)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
};

type MailEntryProps = { mail: ReportMail; mayChange: boolean; onEdit: () => void };

const MailEntry = ({ mail, mayChange, onEdit }: MailEntryProps) => {
  const { t } = useTranslation();
  const [isLogOpen, setLogOpen] = useState(false);
  const send = useApiMutation(reportMailsApi.send);
  const remove = useApiMutation(reportMailsApi.remove);
  const refused = (failure: unknown) =>
    toast({
      title: t("error.title"),
      description: serverMessage(failure) ?? t("error.save"),
      variant: "destructive",
    });
  const input = { params: { id: mail.id } };
  return (
    <li className="grid gap-2 border-line border-b py-3 last:border-b-0">
      <div className="flex flex-wrap items-baseline gap-x-2">
        <span className="break-words font-[560] text-sm">{mail.name}</span>
        {!mail.enabled && <Badge>{t("reports.mail.off")}</Badge>}
      </div>
      <p className="text-sm text-soft">
        {t(`reports.mail.rhythms.${mail.rhythm}`)}, {String(mail.hour).padStart(2, "0")}:00 ·{" "}
        {mail.readers.map(({ name }) => name).join(", ")}
      </p>
      <div className="flex flex-wrap gap-2">
        {mayChange && (
          <>
            <Button
              size="sm"
              disabled={send.isPending}
              onClick={() =>
                send.mutate(input, {
                  onSuccess: ({ state }) =>
                    toast({ title: mail.name, description: t(`reports.mail.state.${state}`) }),
                  onError: refused,
                })
              }
            >
              {t("reports.mail.sendNow")}
            </Button>
            <Button size="sm" onClick={onEdit}>
              {t("action.edit")}
            </Button>
            <Button
              size="sm"
              disabled={remove.isPending}
              onClick={() => remove.mutate(input, { onError: refused })}
            >
              {t("reports.delete")}
            </Button>
          </>
        )}
        <Button size="sm" variant="ghost" aria-expanded={isLogOpen} onClick={() => setLogOpen(!isLogOpen)}>
          {t("reports.mail.log")}
        </Button>
      </div>
      {isLogOpen && <Sends mail={mail} />}
    </li>
  );
};

type MailsSheetProps = { audience: Audience | undefined; onClose: () => void };

/** Reports that users get by e-mail. */
export const MailsSheet = ({ audience, onClose }: MailsSheetProps) => {
  const { t } = useTranslation();
  const mayChange = useMay("reports", "work");
  const { data, error, refetch } = useQuery(apiQuery(reportMailsApi.list));
  const [edited, setEdited] = useState<ReportMail | "new">();
  return (
    <SideSheet title={t("reports.mail.title")} caption={t("reports.mail.caption")} onClose={onClose}>
      {error && !data && (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      )}
      {!error && !data && <Skeleton className="h-40" />}
      {data && edited && (
        <MailForm
          mail={edited === "new" ? undefined : edited}
          audience={audience}
          onDone={() => setEdited(undefined)}
        />
      )}
      {data && !edited && (
        <>
          {data.mails.length === 0 && <p className="text-sm text-soft">{t("reports.mail.none")}</p>}
          <ul aria-label={t("reports.mail.title")}>
            {data.mails.map((mail) => (
              <MailEntry key={mail.id} mail={mail} mayChange={mayChange} onEdit={() => setEdited(mail)} />
            ))}
          </ul>
          {mayChange && (
            <Button variant="primary" className="mt-3" onClick={() => setEdited("new")}>
              {t("reports.mail.add")}
            </Button>
          )}
        </>
      )}
    </SideSheet>
  );
};
