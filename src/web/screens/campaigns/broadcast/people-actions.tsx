import { Download, ListFilter, Users } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { broadcastsApi } from "#contract/broadcasts.ts";
import { partAudience } from "#domain/broadcasts/follow-up.ts";
import { downloadFrom } from "#web/components/export/download-file.ts";
import { useMay } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { ActionMenu } from "#web/ui/menu.tsx";
import { SegmentDialog } from "./segment-dialog.tsx";
import type { BroadcastPeopleQuery } from "./use-broadcast-people.ts";

const formats = ["csv", "xlsx"] as const;

const addressOf = (
  broadcastId: string,
  format: (typeof formats)[number],
  language: string,
  filter: BroadcastPeopleQuery,
): string => {
  const query = new URLSearchParams({ format, names: "words", language, ...filter });
  return `${broadcastsApi.exportPeople.path.replace("{id}", broadcastId)}?${query}`;
};

type PeopleActionsProps = {
  broadcastId: string;
  /** What the people have in common, in words. */
  title: string;
  filter: BroadcastPeopleQuery;
};

/** What can be done with some people of a broadcast: a file, or a segment that follows the check. */
export const PeopleActions = ({ broadcastId, title, filter }: PeopleActionsProps) => {
  const { t, i18n } = useTranslation();
  const mayExport = useMay("people", "work");
  const [isSaving, setIsSaving] = useState(false);
  if (!mayExport) return null;
  const { fate, difference, search, leaveOut, ruling, ...rest } = filter;
  const part = { ...rest, ...(ruling === undefined || ruling === "planned" ? {} : { ruling }) };
  // A segment can say what an audience can ask for.
  const isSegment =
    !fate && !difference && !search && !leaveOut && ruling !== "planned" && Object.keys(part).length > 0;
  const language = i18n.language === "es" ? "es" : "en";
  return (
    <div className="flex flex-wrap items-center gap-2 py-2">
      <ActionMenu
        trigger={
          <Button size="sm" className="max-sm:h-9">
            <Download aria-hidden="true" />
            {t("exportPeople.button")}
          </Button>
        }
        actions={formats.map((format) => ({
          id: format,
          label: t(`exportPeople.formats.${format}`),
          run: () => downloadFrom(addressOf(broadcastId, format, language, filter)),
        }))}
      />
      {isSegment && (
        <Button size="sm" className="max-sm:h-9" onClick={() => setIsSaving(true)}>
          <ListFilter aria-hidden="true" />
          {t("campaigns.segment.save")}
        </Button>
      )}
      {isSegment && (
        // There they can be changed together, and each opens to see what is missing.
        <Button asChild size="sm" className="max-sm:h-9">
          <Link
            href={`/people?${new URLSearchParams({ where: JSON.stringify(partAudience(broadcastId, part)) })}`}
          >
            <Users aria-hidden="true" />
            {t("campaigns.people.inLeads")}
          </Link>
        </Button>
      )}
      {isSaving && (
        <SegmentDialog
          broadcastId={broadcastId}
          title={title}
          part={part}
          onClose={() => setIsSaving(false)}
        />
      )}
    </div>
  );
};
