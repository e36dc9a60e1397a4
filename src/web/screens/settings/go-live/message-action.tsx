import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { type GoLiveProgress, goLiveApi } from "#contract/go-live.ts";
import type { GoLiveChannel } from "#domain/go-live/records.ts";
import { DeliveryStatusBadge } from "#web/components/delivery/delivery-status-badge.tsx";
import { SimulatedBadge } from "#web/components/delivery/simulated-badge.tsx";
import { ReasonList } from "#web/components/reason/reason-list.tsx";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

/** Sends a message to the administrator's own address and shows what became of it. */
export const MessageAction = ({
  channel,
  progress,
}: {
  channel: GoLiveChannel;
  progress: GoLiveProgress;
}) => {
  const { t } = useTranslation();
  const [to, setTo] = useState("");
  const { mutate, isPending, error } = useApiMutation(goLiveApi.sendTest);
  const sent = progress.messages.find((one) => one.channel === channel);
  const isMail = channel === "email";
  return (
    <>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ body: { channel, to: to.trim() } });
        }}
      >
        <Field
          label={t(isMail ? "goLive.message.ownAddress" : "goLive.message.ownNumber")}
          error={error ? (serverMessage(error) ?? t("error.save")) : undefined}
          className="min-w-0 flex-1 basis-56"
        >
          <Input
            type={isMail ? "email" : "tel"}
            value={to}
            onChange={(event) => setTo(event.target.value)}
            placeholder={isMail ? "me@example.com" : "+1 787 555 0123"}
            autoComplete={isMail ? "email" : "tel"}
          />
        </Field>
        <Button type="submit" disabled={isPending || to.trim() === ""}>
          {t(channel === "voice" ? "goLive.message.call" : "goLive.message.send")}
        </Button>
      </form>
      {sent && (
        <div role="status" className="grid gap-1.5">
          <p className="flex flex-wrap items-center gap-2 text-soft">
            {t("goLive.message.last")}
            {sent.status !== "simulated" && <DeliveryStatusBadge status={sent.status} />}
            {sent.simulated && <SimulatedBadge />}
            <Link href={`/people/${sent.personId}`} className="text-sea hover:underline">
              {t("goLive.message.open")}
            </Link>
          </p>
          {!["delivered", "read"].includes(sent.status) && sent.reasons.length > 0 && (
            <ReasonList reasons={sent.reasons} className="text-soft" />
          )}
        </div>
      )}
    </>
  );
};
