import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  type BlockKind,
  type BlockOf,
  buttonAlignments,
  type EmailBlock,
  networkNames,
  socialNetworks,
} from "#domain/email/email-design.ts";
import { variables } from "#domain/messages/variables.ts";
import { useFieldLabel, usePersonFields } from "#web/components/person-field/use-person-fields.ts";
import { WordsField } from "#web/screens/campaigns/template/words-field.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";
import { SegmentedControl } from "#web/ui/segmented-control.tsx";
import { Select } from "#web/ui/select.tsx";
import { ImageField } from "./image-field.tsx";

type BlockProps<K extends BlockKind> = { block: BlockOf<K>; onChange: (block: BlockOf<K>) => void };

const LinkField = ({ value, onChange }: { value: string; onChange: (value: string) => void }) => {
  const { t } = useTranslation();
  return <WordsField label={t("templates.block.link")} value={value} maxLength={2000} onChange={onChange} />;
};

const TextFields = ({ block, onChange }: BlockProps<"text">) => {
  const { t } = useTranslation();
  return (
    <WordsField
      label={t("templates.block.text")}
      hint={t("templates.block.textHint", { bold: "**…**", link: "[…](https://…)" })}
      value={block.text}
      rows={4}
      maxLength={5000}
      onChange={(text) => onChange({ ...block, text })}
    />
  );
};

const HeadingFields = ({ block, onChange }: BlockProps<"heading">) => {
  const { t } = useTranslation();
  return (
    <>
      <WordsField
        label={t("templates.block.heading")}
        value={block.text}
        maxLength={300}
        onChange={(text) => onChange({ ...block, text })}
      />
      <div className="w-fit">
        <SegmentedControl
          label={t("templates.block.size")}
          options={[
            { id: "1", label: t("templates.block.large") },
            { id: "2", label: t("templates.block.small") },
          ]}
          value={block.level === 1 ? "1" : "2"}
          onChange={(id) => onChange({ ...block, level: id === "1" ? 1 : 2 })}
        />
      </div>
    </>
  );
};

const ButtonFields = ({ block, onChange }: BlockProps<"button">) => {
  const { t } = useTranslation();
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <WordsField
          label={t("templates.block.label")}
          value={block.label}
          maxLength={120}
          onChange={(label) => onChange({ ...block, label })}
        />
        <LinkField value={block.href} onChange={(href) => onChange({ ...block, href })} />
      </div>
      <div className="w-fit">
        <SegmentedControl
          label={t("templates.block.position")}
          options={buttonAlignments.map((id) => ({ id, label: t(`templates.block.align.${id}`) }))}
          value={block.align}
          onChange={(align) => onChange({ ...block, align })}
        />
      </div>
    </>
  );
};

const ImageFields = ({ block, onChange }: BlockProps<"image">) => {
  const { t } = useTranslation();
  return (
    <>
      <ImageField block={block} onChange={onChange} />
      <div className="grid gap-3 sm:grid-cols-2">
        <WordsField
          label={t("templates.block.alt")}
          hint={t("templates.block.altHint")}
          required
          value={block.alt}
          maxLength={300}
          onChange={(alt) => onChange({ ...block, alt })}
        />
        <LinkField value={block.href} onChange={(href) => onChange({ ...block, href })} />
      </div>
    </>
  );
};

type RowsProps = { label: string; onAdd: (() => void) | undefined; children: ReactNode };

const Rows = ({ label, onAdd, children }: RowsProps) => (
  <div className="grid gap-2">
    {children}
    {onAdd && (
      <Button size="sm" variant="ghost" className="w-fit" onClick={onAdd}>
        <Plus aria-hidden="true" />
        {label}
      </Button>
    )}
  </div>
);

const RemoveRow = ({ label, onRemove }: { label: string; onRemove: () => void }) => (
  <Button size="icon" variant="ghost" aria-label={label} onClick={onRemove}>
    <X aria-hidden="true" />
  </Button>
);

