import { useTranslation } from "react-i18next";
import type { SingleSignOn } from "#contract/single-sign-on.ts";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Field } from "#web/ui/field.tsx";

/** What is entered at the identity provider. */
export const ProviderAddresses = ({ redirectUri, signOutUri, backChannelLogoutUri }: SingleSignOn) => {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <Field label={t("team.sso.redirectUri")} hint={t("team.sso.redirectUriHint")}>
        <CopyField value={redirectUri} />
      </Field>
      <Field label={t("team.sso.signOutUri")} hint={t("team.sso.signOutUriHint")}>
        <CopyField value={signOutUri} />
      </Field>
      <Field label={t("team.sso.backChannelUri")} hint={t("team.sso.backChannelUriHint")}>
        <CopyField value={backChannelLogoutUri} />
      </Field>
    </div>
  );
};
