import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { secondFactorApi } from "#contract/second-factor.ts";
import { ConfirmForm } from "#web/components/account/confirm-form.tsx";
import { RecoveryCodes } from "#web/components/account/recovery-codes.tsx";
import { SecondFactorSetup } from "#web/components/account/second-factor-setup.tsx";
import { apiQuery, callApi, serverMessage } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { invalidateTopics } from "#web/lib/query-client.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";

type Step = { is: "none" | "set-up" | "renew" | "remove" } | { is: "codes"; codes: string[] };

/** The second factor in the account dialog. */
export const SecondFactorSection = () => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const format = useFormat();
  const { data, error, refetch } = useQuery(apiQuery(secondFactorApi.get));
  const [step, setStep] = useState<Step>({ is: "none" });
  const close = () => setStep({ is: "none" });
  const finish = async () => {
    close();
    await invalidateTopics(client, ["account", "users"]);
  };

  const content = () => {
    if (step.is === "set-up") return <SecondFactorSetup onDone={() => void finish()} onCancel={close} />;
    if (step.is === "codes") return <RecoveryCodes codes={step.codes} onDone={() => void finish()} />;
    if (!data) {
      return error ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-9" />
      );
    }
    if (step.is === "renew") {
      return (
        <ConfirmForm
          asks={["password", "code"]}
          submit={t("account.secondFactor.renew")}
          onCancel={close}
          onSubmit={async (body) => {
            const { recoveryCodes } = await callApi(secondFactorApi.renewCodes, { body });
            setStep({ is: "codes", codes: recoveryCodes });
          }}
        />
      );
    }
    if (step.is === "remove") {
      return (
        <ConfirmForm
          asks={["password", "code"]}
          submit={t("account.secondFactor.turnOff")}
          danger
          onCancel={close}
          onSubmit={async (body) => {
            await callApi(secondFactorApi.remove, { body });
            toast({ title: t("success.title"), description: t("account.secondFactor.removed") });
            await finish();
          }}
        >
          <p className="text-sm text-soft">
            {t(data.required ? "account.secondFactor.replaceText" : "account.secondFactor.removeText")}
          </p>
        </ConfirmForm>
      );
    }
    if (data.enabledAt === null) {
      return (
        <div className="grid gap-3">
          <p className="text-sm text-soft">{t("account.secondFactor.offText")}</p>
          <Button className="justify-self-end" onClick={() => setStep({ is: "set-up" })}>
            {t("account.secondFactor.setUp")}
          </Button>
        </div>
      );
    }
    return (
      <div className="grid gap-3">
        <p className="text-sm text-soft">
          {t("account.secondFactor.since", { time: format.dateTime(data.enabledAt) })}
          {" · "}
          {t("account.secondFactor.codesLeft", { count: data.recoveryCodesLeft })}
        </p>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => setStep({ is: "renew" })}>{t("account.secondFactor.renew")}</Button>
          <Button onClick={() => setStep({ is: "remove" })}>{t("account.secondFactor.turnOff")}</Button>
        </div>
      </div>
    );
  };

  return (
    <section className="grid gap-3" aria-busy={!data && !error}>
      <h3 className="flex items-center gap-2 font-[620]">
        {t("account.secondFactor.title")}
        {data && (
          <Badge tone={data.enabledAt ? "ok" : "quiet"}>
            {t(data.enabledAt ? "account.secondFactor.on" : "account.secondFactor.off")}
          </Badge>
        )}
      </h3>
      {content()}
    </section>
  );
};
