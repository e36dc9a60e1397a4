import { Eye, EyeOff } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "#web/lib/cn.ts";
import { Input } from "./input.tsx";

export const PasswordInput = ({ className, ...props }: Omit<ComponentProps<"input">, "type">) => {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input
        spellCheck={false}
        autoCapitalize="none"
        {...props}
        type={shown ? "text" : "password"}
        className={cn("pr-10", className)}
      />
      <button
        type="button"
        disabled={props.disabled}
        onClick={() => setShown(!shown)}
        aria-label={shown ? t("password.hide") : t("password.show")}
        className="absolute inset-y-1 right-1 grid w-8 place-items-center rounded-md text-soft hover:bg-hover hover:text-ink"
      >
        <Icon className="size-4" aria-hidden="true" />
      </button>
    </span>
  );
};
