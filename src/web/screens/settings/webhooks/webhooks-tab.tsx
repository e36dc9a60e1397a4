import { useQuery } from "@tanstack/react-query";
import { Plus, Webhook } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type EventSubscription, webhooksApi } from "#contract/webhooks.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { isFirstLoad } from "#web/lib/first-load.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { LogSheet } from "./log-sheet.tsx";
import { ShownSecret } from "./shown-secret.tsx";
import { TestDialog } from "./test-dialog.tsx";
import { VerificationCard } from "./verification-card.tsx";
import { WebhookDialog } from "./webhook-dialog.tsx";
import { type WebhookAction, WebhookRow } from "./webhook-row.tsx";

type Opened = { action: Exclude<WebhookAction, "pause" | "resume">; id: string };

/** Deliveries end without a notification to browsers, because there may be thousands a second. */
const refreshMs = 10_000;

type DialogsProps = { opened: Opened; subscription: EventSubscription; onClose: () => void };

const Dialogs = ({ opened, subscription, onClose }: DialogsProps) => {
  const { t } = useTranslation();
  const remove = useApiMutation(webhooksApi.remove);
  const rotate = useApiMutation(webhooksApi.rotateSecret);
  const params = { id: subscription.id };
  const fail = (title: string, error: unknown) =>
    toast({ title, description: serverMessage(error), variant: "destructive" });

  const confirmRemove = async () => {
    try {
      await remove.mutateAsync({ params });
      toast({ title: t("success.title"), description: t("webhooks.removed", { name: subscription.name }) });
    } catch (error) {
      fail(t("webhooks.removeFailed"), error);
    }
    onClose();
  };
  const confirmRotate = async () => {
    try {
      await rotate.mutateAsync({ params });
    } catch (error) {
      fail(t("webhooks.rotateFailed"), error);
      onClose();
    }
  };

  switch (opened.action) {
    case "edit":
      return <WebhookDialog subscription={subscription} onClose={onClose} />;
    case "test":
      return <TestDialog subscription={subscription} onClose={onClose} />;
    case "log":
      return <LogSheet subscription={subscription} onClose={onClose} />;
    case "remove":
      return (
        <ConfirmDialog
          title={t("webhooks.removeNamed", { name: subscription.name })}
          text={t("webhooks.removeText")}
          confirm={t("webhooks.remove")}
          busy={remove.isPending}
          onConfirm={() => void confirmRemove()}
          onCancel={onClose}
        />
      );
    case "rotate":
      return rotate.data ? (
        <Dialog open onOpenChange={(open) => !open && onClose()} title={t("webhooks.secret")}>
          <ShownSecret secret={rotate.data.secret} onClose={onClose} />
        </Dialog>
      ) : (
        <ConfirmDialog
          title={t("webhooks.rotate")}
          text={t("webhooks.rotateText")}
          confirm={t("webhooks.rotate")}
          busy={rotate.isPending}
          onConfirm={() => void confirmRotate()}
          onCancel={onClose}
        />
      );
  }
};

const SubscriptionsCard = () => {
  const { t } = useTranslation();
  const isAdmin = useMay("integrations", "manage");
  const { data, error, refetch } = useQuery({ ...apiQuery(webhooksApi.list), refetchInterval: refreshMs });
  const pause = useApiMutation(webhooksApi.pause);
  const resume = useApiMutation(webhooksApi.resume);
  const [isAdding, setIsAdding] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const openedSubscription = data?.subscriptions.find(({ id }) => id === opened?.id);

  const act = async (id: string, action: WebhookAction) => {
    if (action !== "pause" && action !== "resume") return setOpened({ action, id });
    try {
      await (action === "pause" ? pause : resume).mutateAsync({ params: { id } });
    } catch (problem) {
      toast({
        title: t("webhooks.changeFailed"),
        description: serverMessage(problem),
        variant: "destructive",
      });
    }
  };

  return (
    <Card
      className="px-0 pb-0"
      title={<span className="pl-4">{t("webhooks.title")}</span>}
      caption={<span className="block px-4 sm:pl-0">{t("webhooks.text")}</span>}
      aside={
        isAdmin && (
          <Button size="sm" className="mr-4 max-sm:ml-4" onClick={() => setIsAdding(true)}>
            <Plus aria-hidden="true" />
            {t("webhooks.add")}
          </Button>
        )
      }
    >
      {data && data.subscriptions.length > 0 && (
        <ul className="divide-y divide-line border-line border-t">
          {data.subscriptions.map((subscription) => (
            <WebhookRow
              key={subscription.id}
              subscription={subscription}
              isBusy={pause.isPending || resume.isPending}
              onAction={(action) => void act(subscription.id, action)}
            />
          ))}
        </ul>
      )}
      {data?.subscriptions.length === 0 && (
        <EmptyState icon={Webhook} title={t("webhooks.none")} text={t("webhooks.noneText")} />
      )}
      {error && !data && (
        <div className="p-4 pt-0">
          <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !error && (
        <div className="grid gap-3 p-4 pt-0" aria-busy="true">
          <Skeleton className="h-14" />
          <Skeleton className="h-14" />
        </div>
      )}
      {isAdding && <WebhookDialog subscription={undefined} onClose={() => setIsAdding(false)} />}
      {opened && openedSubscription && (
        <Dialogs opened={opened} subscription={openedSubscription} onClose={() => setOpened(undefined)} />
      )}
    </Card>
  );
};

/** Subscriptions of other systems to events. */
export const WebhooksTab = () => {
  const isLoading = isFirstLoad(useQuery(apiQuery(webhooksApi.list)));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <SubscriptionsCard />
      {!isLoading && <VerificationCard />}
    </div>
  );
};
