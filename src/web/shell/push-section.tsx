import { useQuery } from "@tanstack/react-query";
import { MonitorSmartphone } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { type PushDevice, pushApi } from "#contract/push.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { readPushState, subscribeBrowser, unsubscribeBrowser } from "#web/lib/push.ts";
import { useUser } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Switch } from "#web/ui/switch.tsx";
import { NotificationSettingsForm } from "./notification-settings-form.tsx";

/** The state of this browser, read again when the user comes back from its settings. */
const usePushState = () => {
  const [state, setState] = useState(readPushState);
  const refresh = () => setState(readPushState());
  useEffect(() => {
    const update = () => setState(readPushState());
    addEventListener("focus", update);
    return () => removeEventListener("focus", update);
  }, []);
  return { state, refresh };
};

const useReport = () => {
  const { t } = useTranslation();
  return {
    done: (description: string) => toast({ title: t("success.title"), description }),
    failed: (description: string) => toast({ title: t("error.title"), description, variant: "destructive" }),
  };
};

const ThisDevice = ({ publicKey, current }: { publicKey: string; current: PushDevice | undefined }) => {
  const { t } = useTranslation();
  const { id: userId } = useUser();
  const { state, refresh } = usePushState();
  const { done, failed } = useReport();
  const add = useApiMutation(pushApi.add);
  const remove = useApiMutation(pushApi.remove);
  const test = useApiMutation(pushApi.test);
  const [isAsking, setIsAsking] = useState(false);
  const ids = { label: useId(), text: useId() };
  const isPossible = state === "permitted" || state === "askable";
  // Without the permission, which may have been taken away since, the browser shows nothing.
  const isOn = state === "permitted" && current !== undefined;
  const shown = state === "permitted" || state === "askable" ? (isOn ? "on" : "off") : state;

  const turnOn = async () => {
    const subscription = await subscribeBrowser(publicKey, userId).catch(() => "unreached" as const);
    if (subscription === "unreached") return failed(t("account.notifications.unreached"));
    // Refused: the text under the switch says what to do.
    if (subscription === undefined) return;
    try {
      await add.mutateAsync({ body: subscription });
      done(t("account.notifications.turnedOn"));
    } catch (error) {
      await unsubscribeBrowser().catch(() => {});
      failed(serverMessage(error) ?? t("account.notifications.failed"));
    }
  };
  const turnOff = async ({ id }: PushDevice) => {
    try {
      await remove.mutateAsync({ params: { id } });
      await unsubscribeBrowser();
      done(t("account.notifications.turnedOff"));
    } catch (error) {
      failed(serverMessage(error) ?? t("account.notifications.failed"));
    }
  };
  const change = async () => {
    setIsAsking(true);
    await (isOn ? turnOff(current) : turnOn());
    setIsAsking(false);
    refresh();
  };
  const sendTest = async () => {
    try {
      const { outcome } = await test.mutateAsync(undefined);
      if (outcome === "sent") done(t("account.notifications.test.sent"));
      else failed(t(`account.notifications.test.${outcome}`));
    } catch (error) {
      failed(serverMessage(error) ?? t("account.notifications.test.failed"));
    }
  };

  return (
    <div className="grid gap-3">
      <div className="flex min-w-0 items-start gap-3">
        <div className="min-w-0 flex-1">
          <p id={ids.label} className="font-[540] text-sm">
            {t("account.notifications.here")}
          </p>
          <p id={ids.text} role="status" className="text-soft text-sm">
            {t(`account.notifications.state.${shown}`)}
          </p>
        </div>
        <Switch
          checked={isOn}
          disabled={!isPossible || isAsking}
          aria-labelledby={ids.label}
          aria-describedby={ids.text}
          onCheckedChange={() => void change()}
        />
      </div>
      {isOn && (
        <div>
          <Button size="sm" disabled={test.isPending} onClick={() => void sendTest()}>
            {t("account.notifications.test.send")}
          </Button>
        </div>
      )}
    </div>
  );
};

const DeviceRow = ({ device }: { device: PushDevice }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { done, failed } = useReport();
  const remove = useApiMutation(pushApi.remove);
  const name = [device.browser, device.system].filter(Boolean).join(" · ") || t("account.sessions.unknown");
  const end = async () => {
    try {
      await remove.mutateAsync({ params: { id: device.id } });
      if (device.current) await unsubscribeBrowser();
      done(t("account.notifications.removed"));
    } catch (error) {
      failed(serverMessage(error) ?? t("account.notifications.failed"));
    }
  };
  return (
    <li className="flex min-w-0 items-center gap-3 px-3 py-2.5">
      <MonitorSmartphone aria-hidden="true" className="size-4 shrink-0 text-faint" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <span className="truncate">{name}</span>
          {device.current && <Badge tone="sea">{t("account.sessions.current")}</Badge>}
          {device.failing && <Badge tone="warn">{t("account.notifications.failing")}</Badge>}
        </p>
        <p className="text-faint text-xs">
          {device.lastSuccessAt === null
            ? t("account.notifications.added", { time: format.dateTime(device.addedAt) })
            : t("account.notifications.last", { time: format.dateTime(device.lastSuccessAt) })}
        </p>
      </div>
      <Button
        size="sm"
        disabled={remove.isPending}
        aria-label={t("account.notifications.removeNamed", { device: name })}
        onClick={() => void end()}
      >
        {t("account.notifications.remove")}
      </Button>
    </li>
  );
};

/** Notifications on one's own devices, in the account dialog. */
export const PushSection = () => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({ ...apiQuery(pushApi.devices), refetchOnMount: "always" });
  return (
    <section className="grid gap-4" aria-busy={!data && !error}>
      <div className="grid gap-1">
        <h3 className="font-[620]">{t("account.notifications.title")}</h3>
        <p className="text-soft text-sm">{t("account.notifications.hint")}</p>
      </div>
      {data ? (
        <>
          <ThisDevice publicKey={data.publicKey} current={data.devices.find(({ current }) => current)} />
          {data.devices.length > 0 && (
            <ul
              aria-label={t("account.notifications.devices")}
              className="grid divide-y divide-line rounded-lg border border-line"
            >
              {data.devices.map((device) => (
                <DeviceRow key={device.id} device={device} />
              ))}
            </ul>
          )}
        </>
      ) : error ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-16" />
      )}
      <NotificationSettingsForm />
    </section>
  );
};
