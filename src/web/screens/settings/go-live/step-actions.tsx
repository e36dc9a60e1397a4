import { Loader } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type GoLiveProgress, goLiveApi } from "#contract/go-live.ts";
import type { GoLiveStep } from "#domain/go-live/guide.ts";
import type { GoLiveChannel, manualSteps } from "#domain/go-live/records.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { useConnectionTest } from "#web/screens/settings/connection-controls.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { AccountFields } from "./account-fields.tsx";
import { DnsAction } from "./dns-action.tsx";
import type { StepProgress } from "./guide-step.tsx";
import { LabelledSwitch } from "./labelled-switch.tsx";
import { MessageAction } from "./message-action.tsx";

export type StepActionProps = { channel: GoLiveChannel; step: StepProgress; progress: GoLiveProgress };

const connectorOf = (channel: GoLiveChannel, { whatsappMessenger, emailMessenger }: GoLiveProgress) => {
  if (channel === "email")
    return emailMessenger === "sendgrid"
      ? { id: "sendgrid", label: "SendGrid" }
      : { id: "smtp", label: "SMTP" };
  return channel === "whatsapp" && whatsappMessenger !== "twilio-whatsapp"
    ? { id: "whatsapp", label: "WhatsApp" }
    : { id: "twilio", label: "Twilio" };
};

/** SendGrid has a sheet of its own in Integrations. */
const AccountAction = ({ channel, progress }: Pick<StepActionProps, "channel" | "progress">) => {
  const { t } = useTranslation();
  const { id } = connectorOf(channel, progress);
  if (id !== "sendgrid") return <AccountFields service={id} />;
  return (
    <Button asChild size="sm" className="w-fit">
      <Link href="/settings?tab=integrations&sync=sendgrid">{t("goLive.openKeys")}</Link>
    </Button>
  );
};

const TestAction = ({ channel, progress }: StepActionProps) => {
  const { t } = useTranslation();
  const { id, label } = connectorOf(channel, progress);
  const { test, testing } = useConnectionTest(id, label);
  return (
    <Button size="sm" className="w-fit" disabled={testing} onClick={() => void test({})}>
      {testing ? t("settings.test.busy") : t("goLive.testNow", { service: label })}
    </Button>
  );
};

const NumberAction = ({ channel, progress }: StepActionProps) => {
  const { t } = useTranslation();
  const { fromNumber } = progress;
  return fromNumber ? (
    <p className="text-soft">{t("goLive.numberIs", { number: fromNumber })}</p>
  ) : (
    <AccountAction channel={channel} progress={progress} />
  );
};

const callbackMessenger = (channel: GoLiveChannel, { whatsappMessenger }: GoLiveProgress): string | null => {
  if (channel === "email") return "sendgrid";
  return channel === "sms" ? "twilio-sms" : channel === "whatsapp" ? whatsappMessenger : null;
};

const CallbackAction = ({ channel, step, progress }: StepActionProps) => {
  const { t } = useTranslation();
  const messenger = callbackMessenger(channel, progress);
  const url = progress.callbackUrls.find((one) => one.messenger === messenger)?.url;
  return (
    <>
      {url && (
        <Field label={t("goLive.callbackUrl")}>
          <CopyField value={url} />
        </Field>
      )}
      {step.state === "todo" && (
        <p role="status" className="flex items-center gap-2 text-warn">
          <Loader aria-hidden="true" className="size-4 shrink-0 motion-safe:animate-spin" />
          {t("goLive.waiting")}
        </p>
      )}
    </>
  );
};

type ManualStep = (typeof manualSteps)[number];

const TickAction = ({ step, name }: { step: StepProgress; name: ManualStep }) => {
  const { t } = useTranslation();
  const { mutate, isPending } = useApiMutation(goLiveApi.tick);
  const change = (done: boolean) =>
    mutate(
      { params: { step: name }, body: { done } },
      {
        onError: (failure) =>
          toast({
            title: t("error.title"),
            description: serverMessage(failure) ?? t("error.save"),
            variant: "destructive",
          }),
      },
    );
  return (
    <LabelledSwitch
      label={t(`goLive.tick.${name}`)}
      checked={step.state === "done"}
      disabled={isPending}
      onChange={change}
    />
  );
};

const actions: Record<GoLiveStep, (props: StepActionProps) => ReactNode> = {
  address: () => null,
  account: ({ channel, progress }) => <AccountAction channel={channel} progress={progress} />,
  test: (props) => <TestAction {...props} />,
  number: (props) => <NumberAction {...props} />,
  callback: (props) => <CallbackAction {...props} />,
  a2p: ({ step }) => <TickAction step={step} name="a2p" />,
  templates: ({ step }) => <TickAction step={step} name="templates" />,
  dns: ({ progress }) => <DnsAction progress={progress} />,
  message: ({ channel, progress }) => <MessageAction channel={channel} progress={progress} />,
};

/** What can be done for a step here. */
export const StepAction = (props: StepActionProps) => actions[props.step.id](props);
