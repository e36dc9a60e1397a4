import { useQuery } from "@tanstack/react-query";
import { ChevronUp, CircleAlert, LoaderCircle, Sparkles } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { inboxAiApi, type ReplySuggestion } from "#contract/inbox-ai.ts";
import type { Channel } from "#domain/channels/channel.ts";
import { withoutCitations } from "#domain/inbox-ai/reply-source.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { formatDollars } from "#web/lib/number-format.ts";
import { toast } from "#web/lib/toast.ts";
import { useMedia } from "#web/lib/use-media.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Button } from "#web/ui/button.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { Popover } from "#web/ui/popover.tsx";

type Source = ReplySuggestion["sources"][number];

const numberClass =
  "mx-0.5 inline-grid h-3.5 min-w-3.5 place-items-center rounded-[3px] bg-beam px-0.5 font-[620] text-[9.5px] text-on-beam leading-none";

/** A number or a chip that opens the words of the source. */
const SourceButton = ({ source, isChip }: { source: Source; isChip: boolean }) => {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const title =
    source.kind === "knowledge" && source.title !== "" ? source.title : t(`inbox.ai.kind.${source.kind}`);
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      label={title}
      align="start"
      trigger={
        isChip ? (
          <button
            type="button"
            className="inline-flex max-w-52 items-center gap-1 rounded-md border border-line px-1.5 py-px text-xs hover:bg-hover max-sm:min-h-9"
          >
            <span className={numberClass}>{source.number}</span>
            <span className="truncate">{title}</span>
          </button>
        ) : (
          <button
            type="button"
            aria-label={t("inbox.ai.source", { number: source.number, title })}
            className={`${numberClass} align-[1px]`}
          >
            {source.number}
          </button>
        )
      }
    >
      <div className="max-h-72 overflow-y-auto p-3.5 text-sm">
        <p className="font-[560]">{title}</p>
        <p className="mt-1 whitespace-pre-wrap break-words text-soft">{source.quote}</p>
      </div>
    </Popover>
  );
};

/** The text, with the numbers of its sources as buttons. */
const CitedText = ({ text, sources }: Pick<ReplySuggestion, "text" | "sources">): ReactNode =>
  text.split(/\s?(\[\d{1,2}\])/).map((part, index) => {
    const source = sources.find(({ number }) => `[${number}]` === part);
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
    return source ? <SourceButton key={index} source={source} isChip={false} /> : part;
  });

const Figures = ({ suggestion }: { suggestion: ReplySuggestion }) => {
  const { t } = useTranslation();
  const { numberLocale, number } = useFormat();
  const worded = useWorded();
  const { vendor, latencyMs, cost, isSimulated } = suggestion;
  const parts = [
    vendor ? worded("inbox.ai.vendor", vendor) : t("inbox.ai.local"),
    latencyMs !== null && vendor
      ? t("inbox.ai.seconds", { seconds: number(Math.round(latencyMs / 100) / 10) })
      : null,
    cost !== null && vendor ? formatDollars(cost, numberLocale) : null,
    isSimulated ? t("inbox.ai.simulated") : null,
  ].filter(Boolean);
  return <span className="text-faint text-xs tabular-nums">{parts.join(" · ")}</span>;
};

const FailedChecks = ({ checks }: Pick<ReplySuggestion, "checks">) => {
  const { t } = useTranslation();
  const worded = useWorded();
  const failed = checks.filter(({ ok }) => !ok);
  if (failed.length === 0) return null;
  return (
    <ul className="mt-1.5 grid gap-0.5 text-warn text-xs" aria-label={t("inbox.ai.checks")}>
      {failed.map(({ check, detail }) => (
        <li key={check} className="flex gap-1.5">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-3 shrink-0" />
          <span className="min-w-0 break-words">
            {worded("inbox.ai.check", check)}
            {check === "auto_reply" && detail ? `: ${worded("inbox.ai.notSent", detail)}` : ""}
            {check !== "auto_reply" && check !== "length" && detail ? ` “${detail}”` : ""}
          </span>
        </li>
      ))}
    </ul>
  );
};

