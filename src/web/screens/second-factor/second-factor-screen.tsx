import { useQueryClient } from "@tanstack/react-query";
import { LogOut } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SecondFactorSetup } from "#web/components/account/second-factor-setup.tsx";
import { LanguageSelect } from "#web/components/layout/language-select.tsx";
import { Logo } from "#web/components/layout/logo.tsx";
import { invalidateTopics } from "#web/lib/query-client.ts";
import { chooseLanguage, signOut, useUser } from "#web/lib/session.ts";
import { useTitle } from "#web/lib/use-title.ts";
import { Button } from "#web/ui/button.tsx";

/** All that an administrator sees who must set up a second factor first. */
const SecondFactorScreen = () => {
  const { t } = useTranslation();
  const { email } = useUser();
  const client = useQueryClient();
  useTitle(t("account.secondFactor.title"));
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-120 flex-col px-6 py-5">
      <div className="flex items-center justify-between gap-3">
        <Logo className="size-9 shrink-0" />
        <div className="flex items-center gap-2">
          <LanguageSelect onChange={chooseLanguage} />
          <Button onClick={() => void signOut()}>
            <LogOut aria-hidden="true" />
            {t("action.signOut")}
          </Button>
        </div>
      </div>
      <div className="my-auto grid gap-5 py-8">
        <h1 className="font-[660] text-2xl leading-8 tracking-[-0.02em]">
          {t("account.secondFactor.requiredTitle")}
        </h1>
        <SecondFactorSetup
          intro={<p className="text-soft">{t("account.secondFactor.requiredText", { email })}</p>}
          onDone={() => void invalidateTopics(client, ["account"])}
        />
      </div>
    </main>
  );
};

export default SecondFactorScreen;
