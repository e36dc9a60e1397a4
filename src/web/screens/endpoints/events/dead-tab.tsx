import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { useMay } from "#web/lib/session.ts";
import type { EventFilter, SetEndpointView } from "#web/screens/endpoints/use-view.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/select.tsx";
import { EventList } from "./event-list.tsx";
import { useDeadEvents } from "./use-dead-events.ts";

type DeadTabProps = {
  endpoint: IngestionEndpoint;
  filter: EventFilter;
  setView: SetEndpointView;
  openId: string | undefined;
  onOpen: (id: string) => void;
  onReplay: (status: "dead" | "invalid") => void;
};

const deadKinds = ["dead", "invalid"] as const;

/** What could not be read, whole or in part, and why; from here it can be read again. */
export const DeadTab = ({ endpoint, filter, setView, openId, onOpen, onReplay }: DeadTabProps) => {
  const { t } = useTranslation();
  const mayReplay = useMay("operator");
  const only = deadKinds.find((kind) => kind === filter.status);
  const events = useDeadEvents(endpoint.id, only);
  // A replay is of one kind: the chosen one, or the only one there is.
  const present = deadKinds.filter((kind) => events.rows?.some((event) => event.status === kind));
  const [replayKind, otherKind] = present;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={t("endpoints.event.deadWhich")}
          value={only ?? ""}
          onChange={(event) => setView({ status: event.target.value || undefined })}
          wrapperClassName="min-w-40 max-sm:flex-1"
        >
          <option value="">{t("endpoints.event.deadBoth")}</option>
          {deadKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`endpoints.event.statuses.${kind}`)}
            </option>
          ))}
        </Select>
        {mayReplay && replayKind && !otherKind && (
          <Button className="ml-auto" onClick={() => onReplay(replayKind)}>
            {t("endpoints.event.deadAll")}
          </Button>
        )}
      </div>
      <EventList
        label={t("endpoints.tab.dead")}
        events={events}
        listKey={only ?? ""}
        openId={openId}
        onOpen={onOpen}
        showsProblems
        empty={{
          icon: CircleCheck,
          title: t("endpoints.event.deadEmpty"),
          text: t("endpoints.event.deadEmptyText"),
        }}
      />
    </div>
  );
};
