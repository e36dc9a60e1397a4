import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** Why a form was not saved, above its buttons. */
export const FormAlert = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <div
    role="alert"
    className="flex flex-wrap items-center gap-x-2.5 gap-y-2 rounded-lg bg-bad-tint px-3 py-2.5 text-sm"
  >
    <CircleAlert aria-hidden="true" className="size-4 shrink-0 text-bad" />
    <p className="min-w-0 flex-1 basis-48">{children}</p>
    {action}
  </div>
);
