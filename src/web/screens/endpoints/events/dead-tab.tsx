import { CircleCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { IngestionEndpoint } from "#contract/endpoints.ts";
import { useMay } from "../../../lib/session.ts";
import { Button } from "../../../ui/button.tsx";
import { Select } from "../../../ui/select.tsx";
import type { EventFilter, SetView } from "../use-view.ts";
import { EventList } from "./event-list.tsx";
import { useEvents } from "./use-events.ts";

type DeadTabProps = {
  endpoint: IngestionEndpoint;
  filter: EventFilter;
  set: SetView;
  openId: string | undefined;
  onOpen: (id: string) => void;
  onReplay: (status: "dead" | "invalid") => void;
};

const always = { by: "all" } as const;

/** What could not be read, whole or in part, and why; from here it can be read again. */
export const DeadTab = ({ endpoint, filter, set, openId, onOpen, onReplay }: DeadTabProps) => {
  const { t } = useTranslation();
  const mayReplay = useMay("operator");
  const status = filter.status === "invalid" ? "invalid" : "dead";
  const found = useEvents(endpoint.id, { status, range: always }, true);
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={t("endpoints.event.deadWhich")}
          value={status}
          onChange={(event) => set({ status: event.target.value === "invalid" ? "invalid" : undefined })}
          wrapperClassName="min-w-40 max-sm:flex-1"
        >
          {(["dead", "invalid"] as const).map((one) => (
            <option key={one} value={one}>
              {t(`endpoints.event.statuses.${one}`)}
            </option>
          ))}
        </Select>
        {mayReplay && found.rows && found.rows.length > 0 && (
          <Button className="ml-auto" onClick={() => onReplay(status)}>
            {t("endpoints.event.deadAll")}
          </Button>
        )}
      </div>
      <EventList
        label={t("endpoints.tab.dead")}
        found={found}
        listKey={status}
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
