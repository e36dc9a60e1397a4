import { LogOut } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { signOut, useUser } from "#web/lib/session.ts";
import { Avatar } from "#web/ui/avatar.tsx";
import { Tooltip } from "#web/ui/tooltip.tsx";

export const UserBlock = memo(({ onAccount }: { onAccount: () => void }) => {
  const { t } = useTranslation();
  const user = useUser();
  const name = user.firstName || user.email || t("user.fallback");
  return (
    <div className="flex items-center gap-1 border-deep-line border-t pt-3">
      <button
        type="button"
        onClick={onAccount}
        className="flex min-w-0 flex-1 items-center gap-2.5 rounded-lg px-2 py-1.5 text-left hover:bg-deep-raised/55 focus-visible:outline-beam focus-visible:-outline-offset-2"
      >
        <Avatar name={[...name][0] ?? ""} className="bg-beam text-on-beam" />
        <span className="min-w-0">
          <span className="block truncate text-white">{name}</span>
          <span className="block truncate text-2xs text-deep-faint">{t(`role.${user.role ?? "admin"}`)}</span>
        </span>
        <span className="sr-only">{t("account.open")}</span>
      </button>
      <Tooltip text={t("action.signOut")} side="top">
        <button
          type="button"
          onClick={() => void signOut()}
          aria-label={t("action.signOut")}
          className="grid size-9 shrink-0 place-items-center rounded-lg text-deep-faint hover:bg-deep-raised/55 hover:text-white focus-visible:outline-beam focus-visible:-outline-offset-2"
        >
          <LogOut aria-hidden="true" className="size-4" />
        </button>
      </Tooltip>
    </div>
  );
});
