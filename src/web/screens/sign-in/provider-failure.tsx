import { useTranslation } from "react-i18next";
import { isSignInFailure, signInFailureTexts } from "#domain/access/sign-in-failure.ts";
import { currentLanguage } from "#web/lib/i18n.ts";
import { FormAlert } from "#web/ui/form-alert.tsx";

/** Why the last sign-in came to nothing; loaded only when it did. Nothing of the address is repeated. */
export const ProviderFailure = ({ reason }: { reason: string }) => {
  const { t } = useTranslation();
  if (!isSignInFailure(reason)) return null;
  return (
    <FormAlert>
      <span className="block font-[560]">{t("signIn.failed")}</span>
      {signInFailureTexts[reason][currentLanguage()]}
    </FormAlert>
  );
};
