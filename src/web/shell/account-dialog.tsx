import { useTranslation } from "react-i18next";
import { useUser } from "#web/lib/session.ts";
import { Dialog } from "#web/ui/dialog.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";

export const AccountDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const { email } = useUser();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t("account.title")} description={email}>
      <div className="grid gap-6">
        <ProfileForm />
        <hr className="border-line" />
        <PasswordForm />
      </div>
    </Dialog>
  );
};
