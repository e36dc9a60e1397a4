import { QRCodeSVG } from "qrcode.react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { secondFactorApi } from "#contract/second-factor.ts";
import { callApi } from "#web/lib/api.ts";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { ConfirmForm } from "./confirm-form.tsx";
import { RecoveryCodes } from "./recovery-codes.tsx";

type SecondFactorSetupProps = {
  /** Shown until it is turned on. */
  intro?: ReactNode;
  onDone: () => void;
  onCancel?: () => void;
};

/** Password, then the QR code and a first code, then the recovery codes. */
export const SecondFactorSetup = ({ intro, onDone, onCancel }: SecondFactorSetupProps) => {
  const { t } = useTranslation();
  const [key, setKey] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<string[]>();

  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (!key) {
    return (
      <ConfirmForm
        key="password"
        asks={["password"]}
        submit={t("account.secondFactor.continue")}
        onCancel={onCancel}
        onSubmit={async ({ password }) =>
          setKey(await callApi(secondFactorApi.start, { body: { password } }))
        }
      >
        {intro}
        <p className="text-sm text-soft">{t("account.secondFactor.startText")}</p>
      </ConfirmForm>
    );
  }
  return (
    <ConfirmForm
      key="code"
      asks={["code"]}
      submit={t("account.secondFactor.turnOn")}
      onCancel={onCancel}
      onSubmit={async ({ code }) =>
        // Called directly: refreshed data would close the screen before the recovery codes were read.
        setCodes((await callApi(secondFactorApi.confirm, { body: { code } })).recoveryCodes)
      }
    >
      {intro}
      <p className="text-sm text-soft">{t("account.secondFactor.scanText")}</p>
      <div className="justify-self-center rounded-lg bg-white p-3">
        <QRCodeSVG value={key.uri} size={184} title={t("account.secondFactor.qr")} />
      </div>
      <Field label={t("account.secondFactor.key")} hint={t("account.secondFactor.keyHint")}>
        <CopyField value={key.secret} />
      </Field>
    </ConfirmForm>
  );
};