const ListFields = ({ block, onChange }: BlockProps<"list">) => {
  const { t } = useTranslation();
  const { items, isNumbered } = block;
  const setItem = (index: number, text: string) => onChange({ ...block, items: items.with(index, text) });
  return (
    <>
      <Rows
        label={t("templates.block.addItem")}
        onAdd={items.length < 30 ? () => onChange({ ...block, items: [...items, ""] }) : undefined}
      >
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity but their place
          <div key={index} className="flex items-center gap-1.5">
            <Input
              aria-label={t("templates.block.item", { number: index + 1 })}
              value={item}
              maxLength={500}
              autoComplete="off"
              onChange={({ target }) => setItem(index, target.value)}
            />
            {items.length > 1 && (
              <RemoveRow
                label={t("templates.block.removeItem", { number: index + 1 })}
                onRemove={() => onChange({ ...block, items: items.toSpliced(index, 1) })}
              />
            )}
          </div>
        ))}
      </Rows>
      <div className="w-fit">
        <SegmentedControl
          label={t("templates.block.listStyle")}
          options={[
            { id: "dots", label: t("templates.block.dots") },
            { id: "numbers", label: t("templates.block.numbers") },
          ]}
          value={isNumbered ? "numbers" : "dots"}
          onChange={(id) => onChange({ ...block, isNumbered: id === "numbers" })}
        />
      </div>
    </>
  );
};

const SocialFields = ({ block, onChange }: BlockProps<"social">) => {
  const { t } = useTranslation();
  const { links } = block;
  const unused = socialNetworks.find((network) => !links.some((link) => link.network === network));
  return (
    <Rows
      label={t("templates.block.addNetwork")}
      onAdd={
        unused ? () => onChange({ ...block, links: [...links, { network: unused, href: "" }] }) : undefined
      }
    >
      {links.map((link, index) => (
        <div key={link.network} className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-1.5">
          <div className="grid gap-1.5 sm:grid-cols-[132px_minmax(0,1fr)]">
            <Select
              aria-label={t("templates.block.network", { number: index + 1 })}
              value={link.network}
              onChange={({ target }) => {
                const network = socialNetworks.find((known) => known === target.value) ?? link.network;
                onChange({ ...block, links: links.with(index, { ...link, network }) });
              }}
            >
              {socialNetworks
                .filter(
                  (network) => network === link.network || !links.some((one) => one.network === network),
                )
                .map((network) => (
                  <option key={network} value={network}>
                    {networkNames[network]}
                  </option>
                ))}
            </Select>
            <Input
              aria-label={t("templates.block.networkLink", { network: networkNames[link.network] })}
              value={link.href}
              maxLength={2000}
              inputMode="url"
              autoComplete="off"
              onChange={({ target }) =>
                onChange({ ...block, links: links.with(index, { ...link, href: target.value }) })
              }
            />
          </div>
          {links.length > 1 && (
            <RemoveRow
              label={t("templates.block.removeNetwork", { network: networkNames[link.network] })}
              onRemove={() => onChange({ ...block, links: links.toSpliced(index, 1) })}
            />
          )}
        </div>
      ))}
    </Rows>
  );
};

type FieldsByKind = { [K in Exclude<BlockKind, "columns" | "divider">]: (props: BlockProps<K>) => ReactNode };

const fields: FieldsByKind = {
  text: TextFields,
  heading: HeadingFields,
  button: ButtonFields,
  image: ImageFields,
  list: ListFields,
  social: SocialFields,
};

type BlockFieldsProps = {
  block: Exclude<EmailBlock, { kind: "columns" | "divider" }>;
  onChange: (block: EmailBlock) => void;
};

/** What a block without other blocks in it says. */
export const BlockFields = ({ block, onChange }: BlockFieldsProps) => {
  const Fields = fields[block.kind] as (props: BlockFieldsProps) => ReactNode;
  return <Fields block={block} onChange={onChange} />;
};

type ConditionFieldProps = { block: EmailBlock; onChange: (block: EmailBlock) => void };

/** Of which variable the block makes sense only where it is known. */
export const ConditionField = ({ block, onChange }: ConditionFieldProps) => {
  const { t } = useTranslation();
  const personFields = usePersonFields();
  const labelOf = useFieldLabel();
  const value = block.onlyIf ?? "";
  const names = variables.filter(({ of }) => of === "person" || of === "event").map(({ name }) => name);
  const isListed = names.includes(value) || personFields.some(({ key }) => `field.${key}` === value);
  return (
    <Field label={t("templates.block.onlyIf")} hint={t("templates.block.onlyIfHint")}>
      <Select value={value} onChange={({ target }) => onChange({ ...block, onlyIf: target.value || null })}>
        <option value="">{t("templates.block.always")}</option>
        {value !== "" && !isListed && <option value={value}>{value}</option>}
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
        {personFields.map((field) => (
          <option key={field.key} value={`field.${field.key}`}>
            {labelOf(field)}
          </option>
        ))}
      </Select>
    </Field>
  );
};
