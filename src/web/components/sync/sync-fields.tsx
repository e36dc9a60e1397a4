import { ArrowLeft, ArrowRight, Plus, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type SyncView, syncsApi } from "#contract/syncs.ts";
import { consentChannelOf, type FieldLink, type SyncDirection } from "#domain/sync/field-map.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { cn } from "#web/lib/cn.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Select } from "#web/ui/select.tsx";
import { SyncProof } from "./sync-proof.tsx";
import { hasValueMap, SyncValues } from "./sync-values.tsx";
import { useSaveSync } from "./use-save-sync.ts";
import { useSyncFieldNames } from "./use-sync-names.ts";

type RemoteFields = SyncView["remoteFields"];

/** Two arrows: in and out. One of them is always on. */
const toggled = (direction: SyncDirection, arrow: "in" | "out"): SyncDirection => {
  if (direction === "both") return arrow === "in" ? "out" : "in";
  return direction === arrow ? direction : "both";
};

type DirectionProps = {
  name: string;
  direction: SyncDirection;
  isReadOnly: boolean;
  disabled: boolean;
  onChange: (direction: SyncDirection) => void;
};

const Direction = ({ name, direction, isReadOnly, disabled, onChange }: DirectionProps) => {
  const { t } = useTranslation();
  return (
    <fieldset
      aria-label={t("sync.directionOf", { name })}
      className="flex w-fit overflow-hidden rounded-[7px] border border-line"
    >
      {(["in", "out"] as const).map((arrow) => {
        const isOn = direction === arrow || direction === "both";
        const Icon = arrow === "in" ? ArrowLeft : ArrowRight;
        return (
          <button
            key={arrow}
            type="button"
            aria-pressed={isOn}
            aria-label={t(`sync.direction.${arrow}`)}
            title={t(`sync.direction.${arrow}`)}
            disabled={disabled || (isReadOnly && arrow === "out")}
            onClick={() => onChange(toggled(direction, arrow))}
            className={cn(
              "grid size-9 place-items-center focus-visible:-outline-offset-2 disabled:opacity-40 sm:size-8",
              isOn ? "bg-sea-tint text-sea" : "text-faint hover:bg-hover",
            )}
          >
            <Icon aria-hidden="true" className="size-4" />
          </button>
        );
      })}
    </fieldset>
  );
};

const withoutValues = ({ values, ...link }: FieldLink): FieldLink => link;

type RowProps = {
  link: FieldLink;
  links: readonly FieldLink[];
  remote: RemoteFields;
  label: string;
  disabled: boolean;
  onChange: (link: FieldLink) => void;
  onRemove: () => void;
};

const FieldRow = ({ link, links, remote, label, disabled, onChange, onRemove }: RowProps) => {
  const { t } = useTranslation();
  const { fields, nameOf, typeOf, valuesOf } = useSyncFieldNames();
  const [isOpen, setOpen] = useState(false);
  const field = remote.find(({ name }) => name === link.theirs);
  const isMissing = remote.length > 0 && link.theirs !== "" && !field;
  const count = link.values?.length ?? 0;
  const isMapped = link.ours !== "" && hasValueMap(link.ours, field, (ours) => valuesOf(ours) !== undefined);
  const isFree = (name: string, own: string, side: "ours" | "theirs"): boolean =>
    name === own || !links.some((other) => other[side] === name);
  return (
    <li
      className={cn(
        "grid grid-cols-[1fr_auto] items-center gap-2 border-line border-b px-3 py-2 last:border-b-0 sm:grid-cols-[1fr_auto_1fr_auto]",
        isMissing && "bg-bad-tint",
      )}
    >
      <Select
        aria-label={t("sync.ours")}
        value={link.ours}
        disabled={disabled}
        // Values of another field would mean nothing.
        onChange={(event) => onChange({ ...withoutValues(link), ours: event.target.value })}
      >
        <option value="" disabled>
          {t("sync.choose")}
        </option>
        {fields
          .filter((name) => isFree(name, link.ours, "ours"))
          .map((name) => (
            <option key={name} value={name}>
              {`${nameOf(name)} · ${typeOf(name)}`}
            </option>
          ))}
      </Select>
      <Direction
        name={nameOf(link.ours)}
        direction={field?.isReadOnly ? "in" : link.direction}
        isReadOnly={field?.isReadOnly ?? false}
        disabled={disabled}
        onChange={(direction) => onChange({ ...link, direction })}
      />
      <span className="grid min-w-0 gap-0.5">
        <Select
          aria-label={t("sync.theirs")}
          value={link.theirs}
          disabled={disabled}
          onChange={(event) => onChange({ ...withoutValues(link), theirs: event.target.value })}
        >
          <option value="" disabled>
            {t("sync.choose")}
          </option>
          {isMissing && <option value={link.theirs}>{link.theirs}</option>}
          {remote
            .filter(({ name }) => isFree(name, link.theirs, "theirs"))
            .map(({ name, label, type }) => (
              <option key={name} value={name}>
                {`${label} · ${t(`sync.type.${type}`)}`}
              </option>
            ))}
        </Select>
        {isMissing && <span className="text-bad text-xs">{t("sync.missingField")}</span>}
        {field?.isReadOnly && <span className="text-faint text-xs">{t("sync.readOnly")}</span>}
        {isMapped && (
          <button
            type="button"
            aria-expanded={isOpen}
            className="min-h-6 w-fit rounded text-left text-sea text-xs hover:underline"
            onClick={() => setOpen(!isOpen)}
          >
            {count > 0 ? t("sync.valueCount", { count }) : t("sync.values")}
          </button>
        )}
      </span>
      <Button
        variant="ghost"
        size="icon"
        disabled={disabled}
        aria-label={t("sync.removeField", { name: nameOf(link.ours) })}
        onClick={onRemove}
      >
        <X aria-hidden="true" />
      </Button>
      {isOpen && isMapped && (
        <SyncValues
          link={link}
          field={field}
          label={label}
          disabled={disabled}
          onChange={(values) => onChange({ ...link, values })}
        />
      )}
    </li>
  );
};

