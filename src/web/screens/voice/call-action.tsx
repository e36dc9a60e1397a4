import type { LucideIcon } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";

type CallActionProps = {
  icon: LucideIcon;
  text: string;
  label: string;
  /** Why it cannot be done. */
  disabledReason: string | undefined;
  onClick: () => void;
};

/** A button that stays reachable when it is off, so that keyboard and pointer can learn why. */
export const CallAction = ({ icon: Icon, text, label, disabledReason, onClick }: CallActionProps) => (
  <Tooltip text={disabledReason ?? label}>
    <Button
      size="sm"
      aria-label={label}
      aria-disabled={disabledReason !== undefined}
      onClick={() => disabledReason === undefined && onClick()}
      className="aria-disabled:cursor-not-allowed aria-disabled:text-faint aria-disabled:hover:bg-panel max-xl:w-8 max-xl:px-0 aria-disabled:[&_svg]:opacity-55"
    >
      <Icon aria-hidden="true" />
      <span className="max-xl:hidden">{text}</span>
    </Button>
  </Tooltip>
);
