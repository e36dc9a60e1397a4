import { useQuery } from "@tanstack/react-query";
import { Pencil, UserRoundCheck, UserRoundX } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type TeamMember, usersApi } from "#contract/users.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { displayName, useMay, useUser } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { DeactivateDialog } from "./deactivate-dialog.tsx";
import { useRoleName } from "./use-roles.ts";

const Activity = ({ member }: { member: TeamMember }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayReadAudit = useMay("audit", "view");
  const { data, error, refetch } = useQuery(apiQuery(usersApi.activity, { params: { id: member.id } }));
  if (error && !data)
    return <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <div className="grid gap-3" aria-busy="true">
        <Skeleton className="h-28 rounded-card" />
        <Skeleton className="h-48 rounded-card" />
      </div>
    );
  const time = (instant: string | null) => (instant ? format.dateTime(instant) : t("team.neverSignedIn"));
  const facts = [
    [t("team.lastSignIn"), time(data.lastSignInAt)],
    [t("team.lastActive"), time(data.lastActiveAt)],
    [t("team.activity.conversations"), format.number(data.openConversations)],
    [t("team.activity.tasks"), format.number(data.openTasks)],
    [t("team.activity.sessions"), format.number(data.sessions)],
    [t("team.activity.tokens"), format.number(data.tokens)],
  ];
  return (
    <>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line sm:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label} className="bg-panel px-3 py-2.5">
            <dt className="text-faint text-xs">{label}</dt>
            <dd className="mt-0.5 text-sm tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      {mayReadAudit && (
        <section aria-label={t("team.activity.title")} className="grid gap-1">
          <h3 className="font-[620] text-sm">{t("team.activity.title")}</h3>
          {data.entries.length === 0 ? (
            <p className="text-sm text-soft">{t("team.activity.none")}</p>
          ) : (
            <ol className="divide-y divide-line">
              {data.entries.map((entry) => (
                <li key={entry.id} className="flex flex-wrap items-baseline gap-x-3 py-2 text-sm">
                  <span className="min-w-0 flex-1 basis-56 break-words">
                    {entry.description}
                    {entry.status === "failure" && (
                      <Badge tone="warn" className="ml-2">
                        {t("team.activity.failed")}
                      </Badge>
                    )}
                  </span>
                  <time dateTime={entry.createdAt} className="whitespace-nowrap text-faint text-xs">
                    {format.dateTime(entry.createdAt)}
                  </time>
                </li>
              ))}
            </ol>
          )}
        </section>
      )}
    </>
  );
};

type MemberSheetProps = { member: TeamMember; onEdit: () => void; onClose: () => void };

/** What a user is doing, and what can be done with them. */
export const MemberSheet = ({ member, onEdit, onClose }: MemberSheetProps) => {
  const { t } = useTranslation();
  const roleName = useRoleName();
  const { id: ownId } = useUser();
  const reactivate = useApiMutation(usersApi.reactivate);
  const [isDeactivating, setIsDeactivating] = useState(false);
  const name = displayName(member);

  const bringBack = async () => {
    try {
      await reactivate.mutateAsync({ params: { id: member.id } });
      toast({ title: t("success.title"), description: t("team.reactivated", { name }) });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("team.saveFailed"),
        variant: "destructive",
      });
    }
  };

  return (
    <SideSheet
      onClose={onClose}
      title={name}
      caption={member.email}
      footer={
        member.mayChange && (
          <>
            {member.active ? (
              member.id !== ownId && (
                <Button className="text-bad" onClick={() => setIsDeactivating(true)}>
                  <UserRoundX aria-hidden="true" />
                  {t("team.deactivate.button")}
                </Button>
              )
            ) : (
              <Button disabled={reactivate.isPending} onClick={() => void bringBack()}>
                <UserRoundCheck aria-hidden="true" />
                {t("team.reactivate")}
              </Button>
            )}
            <Button variant="primary" onClick={onEdit}>
              <Pencil aria-hidden="true" />
              {t("action.edit")}
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-5">
        <p className="flex flex-wrap gap-1.5">
          <Badge tone={member.role === "admin" ? "sea" : "quiet"}>{roleName(member)}</Badge>
          <Badge tone={member.active ? "ok" : "warn"}>
            {t(member.active ? "team.active" : "team.inactive")}
          </Badge>
          {member.hasSecondFactor && <Badge tone="ok">{t("account.secondFactor.title")}</Badge>}
          {member.teams.map(({ id, name: team }) => (
            <Badge key={id}>{team}</Badge>
          ))}
        </p>
        {member.mayChange ? (
          <Activity member={member} />
        ) : (
          <p className="text-sm text-soft">{t("team.moreRights")}</p>
        )}
      </div>
      {isDeactivating && (
        <DeactivateDialog member={member} onClose={() => setIsDeactivating(false)} onDone={onClose} />
      )}
    </SideSheet>
  );
};
