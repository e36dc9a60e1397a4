import { Monitor, Moon, Sun } from "lucide-react";
import { lazy, memo, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { setTheme, themes, useTheme } from "#web/lib/theme.ts";
import { useIsPainted } from "#web/lib/use-is-painted.ts";
import { Button } from "#web/ui/button.tsx";
import { ErrorBoundary } from "#web/ui/error-boundary.tsx";

const icons = { light: Sun, dark: Moon, system: Monitor } as const;

const ChoiceMenu = lazy(async () => ({ default: (await import("#web/ui/menu.tsx")).ChoiceMenu }));

export const ThemeMenu = memo(() => {
  const { t } = useTranslation();
  const theme = useTheme();
  const isPainted = useIsPainted();
  const Current = icons[theme];
  const trigger = (
    <Button size="icon" aria-label={t("theme.label")} className="text-soft">
      <Current aria-hidden="true" />
    </Button>
  );
  if (!isPainted) return trigger;
  return (
    <ErrorBoundary fallback={() => trigger}>
      <Suspense fallback={trigger}>
        <ChoiceMenu
          value={theme}
          onChange={(id) => setTheme(themes.find((each) => each === id) ?? theme)}
          choices={themes.map((id) => {
            const Icon = icons[id];
            return { id, label: t(`theme.${id}`), icon: <Icon aria-hidden="true" /> };
          })}
          trigger={trigger}
        />
      </Suspense>
    </ErrorBoundary>
  );
});
