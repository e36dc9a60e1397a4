import { ArrowDown, ArrowUp, CircleAlert, CirclePause, Mail } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ConnectorCard, IntegrationActivity } from "#contract/integrations.ts";
import type { IntegrationState } from "#domain/integrations/integration-state.ts";
import { useAge, useFormat } from "#web/lib/format.ts";
import { useWorded } from "#web/lib/worded.ts";
import { Badge } from "#web/ui/badge.tsx";

const emailCarriers: readonly string[] = ["smtp", "sendgrid"];
const stateTones = { attention: "bad", live: "ok", sandbox: "warn", none: "quiet" } as const;

export const IntegrationBadge = ({ state }: { state: IntegrationState }) => {
  const { t } = useTranslation();
  return <Badge tone={stateTones[state]}>{t(`integrations.state.${state}`)}</Badge>;
};

const Age = ({ instant }: { instant: string }) => {
  const age = useAge(instant);
  return <span>{age}</span>;
};

/** Two letters of the name, as a mark that is the same everywhere. */
const markOf = (label: string): string => {
  const [first = "", second] = label.split(/[\s/]+/);
  return second ? `${first[0]}${second[0]}` : first.slice(0, 2);
};

const hues = ["bg-sea-tint text-sea", "bg-ok-tint text-ok", "bg-warn-tint text-warn", "bg-hover text-soft"];
const hueOf = (id: string): string | undefined =>
  hues[[...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % hues.length];

export const IntegrationMark = ({ id, label }: { id: string; label: string }) => (
  <span
    aria-hidden="true"
    className={`grid size-9 shrink-0 place-items-center rounded-lg font-[640] text-sm ${hueOf(id)}`}
  >
    {markOf(label)}
  </span>
);

/** What is wrong, in one line; undefined while nothing is. */
export const useIntegrationProblem = () => {
  const { t } = useTranslation();
  return ({ state, sync, failed }: IntegrationActivity): string | undefined => {
    if (state !== "attention") return undefined;
    if (sync?.problem) return sync.problem;
    return t("integrations.lastFailed", { count: failed });
  };
};

type IntegrationCardProps = {
  connector: ConnectorCard;
  activity: IntegrationActivity;
  onOpen: () => void;
};

/** One integration of the directory; the whole card opens its details. */
export const IntegrationCard = ({ connector, activity, onOpen }: IntegrationCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const translateValue = useWorded();
  const problem = useIntegrationProblem()(activity);
  const { id, label } = connector;
  const { state, requests, sync, lastAt, sends } = activity;
  // Two accounts can send e-mail, and one does.
  const isInUse = emailCarriers.includes(id) && sends.includes("email");
  return (
    <button
      type="button"
      onClick={onOpen}
      className="grid content-start gap-3 rounded-card border border-line bg-panel p-4 text-left shadow-card hover:border-sea"
    >
      <span className="flex min-w-0 items-start gap-3">
        <IntegrationMark id={id} label={label} />
        <span className="grid min-w-0 flex-1">
          <span className="flex min-w-0 items-center gap-2">
            <span className="min-w-0 flex-1 truncate font-[600] text-sm">{label}</span>
            <IntegrationBadge state={state} />
          </span>
          <span className="mt-0.5 line-clamp-2 text-soft text-xs">
            {translateValue("connectorAbout", id)}
          </span>
        </span>
      </span>
      {problem && (
        <span className="flex items-start gap-2 rounded-md bg-bad-tint px-2.5 py-1.5 text-bad text-xs">
          <CircleAlert aria-hidden="true" className="mt-px size-3.5 shrink-0" />
          <span className="line-clamp-2">{problem}</span>
        </span>
      )}
      {!problem && sync?.state === "paused" && (
        <span className="flex items-start gap-2 rounded-md bg-hover px-2.5 py-1.5 text-soft text-xs">
          <CirclePause aria-hidden="true" className="mt-px size-3.5 shrink-0" />
          {t("integrations.syncPaused")}
        </span>
      )}
      <span className="flex min-h-4 flex-wrap items-center gap-x-3 gap-y-1 whitespace-nowrap text-soft text-xs">
        {isInUse && (
          <span className="inline-flex items-center gap-1 font-[600] text-ok">
            <Mail aria-hidden="true" className="size-3.5" />
            {t("integrations.sendsEmail")}
          </span>
        )}
        {sync && (
          <>
            <span className="inline-flex items-center gap-1">
              <ArrowDown aria-hidden="true" className="size-3.5" />
              <span className="sr-only">{t("integrations.in")}</span>
              <b className="font-[600] text-ink">{format.number(sync.in)}</b>
            </span>
            <span className="inline-flex items-center gap-1">
              <ArrowUp aria-hidden="true" className="size-3.5" />
              <span className="sr-only">{t("integrations.out")}</span>
              <b className="font-[600] text-ink">{format.number(sync.out)}</b>
            </span>
          </>
        )}
        <span>
          {requests > 0
            ? t("integrations.requests", { count: requests, number: format.number(requests) })
            : t(state === "none" ? "integrations.notSetUp" : "integrations.noRequests")}
        </span>
        <span className="ml-auto">
          {lastAt ? (
            <Age instant={lastAt} />
          ) : (
            <span className="font-[600] text-sea">{t("integrations.open")}</span>
          )}
        </span>
      </span>
    </button>
  );
};
