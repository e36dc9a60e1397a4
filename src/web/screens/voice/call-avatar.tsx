import { Phone } from "lucide-react";
import { cn } from "#web/lib/cn.ts";
import { Avatar } from "#web/ui/avatar.tsx";

/** The initials of the other party, or a telephone where only the number is known. */
export const CallAvatar = ({ name, className }: { name: string | null; className?: string }) =>
  name === null ? (
    <span
      aria-hidden="true"
      className={cn(
        "grid base:size-7 shrink-0 place-items-center rounded-full bg-hover text-soft",
        className,
      )}
    >
      <Phone className="size-3.5" />
    </span>
  ) : (
    <Avatar name={name} {...(className ? { className } : {})} />
  );