/** The suggested answer of a person's thread, and how to ask for one. */
export const useSuggestion = (personId: string, onUse: (text: string, suggestionId: string) => void) => {
  const { t } = useTranslation();
  const worded = useWorded();
  const { data } = useQuery(apiQuery(inboxAiApi.suggestion, { params: { id: personId } }));
  const suggest = useApiMutation(inboxAiApi.suggest);
  const decide = useApiMutation(inboxAiApi.decide);
  const suggestion = data?.suggestion ?? null;
  const fail = (error: unknown) =>
    toast({
      title: t("error.title"),
      description: serverMessage(error) ?? t("error.load"),
      variant: "destructive",
    });
  return {
    suggestion,
    isAsking: suggest.isPending,
    ask: (channel: Channel | undefined) =>
      void suggest
        .mutateAsync({ params: { id: personId }, body: channel ? { channel } : {} })
        .then(({ reason }) => {
          if (reason) toast({ title: t("inbox.ai.none"), description: worded("inbox.ai.reason", reason) });
        })
        .catch(fail),
    use: () => {
      if (!suggestion) return;
      onUse(withoutCitations(suggestion.text), suggestion.id);
      decide.mutateAsync({ params: { id: suggestion.id }, body: { state: "used" } }).catch(fail);
    },
    dismiss: () => {
      if (suggestion)
        decide.mutateAsync({ params: { id: suggestion.id }, body: { state: "dismissed" } }).catch(fail);
    },
  };
};

type SuggestionPanelProps = ReturnType<typeof useSuggestion> & {
  channel: Channel | undefined;
  /** A person who wrote nothing gets no suggestion. */
  hasInbound: boolean;
};

/** Above the channels: the suggestion with its sources. It never sends; *Use* fills the text field. */
export const SuggestionPanel = (props: SuggestionPanelProps) => {
  const { suggestion, isAsking, ask, use, dismiss, channel, hasInbound } = props;
  const { t } = useTranslation();
  const isLow = useMedia("(max-height: 1039px)");
  const [unfolded, setUnfolded] = useState<string>();
  if (!suggestion)
    return hasInbound ? (
      <div className="mb-1.5 flex">
        <Button
          size="sm"
          variant="ghost"
          className="-ml-1.5 h-7 px-1.5 text-soft max-sm:h-9"
          disabled={isAsking}
          onClick={() => ask(channel)}
        >
          {isAsking ? (
            <LoaderCircle aria-hidden="true" className="animate-spin" />
          ) : (
            <Sparkles aria-hidden="true" className="text-beam" />
          )}
          {t(isAsking ? "inbox.ai.suggesting" : "inbox.ai.suggest")}
        </Button>
      </div>
    ) : null;
  const isFolded = isLow && unfolded !== suggestion.id;
  const head = (
    <>
      <Sparkles aria-hidden="true" className="size-3.5 shrink-0 text-beam" />
      <b className="shrink-0 font-[600]">{t("inbox.ai.title")}</b>
    </>
  );
  if (isFolded)
    return (
      <section
        aria-label={t("inbox.ai.title")}
        className="mb-2.5 flex items-center gap-2 rounded-[10px] border border-line bg-panel px-3 py-1.5 text-[12.5px]"
      >
        <button
          type="button"
          aria-expanded={false}
          onClick={() => setUnfolded(suggestion.id)}
          className="flex min-w-0 flex-1 items-center gap-2 text-left"
        >
          {head}
          <span className="min-w-0 truncate text-soft">{withoutCitations(suggestion.text)}</span>
        </button>
        <Button size="sm" className="h-7 shrink-0 px-2 max-sm:h-9" onClick={use}>
          {t("inbox.ai.use")}
          <Kbd className="max-md:hidden pointer-coarse:hidden">Tab</Kbd>
        </Button>
      </section>
    );
  return (
    <section
      aria-label={t("inbox.ai.title")}
      className="mb-2.5 rounded-[10px] border border-line bg-panel px-3 pt-2 pb-2.5 text-[13.5px] leading-5"
    >
      <p className="flex flex-wrap items-center gap-x-2 text-[12.5px]">
        {head}
        <span className="text-faint">{t(`inbox.ai.in.${suggestion.language}`)}</span>
        <span className="ml-auto flex items-center gap-1">
          <Figures suggestion={suggestion} />
          {isLow && (
            <Button
              size="icon"
              variant="ghost"
              aria-label={t("inbox.ai.fold")}
              className="size-7"
              onClick={() => setUnfolded(undefined)}
            >
              <ChevronUp aria-hidden="true" className="rotate-180" />
            </Button>
          )}
        </span>
      </p>
      <p className="mt-1 max-h-[30dvh] overflow-y-auto whitespace-pre-wrap break-words">
        <CitedText {...suggestion} />
      </p>
      <FailedChecks checks={suggestion.checks} />
      <div className="mt-2 flex flex-wrap items-center gap-1.5">
        {suggestion.sources.map((source) => (
          <SourceButton key={source.number} source={source} isChip />
        ))}
        <span className="ml-auto flex items-center gap-1.5">
          <Button size="sm" variant="ghost" className="h-7 max-sm:h-9" onClick={dismiss}>
            {t("inbox.ai.dismiss")}
          </Button>
          <Button size="sm" className="h-7 max-sm:h-9" onClick={use}>
            {t("inbox.ai.use")}
            <Kbd className="max-md:hidden pointer-coarse:hidden">Tab</Kbd>
          </Button>
        </span>
      </div>
    </section>
  );
};