export const SyncFields = ({ sync }: { sync: SyncView }) => {
  const { t } = useTranslation();
  const isAdmin = useMay("integrations", "manage");
  const { save, isSaving } = useSaveSync(sync);
  const read = useApiMutation(syncsApi.fields);
  const [links, setLinks] = useState<(FieldLink & { key: number })[]>(() =>
    sync.map.map((link, key) => ({ ...link, key })),
  );
  const [nextKey, setNextKey] = useState(sync.map.length);
  const plain = links.map(({ key, ...link }) => link);
  const isDirty = JSON.stringify(plain) !== JSON.stringify(sync.map);
  const isFilled = ({ ours, theirs }: { ours: string; theirs: string }): boolean =>
    ours !== "" && theirs !== "";
  const isComplete = links.every((link) => isFilled(link) && (link.values ?? []).every(isFilled));
  const hasConsents = links.some(({ ours }) => consentChannelOf(ours) !== undefined);

  const guess = async () => {
    try {
      const { guess: proposed } = await read.mutateAsync({ params: { service: sync.service } });
      // What the operator has chosen stays; the proposal adds to it.
      const isNew = (link: FieldLink): boolean =>
        !links.some(({ ours, theirs }) => ours === link.ours || theirs === link.theirs);
      const added = proposed.filter(isNew).map((link, index) => ({ ...link, key: nextKey + index }));
      setLinks([...links, ...added]);
      setNextKey(nextKey + added.length);
      toast({ title: t("success.title"), description: t("sync.guessed", { count: added.length }) });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("sync.readFailed", { label: sync.label }),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
  };
  const add = () => {
    setLinks([...links, { ours: "", theirs: "", direction: "both", key: nextKey }]);
    setNextKey(nextKey + 1);
  };

  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <div className="min-w-0 flex-1 basis-60">
          <h3 className="font-[600] text-sm">{t("sync.mapTitle")}</h3>
          <p className="text-faint text-xs">{t("sync.mapText", { label: sync.label })}</p>
        </div>
        {isAdmin && (
          <>
            <Button size="sm" disabled={read.isPending} onClick={() => void guess()}>
              {t(read.isPending ? "sync.guessing" : "sync.guess")}
            </Button>
            <Button size="sm" disabled={sync.remoteFields.length === 0} onClick={add}>
              <Plus aria-hidden="true" />
              {t("sync.addField")}
            </Button>
          </>
        )}
      </div>
      {links.length === 0 ? (
        <p className="rounded-card border border-line px-4 py-8 text-center text-sm text-soft">
          {t("sync.noMap", { label: sync.label })}
        </p>
      ) : (
        <div className="overflow-hidden rounded-card border border-line">
          <div
            aria-hidden="true"
            className="hidden grid-cols-[1fr_auto_1fr_auto] gap-2 border-line border-b bg-hover px-3 py-2 font-[560] text-soft text-xs sm:grid"
          >
            <span>Faro</span>
            <span className="w-16">{t("sync.directionTitle")}</span>
            <span>{sync.label}</span>
            <span className="w-9" />
          </div>
          <ul>
            {links.map((link) => (
              <FieldRow
                key={link.key}
                link={link}
                links={links}
                remote={sync.remoteFields}
                label={sync.label}
                disabled={!isAdmin}
                onChange={(changed) =>
                  setLinks(
                    links.map((other) => (other.key === link.key ? { ...changed, key: link.key } : other)),
                  )
                }
                onRemove={() => setLinks(links.filter(({ key }) => key !== link.key))}
              />
            ))}
          </ul>
        </div>
      )}
      <p className="text-faint text-xs">{t("sync.optOutNote", { label: sync.label })}</p>
      {isAdmin && (
        <div className="flex flex-wrap items-center justify-end gap-3">
          {isDirty && <span className="text-sm text-soft">{t("sync.unsaved")}</span>}
          <Button
            variant={isDirty ? "primary" : "secondary"}
            disabled={!isDirty || !isComplete || isSaving}
            onClick={() => void save({ map: plain })}
          >
            {isSaving ? t("action.saving") : t("sync.saveMap")}
          </Button>
        </div>
      )}
      {hasConsents && <SyncProof key={JSON.stringify(sync.proof)} sync={sync} />}
    </div>
  );
};
