import { useTranslation } from "react-i18next";
import type { SentInvitation } from "#contract/team.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";

/** The link of an invitation. It is shown this once, because only its hash is stored. */
export const InvitationLink = ({ sent, onClose }: { sent: SentInvitation; onClose: () => void }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { email, mail, expiresAt } = sent.invitation;
  const text = t(`team.invite.mail.${mail}`, { email });
  return (
    <div className="grid gap-4">
      {mail === "sent" ? <p className="text-sm text-soft">{text}</p> : <FormAlert>{text}</FormAlert>}
      <Field
        label={t("team.invite.link")}
        hint={t("team.invite.linkHint", { date: format.dateTime(expiresAt) })}
      >
        <CopyField value={sent.link} />
      </Field>
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {t("action.close")}
        </Button>
      </DialogActions>
    </div>
  );
};
