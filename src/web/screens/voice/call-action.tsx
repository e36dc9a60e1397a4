import type { LucideIcon } from "lucide-react";
import { Button } from "#web/ui/button.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";

type CallActionProps = {
  icon: LucideIcon;
  text: string;
  label: string;
  /** Why it cannot be done. */
  refusal: string | undefined;
  onRun: () => void;
};

/** A button that stays reachable when it is off, so that keyboard and pointer can learn why. */
export const CallAction = ({ icon: Icon, text, label, refusal, onRun }: CallActionProps) => (
  <Tooltip text={refusal ?? label}>
    <Button
      size="sm"
      aria-label={label}
      aria-disabled={refusal !== undefined}
      onClick={() => refusal === undefined && onRun()}
      className="aria-disabled:cursor-not-allowed aria-disabled:text-faint aria-disabled:hover:bg-panel max-xl:w-8 max-xl:px-0 aria-disabled:[&_svg]:opacity-55"
    >
      <Icon aria-hidden="true" />
      <span className="max-xl:hidden">{text}</span>
    </Button>
  </Tooltip>
);
