import { Check } from "lucide-react";
import { DropdownMenu as Radix } from "radix-ui";
import type { ReactElement, ReactNode } from "react";

type ChoiceMenuProps<Id extends string> = {
  trigger: ReactElement;
  choices: readonly { id: Id; label: string; icon?: ReactNode }[];
  value: Id;
  onChange: (id: Id) => void;
};

/** A button that opens a short list of which one is chosen. */
export const ChoiceMenu = <Id extends string>({ trigger, choices, value, onChange }: ChoiceMenuProps<Id>) => (
  <Radix.Root modal={false}>
    <Radix.Trigger asChild>{trigger}</Radix.Trigger>
    {/* Not in a portal: it stays within the landmark of its trigger. */}
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
