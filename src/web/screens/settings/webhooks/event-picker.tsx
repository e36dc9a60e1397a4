import { useId } from "react";
import { useTranslation } from "react-i18next";
import {
  type WebhookEventGroup,
  type WebhookEventType,
  webhookEventGroups,
  webhookEventsOf,
} from "#domain/webhooks/event-kinds.ts";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { eventTextKey } from "./event-texts.ts";

type EventPickerProps = {
  value: readonly WebhookEventType[];
  onChange: (events: WebhookEventType[]) => void;
  error: string | undefined;
};

type GroupProps = EventPickerProps & { group: WebhookEventGroup };

const Group = ({ group, value, onChange }: GroupProps) => {
  const { t } = useTranslation();
  const id = useId();
  const types = webhookEventsOf(group);
  const chosen = types.filter((type) => value.includes(type));
  const others = value.filter((type) => !types.includes(type));
  const name = t(`webhooks.group.${group}`);
  return (
    <fieldset className="grid content-start gap-1.5">
      <legend className="mb-1.5 flex w-full items-center gap-2 font-[560] text-sm">
        {types.length > 1 ? (
          <>
            <Checkbox
              id={`${id}-all`}
              aria-label={t("webhooks.all", { group: name })}
              checked={chosen.length === types.length ? true : chosen.length > 0 ? "indeterminate" : false}
              onCheckedChange={(checked) => onChange(checked === true ? [...others, ...types] : others)}
            />
            <label htmlFor={`${id}-all`}>{name}</label>
          </>
        ) : (
          name
        )}
      </legend>
      {types.map((type) => (
        <div key={type} className="flex items-start gap-2 text-sm">
          <Checkbox
            id={`${id}-${type}`}
            className="mt-0.5"
            checked={value.includes(type)}
            onCheckedChange={(checked) =>
              onChange(checked === true ? [...value, type] : value.filter((other) => other !== type))
            }
          />
          <label htmlFor={`${id}-${type}`} className="min-w-0">
            {t(eventTextKey(type))} <code className="wrap-anywhere text-faint text-xs">{type}</code>
          </label>
        </div>
      ))}
    </fieldset>
  );
};

/** The kinds of events, by what they are about. */
export const EventPicker = (props: EventPickerProps) => {
  const { t } = useTranslation();
  return (
    <section aria-label={t("webhooks.events")} className="grid gap-2">
      <p className="font-[540] text-sm">
        {t("webhooks.events")}
        <span aria-hidden="true" className="text-bad">
          {" *"}
        </span>
      </p>
      <div className="grid gap-x-6 gap-y-4 rounded-lg border border-line p-3.5 sm:grid-cols-2">
        {webhookEventGroups.map((group) => (
          <Group key={group} group={group} {...props} />
        ))}
      </div>
      {props.error && (
        <p role="alert" className="text-bad text-xs">
          {props.error}
        </p>
      )}
    </section>
  );
};
