import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";
import { cn } from "#web/lib/cn.ts";

export type MenuAction = {
  id: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  run: () => void;
};

/** A button that opens a menu of actions. */
export const ActionMenu = ({
  trigger,
  actions,
}: {
  trigger: ReactElement;
  actions: readonly MenuAction[];
}) => (
  <Radix.Root modal={false}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    {/* Not in a portal, so that it stays in the landmark of its trigger. */}
    <Radix.Content
      align="end"
      sideOffset={6}
      collisionPadding={12}
      className="z-30 min-w-44 animate-rise rounded-xl border border-line bg-panel p-1 shadow-float"
    >
      {actions.map(({ id, label, icon, danger, run }) => (
        <Radix.Item
          key={id}
          onSelect={run}
          className={cn(
            "flex cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none data-[highlighted]:bg-hover [&_svg]:size-4",
            danger ? "text-bad" : "[&_svg]:text-soft",
          )}
        >
          {icon}
          {label}
        </Radix.Item>
      ))}
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
