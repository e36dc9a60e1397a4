import { RefreshCw, Sparkles } from "lucide-react";
import { useTranslation } from "react-i18next";
import { type PersonProfileView, profilesApi } from "#contract/profiles.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useAge } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { EntryNumbers, type TimelineLinks } from "./entry-link.tsx";

type Summary = PersonProfileView["summary"];

const useRefresh = (personId: string) => {
  const { t } = useTranslation();
  const refresh = useApiMutation(profilesApi.refresh);
  const run = async () => {
    try {
      const { asked, reason } = await refresh.mutateAsync({ params: { id: personId } });
      toast({
        title: t(asked ? "success.title" : "people.profile.unchanged"),
        description: t(`people.profile.refreshed.${reason ?? "asked"}`),
      });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("people.profile.refreshFailed"),
        variant: "destructive",
      });
    }
  };
  return { run, isPending: refresh.isPending };
};

const Author = ({ summary }: { summary: Summary }) => {
  const { t } = useTranslation();
  const age = useAge(summary.writtenAt);
  const { author, newEntries } = summary;
  if (!author) return <>{t("people.profile.composed")}</>;
  return (
    <>
      {t(author.simulated ? "people.profile.writtenBySimulator" : "people.profile.writtenBy", {
        model: author.model,
        age,
      })}
      {newEntries > 0 && ` · ${t("people.profile.newEntries", { count: newEntries })}`}
    </>
  );
};

type SummaryCardProps = { personId: string; summary: Summary; links: TimelineLinks };

/** Who wrote the summary and when; each sentence names the entries that it rests on. */
export const SummaryCard = ({ personId, summary, links }: SummaryCardProps) => {
  const { t } = useTranslation();
  const mayRefresh = useMay("people", "work");
  const { run, isPending } = useRefresh(personId);
  const shownIds = summary.sentences
    .flatMap(({ entryIds }) => entryIds)
    .filter((id) => links.events.some((event) => event.id === id));
  const numbers = new Map([...new Set(shownIds)].map((id, index) => [id, index + 1]));
  const isBusy = isPending || summary.isBeingWritten;
  return (
    <section aria-labelledby="profile-summary" className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 id="profile-summary" className="font-[620] text-base">
          {t("people.profile.aiSummary")}
        </h3>
        {mayRefresh && (
          <Button variant="ghost" size="sm" className="ml-auto" disabled={isBusy} onClick={() => void run()}>
            <RefreshCw
              aria-hidden="true"
              className={cn(isBusy && "animate-spin motion-reduce:animate-none")}
            />
            {t(isBusy ? "people.profile.refreshing" : "people.profile.refresh")}
          </Button>
        )}
      </div>
      <p lang={summary.language} className="text-sm leading-6">
        {summary.sentences.map(({ text, entryIds }) => (
          <span key={text}>
            {text} <EntryNumbers ids={entryIds.slice(0, 2)} links={links} numbers={numbers} />{" "}
          </span>
        ))}
      </p>
      <p className="flex items-center gap-1.5 text-faint text-xs">
        {summary.author && <Sparkles aria-hidden="true" className="size-3.5 text-warn" />}
        <span>
          <Author summary={summary} />
        </span>
      </p>
    </section>
  );
};
