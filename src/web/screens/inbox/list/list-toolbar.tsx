import { useQuery } from "@tanstack/react-query";
import { ArrowUpDown, ListFilter, Search, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { type InboxView, inboxSorts } from "#contract/threads.ts";
import { apiQuery } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { firstRoutes } from "#web/lib/first-routes.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { useInboxTeams } from "#web/screens/inbox/thread-menus.tsx";
import type { InboxUrl } from "#web/screens/inbox/use-inbox-url.ts";
import { Button } from "#web/ui/button.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { ActionMenu, ChoiceMenu } from "#web/ui/menu.tsx";
import { useCountText, useViewCounts } from "./view-strip.tsx";

/** Views that are used less often. */
const menuViews = ["unread", "review", "not_sent", "closed"] as const satisfies InboxView[];

type ListToolbarProps = { url: InboxUrl; typed: string; onType: (text: string) => void };

export const ListToolbar = ({ url, typed, onType }: ListToolbarProps) => {
  const { t } = useTranslation();
  const counts = useViewCounts(url.team);
  const teams = useInboxTeams();
  const countText = useCountText();
  const format = useFormat();
  const [, navigate] = useLocation();
  const mayApprove = useMay("approvals", "view");
  const { data: approvals } = useQuery({ ...apiQuery(firstRoutes.approvalCount), enabled: mayApprove });
  const isMenuView = menuViews.some((view) => view === url.view);
  return (
    <div className="flex shrink-0 gap-2 border-line border-b px-3 py-2.5">
      <div className="relative min-w-0 flex-1">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-soft"
        />
        <input
          type="search"
          value={typed}
          maxLength={200}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            onType("");
            event.currentTarget.blur();
          }}
          aria-label={t("inbox.search.label")}
          placeholder={t("inbox.search.placeholder")}
          className="h-9 w-full rounded-lg border border-edge bg-panel pr-8 pl-8.5 text-base hover:border-soft focus-visible:border-sea focus-visible:outline-1 focus-visible:outline-offset-0 sm:h-8 sm:text-sm [&::-webkit-search-cancel-button]:hidden"
        />
        {typed ? (
          <button
            type="button"
            aria-label={t("inbox.search.clear")}
            onClick={() => onType("")}
            className="absolute top-1/2 right-1 grid size-7 -translate-y-1/2 place-items-center rounded-md text-soft hover:text-ink"
          >
            <X aria-hidden="true" className="size-4" />
          </button>
        ) : (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 max-sm:hidden pointer-coarse:hidden"
          >
            <Kbd>/</Kbd>
          </span>
        )}
      </div>
      <ChoiceMenu
        trigger={
          <Button
            size="sm"
            aria-label={t("inbox.sort.label", { sort: t(`inbox.sort.${url.sort}`) })}
            className="max-sm:size-9 max-sm:px-0"
          >
            <ArrowUpDown aria-hidden="true" />
            <span className="max-sm:hidden">{t(`inbox.sort.${url.sort}`)}</span>
          </Button>
        }
        value={url.sort}
        choices={inboxSorts.map((id) => ({ id, label: t(`inbox.sort.${id}`) }))}
        onChange={url.setSort}
      />
      <ActionMenu
        label={t("inbox.moreViews")}
        trigger={
          <Button
            size="icon"
            aria-label={t("inbox.moreViews")}
            className={cn("size-9 sm:size-8", (isMenuView || url.team) && "border-sea bg-sea-tint text-sea")}
          >
            <ListFilter aria-hidden="true" />
          </Button>
        }
        actions={[
          ...menuViews.map((id) => ({
            id,
            label: t(`inbox.view.${id}`),
            detail: countText(counts?.[id]),
            checked: url.view === id,
            run: () => url.setView(id),
          })),
          ...(mayApprove
            ? [
                {
                  id: "approvals",
                  label: t("inbox.view.approvals"),
                  detail: approvals ? format.number(approvals.waiting) : "",
                  run: () => navigate("/approvals"),
                },
              ]
            : []),
          ...(teams.some(({ isMine }) => isMine)
            ? [{ id: "mine", name: t("inbox.team.mine"), detail: "" }]
            : []
          )
            .concat(teams.map(({ id, name, open }) => ({ id, name, detail: countText(open) })))
            .map(({ id, name, detail }) => ({
              id: `team ${id}`,
              label: name,
              detail,
              section: t("inbox.assign.teams"),
              checked: url.team === id,
              run: () => url.setTeam(url.team === id ? undefined : id),
            })),
        ]}
      />
    </div>
  );
};
