import { Monitor, Moon, Sun } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import { setTheme, themes, useTheme } from "#web/lib/theme.ts";
import { Button } from "#web/ui/button.tsx";
import { ChoiceMenu } from "#web/ui/menu.tsx";

const icons = { light: Sun, dark: Moon, system: Monitor } as const;

export const ThemeMenu = memo(() => {
  const { t } = useTranslation();
  const theme = useTheme();
  const Current = icons[theme];
  return (
    <ChoiceMenu
      value={theme}
      onChange={setTheme}
      choices={themes.map((id) => {
        const Icon = icons[id];
        return { id, label: t(`theme.${id}`), icon: <Icon aria-hidden="true" /> };
      })}
      trigger={
        <Button size="icon" aria-label={t("theme.label")} className="text-soft">
          <Current aria-hidden="true" />
        </Button>
      }
    />
  );
});
