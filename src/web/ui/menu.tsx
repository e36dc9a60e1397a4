import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import { type ComponentProps, Fragment, type ReactElement, type ReactNode } from "react";
import { cn } from "#web/lib/cn.ts";
import { Kbd } from "./kbd.tsx";

export type MenuAction = {
  id: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** The key that does the same. */
  shortcut?: string;
  /** At the end of the line, such as a time. */
  detail?: string;
  /** A heading above the first of the actions that share it. */
  section?: string;
  /** Of the option that is in force. */
  checked?: boolean;
  /** The menu stays open, for an option of the action that is chosen next. */
  staysOpen?: boolean;
  run: () => void;
};

type MenuItemProps = ComponentProps<typeof Radix.Item> & { checked: boolean | undefined };

/** A choice tells screen readers whether it is in force. */
const MenuItem = ({ checked, ...props }: MenuItemProps) =>
  checked === undefined ? <Radix.Item {...props} /> : <Radix.CheckboxItem checked={checked} {...props} />;

/** A button that opens a menu of actions. */
export const ActionMenu = ({
  trigger,
  actions,
  label,
  open,
  onOpenChange,
}: {
  trigger: ReactElement;
  actions: readonly MenuAction[];
  /** A heading of the menu. */
  label?: string;
  /** For a menu that a key opens as well. */
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}) => (
  <Radix.Root
    modal={false}
    {...(open === undefined ? {} : { open })}
    {...(onOpenChange ? { onOpenChange } : {})}
  >
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    {/* Not in a portal, so that it stays in the landmark of its trigger. */}
    <Radix.Content
      align="end"
      sideOffset={6}
      collisionPadding={12}
      className="z-30 max-h-[min(420px,70dvh)] min-w-44 animate-rise overflow-y-auto rounded-xl border border-line bg-panel p-1 shadow-float"
    >
      {label && <Radix.Label className="px-2.5 pt-1.5 pb-1 text-2xs text-faint">{label}</Radix.Label>}
      {actions.map(
        ({ id, label: text, icon, danger, shortcut, detail, checked, staysOpen, section, run }, index) => (
          <Fragment key={id}>
            {section && section !== actions[index - 1]?.section && (
              <>
                <Radix.Separator className="my-1 h-px bg-line" />
                <Radix.Label className="px-2.5 pt-1 pb-1 text-2xs text-faint">{section}</Radix.Label>
              </>
            )}
            <MenuItem
              checked={checked}
              onSelect={(event) => {
                if (staysOpen) event.preventDefault();
                run();
              }}
              className={cn(
                "flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none data-[highlighted]:bg-hover [&_svg]:size-4 [&_svg]:shrink-0",
                danger ? "text-bad" : "[&_svg]:text-soft",
              )}
            >
              {icon}
              <span className="max-w-60 truncate">{text}</span>
              {(detail || shortcut || checked) && (
                <span className="ml-auto flex items-center gap-2 pl-4 text-faint text-xs tabular-nums">
                  {detail}
                  {shortcut && <Kbd className="pointer-coarse:hidden">{shortcut}</Kbd>}
                  {checked && <Check aria-hidden="true" />}
                </span>
              )}
            </MenuItem>
          </Fragment>
        ),
      )}
    </Radix.Content>
  </Radix.Root>
);

type ChoiceMenuProps<Id extends string> = {
  trigger: ReactElement;
  choices: readonly { id: Id; label: string; icon?: ReactNode }[];
  value: Id;
  onChange: (id: Id) => void;
};

/** A button that opens a menu in which one option is selected. */
export const ChoiceMenu = <Id extends string>({ trigger, choices, value, onChange }: ChoiceMenuProps<Id>) => (
  <Radix.Root modal={false}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    {/* Not in a portal, so that it stays in the landmark of its trigger. */}
    <Radix.Content
      align="end"
      sideOffset={8}
      collisionPadding={12}
      className="z-50 min-w-40 animate-rise rounded-xl border border-line bg-panel p-1 shadow-float"
    >
      <Radix.RadioGroup value={value} onValueChange={(id) => onChange(id as Id)}>
        {choices.map((choice) => (
          <Radix.RadioItem
            key={choice.id}
            value={choice.id}
            className="flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none data-[highlighted]:bg-hover [&_svg]:size-4 [&_svg]:text-soft"
          >
            {choice.icon}
            {choice.label}
            <Radix.ItemIndicator className="ml-auto">
              <Check aria-hidden="true" />
            </Radix.ItemIndicator>
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    </Radix.Content>
  </Radix.Root>
);
