import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { inboxAiApi } from "#contract/inbox-ai.ts";
import {
  type AutoReplyMode,
  autoReplyChannels,
  autoReplyModes,
  draftableIntents,
  sendableIntents,
} from "#domain/conversations/auto-reply.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Card } from "#web/ui/card.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type Channel = (typeof autoReplyChannels)[number];
type Intent = (typeof draftableIntents)[number];

/** What happens with suggested answers, by channel and intent. Every choice is saved at once. */
export const AutoRepliesCard = () => {
  const { t } = useTranslation();
  const isAdmin = useMay("inbox", "manage");
  const { data, error, refetch } = useQuery(apiQuery(inboxAiApi.autoReplies));
  const save = useApiMutation(inboxAiApi.setAutoReplies);
  const modeOf = (channel: Channel, intent: Intent): AutoReplyMode =>
    data?.rules.find((rule) => rule.channel === channel && rule.intent === intent)?.mode ?? "off";
  const change = (channel: Channel, intent: Intent, mode: AutoReplyMode) => {
    const others = (data?.rules ?? []).filter((rule) => rule.channel !== channel || rule.intent !== intent);
    save
      .mutateAsync({ body: { rules: [...others, { channel, intent, mode }] } })
      .then(() => toast({ title: t("success.title"), description: t("settings.autoReplies.saved") }))
      .catch((failure: unknown) =>
        toast({
          title: t("error.title"),
          description: serverMessage(failure) ?? t("error.load"),
          variant: "destructive",
        }),
      );
  };
  return (
    <Card title={t("settings.autoReplies.title")} caption={t("settings.autoReplies.caption")}>
      <dl className="mb-4 grid gap-1 text-sm">
        {autoReplyModes.map((mode) => (
          <div key={mode} className="flex flex-wrap gap-x-2">
            <dt className="font-[560]">{t(`settings.autoReplies.mode.${mode}`)}</dt>
            <dd className="text-soft">{t(`settings.autoReplies.explain.${mode}`)}</dd>
          </div>
        ))}
      </dl>
      {data ? (
        <div className="overflow-x-auto">
          <table className="w-full text-sm">
            <thead>
              <tr className="text-left text-faint text-xs">
                <th className="py-1 pr-3 font-normal">{t("settings.autoReplies.intentHeading")}</th>
                {autoReplyChannels.map((channel) => (
                  <th key={channel} className="px-1.5 py-1 font-normal">
                    {t(`inbox.channel.${channel}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {draftableIntents.map((intent) => (
                <tr key={intent} className="border-line border-t">
                  <th scope="row" className="min-w-32 py-1.5 pr-3 text-left font-[540]">
                    {t(`settings.autoReplies.intent.${intent}`)}
                  </th>
                  {autoReplyChannels.map((channel) => (
                    <td key={channel} className="min-w-28 px-1.5 py-1.5">
                      <Select
                        aria-label={t("settings.autoReplies.cell", {
                          channel: t(`inbox.channel.${channel}`),
                          intent: t(`settings.autoReplies.intent.${intent}`),
                        })}
                        value={modeOf(channel, intent)}
                        disabled={!isAdmin || save.isPending}
                        onChange={(event) => change(channel, intent, event.target.value as AutoReplyMode)}
                      >
                        {autoReplyModes
                          .filter(
                            (mode) =>
                              mode !== "send" || sendableIntents.some((sendable) => sendable === intent),
                          )
                          .map((mode) => (
                            <option key={mode} value={mode}>
                              {t(`settings.autoReplies.mode.${mode}`)}
                            </option>
                          ))}
                      </Select>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : error ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-64" />
      )}
      {!isAdmin && <p className="mt-3 text-faint text-xs">{t("settings.adminOnly")}</p>}
    </Card>
  );
};
