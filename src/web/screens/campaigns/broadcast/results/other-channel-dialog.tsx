import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { BroadcastDetail } from "#contract/broadcasts.ts";
import { followUpOf } from "#domain/broadcasts/follow-up.ts";
import { outreachChannels } from "#domain/channels/channel.ts";
import { newStepId } from "#web/components/sequence/draft-steps.ts";
import type { SequenceRow } from "#web/components/sequence/step-tree.ts";
import { MessageFields } from "#web/screens/campaigns/broadcast/write/message-fields.tsx";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { useFollowUp } from "./use-follow-up.ts";

type OtherChannelDialogProps = { broadcast: BroadcastDetail; onClose: () => void };

/** Begins with a channel that the broadcast did not use. */
const firstMessage = ({ actions }: BroadcastDetail): SequenceRow => {
  const used = new Set<string>(actions.map(({ type }) => type));
  const type = outreachChannels.find((channel) => !used.has(channel)) ?? "email";
  return { id: newStepId(), type, template: "" };
};

/** The channel and the words for those whose message failed. */
export const OtherChannelDialog = ({ broadcast, onClose }: OtherChannelDialogProps) => {
  const { t } = useTranslation();
  const { open, isPending } = useFollowUp();
  const [message, setMessage] = useState(() => firstMessage(broadcast));
  const isWritten = message.template.trim() !== "" || message.variants !== undefined;
  const name = t("campaigns.next.failedName", { name: broadcast.name });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={t("campaigns.next.failed")}
      description={t("campaigns.next.failedText")}
      className="sm:max-w-2xl"
    >
      <div className="grid gap-4">
        <MessageFields message={message} issues={[]} onChange={setMessage} />
        <DialogActions>
          <Button onClick={onClose}>{t("action.cancel")}</Button>
          <Button
            variant="primary"
            disabled={isPending || !isWritten}
            onClick={() => void open(followUpOf(broadcast, { kind: "failed", name, actions: [message] }))}
          >
            {t("campaigns.next.open")}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
};
