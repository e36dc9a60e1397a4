import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type TeamMember, usersApi } from "#contract/users.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { displayName } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

type UnlinkUserProps = { member: TeamMember; onDone: () => void };

/** For a user whose account at the identity provider was replaced by another. */
export const UnlinkUser = ({ member, onDone }: UnlinkUserProps) => {
  const { t } = useTranslation();
  const unlink = useApiMutation(usersApi.unlink);
  const [confirming, setConfirming] = useState(false);
  const name = displayName(member);

  const confirm = async () => {
    try {
      await unlink.mutateAsync({ params: { id: member.id } });
      toast({ title: t("success.title"), description: t("team.sso.unlinked", { name }) });
      onDone();
    } catch (error) {
      setConfirming(false);
      toast({
        title: t("error.title"),
        description: serverMessage(error) ?? t("team.saveFailed"),
        variant: "destructive",
      });
    }
  };

  return (
    <div className="grid gap-1.5">
      <p className="font-[540] text-sm">{t("team.sso.title")}</p>
      <Button className="justify-self-start" onClick={() => setConfirming(true)}>
        {t("team.sso.unlink")}
      </Button>
      <p className="text-faint text-xs">{t("team.sso.unlinkHint")}</p>
      {confirming && (
        <ConfirmDialog
          title={t("team.sso.unlink")}
          text={t("team.sso.unlinkText", { name })}
          confirm={t("team.sso.unlinkConfirm")}
          busy={unlink.isPending}
          onCancel={() => setConfirming(false)}
          onConfirm={() => void confirm()}
        />
      )}
    </div>
  );
};
