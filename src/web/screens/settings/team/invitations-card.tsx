import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Invitation, invitationsApi, type SentInvitation } from "#contract/team.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { InvitationLink } from "./invitation-link.tsx";
import { useRoleName } from "./use-roles.ts";

type RowProps = { invitation: Invitation; isBusy: boolean; onResend: () => void; onRevoke: () => void };

const InvitationRow = ({ invitation, isBusy, onResend, onRevoke }: RowProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const roleName = useRoleName();
  const { email, teams, state, mail, invitedBy, sentAt, expiresAt } = invitation;
  const details = [
    [roleName(invitation), ...teams.map(({ name }) => name)].join(", "),
    invitedBy && t("team.invite.by", { name: invitedBy, date: format.dateTime(sentAt) }),
    state === "pending" && t("team.invite.until", { date: format.dateTime(expiresAt) }),
    mail !== "sent" && t("team.invite.notMailed"),
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
      <div className="grid min-w-0 flex-1 basis-64 gap-0.5">
        <p className="flex min-w-0 items-center gap-2">
          <span className="min-w-0 truncate font-medium">{email}</span>
          <Badge tone={state === "pending" ? "sea" : "warn"}>{t(`team.invite.state.${state}`)}</Badge>
        </p>
        <p className="text-faint text-xs leading-[17px]">{details.filter(Boolean).join(" · ")}</p>
      </div>
      <span className="flex gap-2">
        <Button
          size="sm"
          disabled={isBusy}
          onClick={onResend}
          aria-label={t("team.invite.resendNamed", { email })}
        >
          {t("team.invite.resend")}
        </Button>
        <Button
          size="sm"
          disabled={isBusy}
          onClick={onRevoke}
          aria-label={t("team.invite.revokeNamed", { email })}
        >
          {t("team.invite.revoke")}
        </Button>
      </span>
    </li>
  );
};

/** Invitations that wait to be accepted, or expired; absent while there are none. */
export const InvitationsCard = () => {
  const { t } = useTranslation();
  const { data } = useQuery(apiQuery(invitationsApi.list));
  const resend = useApiMutation(invitationsApi.resend);
  const revoke = useApiMutation(invitationsApi.revoke);
  const [sent, setSent] = useState<SentInvitation>();
  const [revoking, setRevoking] = useState<Invitation>();
  const open = (data ?? []).filter(({ state }) => state === "pending" || state === "expired");
  const fail = (error: unknown) =>
    toast({
      title: t("error.title"),
      description: serverMessage(error) ?? t("error.save"),
      variant: "destructive",
    });

  const confirmRevoke = async ({ id, email }: Invitation) => {
    try {
      await revoke.mutateAsync({ params: { id } });
      toast({ title: t("success.title"), description: t("team.invite.revoked", { email }) });
    } catch (error) {
      fail(error);
    }
    setRevoking(undefined);
  };

  if (open.length === 0 && !sent) return null;
  return (
    <Card
      className="px-0 pb-0"
      title={<span className="pl-4">{t("team.invite.list")}</span>}
      caption={String(open.length)}
    >
      <ul className="divide-y divide-line border-line border-t">
        {open.map((invitation) => (
          <InvitationRow
            key={invitation.id}
            invitation={invitation}
            isBusy={resend.isPending || revoke.isPending}
            onResend={() =>
              void resend
                .mutateAsync({ params: { id: invitation.id } })
                .then(setSent)
                .catch(fail)
            }
            onRevoke={() => setRevoking(invitation)}
          />
        ))}
      </ul>
      {sent && (
        <Dialog
          open
          onOpenChange={(isOpen) => !isOpen && setSent(undefined)}
          title={t("team.invite.sentTitle")}
        >
          <InvitationLink sent={sent} onClose={() => setSent(undefined)} />
        </Dialog>
      )}
      {revoking && (
        <ConfirmDialog
          title={t("team.invite.revokeNamed", { email: revoking.email })}
          text={t("team.invite.revokeText")}
          confirm={t("team.invite.revoke")}
          busy={revoke.isPending}
          onConfirm={() => void confirmRevoke(revoking)}
          onCancel={() => setRevoking(undefined)}
        />
      )}
    </Card>
  );
};
