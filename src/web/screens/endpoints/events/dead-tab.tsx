import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { useMay } from "#web/lib/session.ts";
import type { EventFilter, SetView } from "#web/screens/endpoints/use-view.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/select.tsx";
import { EventList } from "./event-list.tsx";
import { useDeadEvents } from "./use-dead-events.ts";

type DeadTabProps = {
  endpoint: IngestionEndpoint;
  filter: EventFilter;
  set: SetView;
  openId: string | undefined;
  onOpen: (id: string) => void;
  onReplay: (status: "dead" | "invalid") => void;
};

const kinds = ["dead", "invalid"] as const;

/** What could not be read, whole or in part, and why; from here it can be read again. */
export const DeadTab = ({ endpoint, filter, set, openId, onOpen, onReplay }: DeadTabProps) => {
  const { t } = useTranslation();
  const mayReplay = useMay("operator");
  const only = kinds.find((kind) => kind === filter.status);
  const found = useDeadEvents(endpoint.id, only);
  // A replay is of one kind: the chosen one, or the only one there is.
  const present = kinds.filter((kind) => found.rows?.some((event) => event.status === kind));
  const [replayed, other] = present;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={t("endpoints.event.deadWhich")}
          value={only ?? ""}
          onChange={(event) => set({ status: event.target.value || undefined })}
          wrapperClassName="min-w-40 max-sm:flex-1"
        >
          <option value="">{t("endpoints.event.deadBoth")}</option>
          {kinds.map((one) => (
            <option key={one} value={one}>
              {t(`endpoints.event.statuses.${one}`)}
            </option>
          ))}
        </Select>
        {mayReplay && replayed && !other && (
          <Button className="ml-auto" onClick={() => onReplay(replayed)}>
            {t("endpoints.event.deadAll")}
          </Button>
        )}
      </div>
      <EventList
        label={t("endpoints.tab.dead")}
        found={found}
        listKey={only ?? ""}
        openId={openId}
        onOpen={onOpen}
        withReasons
        empty={{
          icon: CircleCheck,
          title: t("endpoints.event.deadEmpty"),
          text: t("endpoints.event.deadEmptyText"),
        }}
      />
    </div>
  );
};
