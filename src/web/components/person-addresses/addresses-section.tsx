import { useQuery } from "@tanstack/react-query";
import { AtSign, Mail, MoreHorizontal, Phone, Plus, Star, Trash2 } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { addressesApi } from "#contract/person-fields.ts";
import type { PersonAddress } from "#contract/threads.ts";
import { addressLabels } from "#domain/people/person-address.ts";
import { shownAddress } from "#domain/people/shown-address.ts";
import { ApiError, apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { ActionMenu } from "#web/ui/menu.tsx";
import { Select } from "#web/ui/select.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { useAddressLabel } from "./use-address-label.ts";

const icons = { email: Mail, phone: Phone, x: AtSign } as const;

type AddressRowProps = {
  address: PersonAddress;
  mayChange: boolean;
  onMakePrimary: () => void;
  onRemove: () => void;
};

const AddressRow = ({ address, mayChange, onMakePrimary, onRemove }: AddressRowProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const addressLabel = useAddressLabel();
  const { kind, isPrimary, state, label, isOptedOut, lastInboundAt } = address;
  const Icon = icons[kind];
  const shown = shownAddress(address);
  const note = kind === "x" ? t("reasons.channel.x") : addressLabel(label);
  return (
    <li className="flex min-h-11 items-center gap-2.5 py-1.5 text-sm">
      <Icon aria-hidden="true" className="size-4 shrink-0 text-soft" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere tabular-nums">{shown}</span>
          {isPrimary && <Badge tone="sea">{t("addresses.primary")}</Badge>}
          {isOptedOut && <Badge tone="bad">{t("addresses.optedOut")}</Badge>}
          {state !== "active" && <Badge tone="warn">{t(`addresses.state.${state}`)}</Badge>}
        </p>
        {(note || lastInboundAt) && (
          <p className="text-faint text-xs">
            {[note, lastInboundAt && t("addresses.wrote", { when: format.dateTime(lastInboundAt) })]
              .filter(Boolean)
              .join(" · ")}
          </p>
        )}
      </div>
      {mayChange && kind !== "x" && (
        <ActionMenu
          trigger={
            <Button variant="ghost" size="icon" aria-label={t("addresses.actions", { address: shown })}>
              <MoreHorizontal aria-hidden="true" />
            </Button>
          }
          actions={[
            ...(isPrimary
              ? []
              : [{ id: "primary", label: t("addresses.makePrimary"), icon: <Star />, run: onMakePrimary }]),
            { id: "remove", label: t("addresses.remove"), icon: <Trash2 />, danger: true, run: onRemove },
          ]}
        />
      )}
    </li>
  );
};

/** All phone numbers and e-mail addresses of a person, each with its state. It saves at once, apart from the form. */
export const AddressesSection = ({ personId }: { personId: string }) => {
  const { t } = useTranslation();
  const mayChange = useMay("people", "work");
  const { data, error, refetch } = useQuery(apiQuery(addressesApi.list, { params: { id: personId } }));
  const add = useApiMutation(addressesApi.add);
  const makePrimary = useApiMutation(addressesApi.makePrimary);
  const remove = useApiMutation(addressesApi.remove);
  const [text, setText] = useState("");
  const [label, setLabel] = useState("");
  const [refusal, setRefusal] = useState<string>();

  const reportFailure = (failure: unknown) =>
    toast({
      title: t("error.title"),
      description: serverMessage(failure) ?? t("addresses.failed"),
      variant: "destructive",
    });
  const addAddress = async () => {
    const value = text.trim();
    if (value === "") return;
    setRefusal(undefined);
    try {
      await add.mutateAsync({ params: { id: personId }, body: { value, label: label || null } });
      setText("");
      setLabel("");
    } catch (failure) {
      const issue = failure instanceof ApiError ? failure.problem?.issues?.[0]?.message : undefined;
      setRefusal(issue ?? serverMessage(failure) ?? t("addresses.failed"));
    }
  };
  const restore = ({ value, label }: PersonAddress) =>
    add.mutateAsync({ params: { id: personId }, body: { value, label } }).catch(reportFailure);
  const removeAddress = async (address: PersonAddress) => {
    try {
      await remove.mutateAsync({ params: { id: address.id } });
      toast({
        title: t("addresses.removed", { address: shownAddress(address) }),
        action: { label: t("addresses.undo"), run: () => void restore(address) },
      });
    } catch (failure) {
      reportFailure(failure);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    // The section may stand inside the person's form.
    event.preventDefault();
    void addAddress();
  };

  return (
    <section aria-labelledby="person-addresses" className="grid gap-2">
      <h3 id="person-addresses" className="font-[540] text-sm">
        {t("addresses.title")}
      </h3>
      {!data && error && (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-11" />}
      {data && data.addresses.length > 0 && (
        <ul className="divide-y divide-line rounded-card border border-line pr-1 pl-3">
          {data.addresses.map((address) => (
            <AddressRow
              key={address.id}
              address={address}
              mayChange={mayChange}
              onMakePrimary={() =>
                void makePrimary.mutateAsync({ params: { id: address.id } }).catch(reportFailure)
              }
              onRemove={() => void removeAddress(address)}
            />
          ))}
        </ul>
      )}
      {data?.addresses.length === 0 && <p className="text-sm text-soft">{t("addresses.none")}</p>}
      {mayChange && (
        <Field label={t("addresses.add")} error={refusal}>
          <div className="flex gap-2">
            <Input
              value={text}
              maxLength={254}
              autoComplete="off"
              spellCheck={false}
              placeholder={t("addresses.placeholder")}
              onChange={({ target: { value } }) => setText(value)}
              onKeyDown={onKeyDown}
            />
            <Select
              aria-label={t("addresses.labelOf")}
              value={label}
              onChange={({ target: { value } }) => setLabel(value)}
              wrapperClassName="shrink-0"
            >
              <option value="">{t("addresses.noLabel")}</option>
              {addressLabels.map((name) => (
                <option key={name} value={name}>
                  {t(`addresses.label.${name}`)}
                </option>
              ))}
            </Select>
            <Button disabled={text.trim() === "" || add.isPending} onClick={() => void addAddress()}>
              <Plus aria-hidden="true" />
              {t("addresses.addButton")}
            </Button>
          </div>
        </Field>
      )}
    </section>
  );
};
