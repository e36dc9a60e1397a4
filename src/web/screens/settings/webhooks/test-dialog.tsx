import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type EventSubscription, webhooksApi } from "#contract/webhooks.ts";
import type { WebhookEventType } from "#domain/webhooks/event-kinds.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { Button } from "#web/ui/button.tsx";
import { CodeBlock } from "#web/ui/code-block.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Select } from "#web/ui/select.tsx";
import { AnswerView } from "./answer-view.tsx";
import { eventTextKey } from "./event-texts.ts";

type TestDialogProps = { subscription: EventSubscription; onClose: () => void };

/** Sends an example of an event and shows what the receiver answers. */
export const TestDialog = ({ subscription, onClose }: TestDialogProps) => {
  const { t } = useTranslation();
  const test = useApiMutation(webhooksApi.test);
  const [type, setType] = useState<WebhookEventType>(subscription.events[0] ?? "person.created");
  const answer = test.data?.answers.at(-1);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("webhooks.test")}
      description={`${subscription.name}. ${t("webhooks.testText")}`}
      className="sm:max-w-2xl"
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field label={t("webhooks.testType")}>
          <Select value={type} onChange={(event) => setType(event.target.value as WebhookEventType)}>
            {subscription.events.map((one) => (
              <option key={one} value={one}>
                {t(eventTextKey(one))}
              </option>
            ))}
          </Select>
        </Field>
        <div aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-4">
          {test.isPending && <p className="text-sm text-soft">{t("webhooks.testSending")}</p>}
          {answer && !test.isPending && <AnswerView answer={answer} />}
        </div>
        {test.data && !test.isPending && (
          <CodeBlock
            code={JSON.stringify(JSON.parse(test.data.request), null, 2)}
            label={t("webhooks.copyRequest")}
          />
        )}
        {test.error && <FormAlert>{serverMessage(test.error) ?? t("webhooks.testFailed")}</FormAlert>}
        <DialogActions>
          <Button onClick={onClose}>{t("action.close")}</Button>
          <Button
            variant="primary"
            disabled={test.isPending}
            onClick={() => test.mutate({ params: { id: subscription.id }, body: { type } })}
          >
            {t("webhooks.testSend")}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
};
