import { useQuery } from "@tanstack/react-query";
import { Upload, UserRoundPlus } from "lucide-react";
import { type ComponentType, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { type FirstStepProgress, firstStepsApi } from "#contract/first-steps.ts";
import { settingsApi } from "#contract/settings.ts";
import { workspaceApi } from "#contract/workspace.ts";
import { toLocalTime } from "#domain/day.ts";
import type { FirstThing } from "#domain/first-steps/first-steps.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useClockText } from "#web/lib/clock.ts";
import { useMay, useUser } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { ProgressBar } from "#web/ui/progress-bar.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { LeadThing } from "./lead-thing.tsx";
import { LiveThing } from "./live-thing.tsx";
import { MessageThing } from "./message-thing.tsx";
import type { ThingProps } from "./thing-props.ts";
import { WhyThing } from "./why-thing.tsx";

const parts: Record<FirstThing, ComponentType<ThingProps>> = {
  lead: LeadThing,
  message: MessageThing,
  why: WhyThing,
  live: LiveThing,
};

const partOfDay = (hour: number) => (hour < 12 ? "morning" : hour < 19 ? "afternoon" : "evening");

const useGreeting = (): string => {
  const { t } = useTranslation();
  const { firstName } = useUser();
  const { data } = useQuery(apiQuery(settingsApi.general));
  const timezone = data?.timezone ?? "UTC";
  const greeting = useClockText((now) =>
    t(`start.greeting.${partOfDay(new Date(toLocalTime(now, timezone)).getUTCHours())}`),
  );
  return firstName ? t("start.greetingName", { greeting, name: firstName }) : greeting;
};

const countDone = ({ things }: FirstStepProgress): number =>
  things.filter(({ state }) => state === "done").length;

const Head = ({ progress }: { progress: FirstStepProgress }) => {
  const { t } = useTranslation();
  const greeting = useGreeting();
  const { data: status } = useQuery(apiQuery(workspaceApi.status));
  const done = countDone(progress);
  const total = progress.things.length;
  const intro = done === total ? "start.introDone" : status?.demo ? "start.intro" : "start.introLive";
  return (
    <div className="flex flex-wrap items-end gap-x-6 gap-y-3">
      <div className="min-w-0 flex-1 basis-96">
        <p className="font-[660] text-[26px] leading-8 tracking-[-0.025em]">{greeting}</p>
        <p className="mt-1 text-[15px] text-soft leading-5.5">{t(intro)}</p>
      </div>
      {total > 0 && (
        <div className="w-52 shrink-0 max-sm:w-full">
          <p className="mb-1.5 flex justify-between gap-x-3 text-soft text-xs">
            <span className="tabular-nums">{t("start.progress", { done, total })}</span>
            <span>{t("start.kept")}</span>
          </p>
          <ProgressBar
            label={t("start.progress", { done, total })}
            value={total === 0 ? 0 : done / total}
            tone="beam"
          />
        </div>
      )}
    </div>
  );
};

/** Tells the server to keep what it has found to be done. */
const useKeepDone = (toKeep: readonly FirstThing[]): void => {
  const { mutate } = useApiMutation(firstStepsApi.keep);
  const key = toKeep.join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each thing that is done, also when it fails
  useEffect(() => {
    if (key !== "") mutate(undefined);
  }, [key]);
};

const Things = ({ progress }: { progress: FirstStepProgress }) => {
  const { things, next, toKeep } = progress;
  const [chosen, setChosen] = useState<FirstThing>();
  useKeepDone(toKeep);
  // It stays open when it is done, so that its outcome can be read.
  if (chosen === undefined && next !== null) setChosen(next);
  return (
    <ol className="divide-y divide-line overflow-hidden rounded-card border border-line bg-panel shadow-card">
      {things.map((thing, index) => {
        const Part = parts[thing.id];
        return (
          <Part
            key={thing.id}
            number={index + 1}
            thing={thing}
            progress={progress}
            isOpen={chosen === thing.id}
            onOpen={() => setChosen(thing.id)}
          />
        );
      })}
    </ol>
  );
};

const Foot = () => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const mayInvite = useMay("team", "manage");
  const mayImport = useMay("people", "work");
  const { startStage } = useUser();
  const { mutate, isPending } = useApiMutation(firstStepsApi.hide);
  const hide = () =>
    mutate(undefined, {
      onSuccess: () => {
        navigate("/");
        toast({ title: t("success.title"), description: t("start.hidden") });
      },
      onError: (failure) =>
        toast({
          title: t("error.title"),
          description: serverMessage(failure) ?? t("start.hideFailed"),
          variant: "destructive",
        }),
    });
  const linkClass =
    "inline-flex min-h-9 items-center gap-2 rounded text-soft hover:text-ink hover:underline [&_svg]:size-4";
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
      {mayInvite && (
        <Link href="/settings?tab=team" className={linkClass}>
          <UserRoundPlus aria-hidden="true" />
          {t("start.invite")}
        </Link>
      )}
      {mayImport && (
        <Link href="/people/import" className={linkClass}>
          <Upload aria-hidden="true" />
          {t("start.import")}
        </Link>
      )}
      {startStage !== "hidden" && (
        <button type="button" disabled={isPending} onClick={hide} className={`${linkClass} sm:ml-auto`}>
          {t("start.hide")}
        </button>
      )}
    </div>
  );
};

/** The first minutes with the product: things to try in place, ticked by what happened. */
const StartScreen = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(firstStepsApi.progress));
  const { data: status } = useQuery(apiQuery(workspaceApi.status));
  if (!data && error)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  return (
    <div className="mx-auto grid w-full max-w-220 gap-5 pt-2 sm:pt-7">
      {data ? (
        <>
          <Head progress={data} />
          {typeof status?.demoProgress === "number" && (
            <p className="text-soft text-sm">{t("start.loading")}</p>
          )}
          <Things progress={data} />
          <Foot />
        </>
      ) : (
        <div aria-busy="true" className="grid gap-5">
          <Skeleton className="h-16" />
          <Skeleton className="h-96 rounded-card" />
        </div>
      )}
    </div>
  );
};

export default StartScreen;
