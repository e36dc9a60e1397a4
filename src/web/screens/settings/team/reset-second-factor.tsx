import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type TeamMember, usersApi } from "#contract/users.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { displayName } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";

type ResetSecondFactorProps = { member: TeamMember; onDone: () => void };

/** For a user who lost the authenticator app. */
export const ResetSecondFactor = ({ member, onDone }: ResetSecondFactorProps) => {
  const { t } = useTranslation();
  const reset = useApiMutation(usersApi.resetSecondFactor);
  const [confirming, setConfirming] = useState(false);
  const name = displayName(member);

  const confirm = async () => {
    try {
      await reset.mutateAsync({ params: { id: member.id } });
      toast({ title: t("success.title"), description: t("team.secondFactorReset", { name }) });
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
      <p className="font-[540] text-sm">{t("account.secondFactor.title")}</p>
      <Button className="justify-self-start" onClick={() => setConfirming(true)}>
        {t("team.resetSecondFactor")}
      </Button>
      <p className="text-faint text-xs">{t("team.resetSecondFactorHint")}</p>
      {confirming && (
        <ConfirmDialog
          title={t("team.resetSecondFactor")}
          text={t("team.resetSecondFactorText", { name })}
          confirm={t("team.resetSecondFactorConfirm")}
          busy={reset.isPending}
          onCancel={() => setConfirming(false)}
          onConfirm={() => void confirm()}
        />
      )}
    </div>
  );
};
