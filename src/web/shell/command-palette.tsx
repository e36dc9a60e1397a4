import { Command } from "cmdk";
import {
  Compass,
  Keyboard,
  Languages,
  LogOut,
  Monitor,
  Moon,
  Sun,
  UserRound,
  WandSparkles,
} from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { languages } from "#domain/language.ts";
import { useRegisteredCommands } from "#web/lib/commands.ts";
import { chooseLanguage, signOut, useUser } from "#web/lib/session.ts";
import { setTheme, themes } from "#web/lib/theme.ts";
import { Kbd } from "#web/ui/kbd.tsx";
import { usePaletteGroups } from "./palette-results.tsx";
import type { ShowOverlay } from "./use-overlay.ts";
import { useScreens } from "./use-screens.ts";

const themeIcons = { light: Sun, dark: Moon, system: Monitor } as const;

type ItemProps = {
  id: string;
  icon: ReactNode;
  label: string;
  hint?: string;
  detail?: string;
  /** What was typed, for a result that was already found by it. */
  match?: string;
  onRun: () => void;
};

const Item = ({ id, icon, label, hint, detail, match, onRun }: ItemProps) => (
  <Command.Item
    value={id}
    // The palette filters by keywords; a person may be found by an address that is not shown.
    keywords={match === undefined ? [label] : [label, match]}
    onSelect={onRun}
    className="flex cursor-pointer items-center gap-3 rounded-lg px-3 py-2 text-sm data-[selected=true]:bg-sea-tint [&_svg]:size-4 [&_svg]:text-soft"
  >
    {icon}
    <span className="truncate">{label}</span>
    {detail && <span className="ml-auto shrink-0 text-faint text-xs">{detail}</span>}
    {hint && <Kbd className="ml-auto uppercase">{hint}</Kbd>}
  </Command.Item>
);

const groupClass =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:font-[560] [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:text-faint";

export const CommandPalette = ({ show }: { show: ShowOverlay }) => {
  const { t } = useTranslation();
  const [, navigate] = useLocation();
  const screens = useScreens();
  const { startStage } = useUser();
  const screenCommands = useRegisteredCommands().flat();
  const hasRun = useRef(false);
  const [typed, setTyped] = useState("");
  const { groups, isSearching } = usePaletteGroups(typed);
  const run = (action: () => void) => () => {
    hasRun.current = true;
    show(undefined);
    action();
  };

  return (
    <Radix.Root open onOpenChange={(open) => !open && show(undefined)}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (hasRun.current) event.preventDefault();
          }}
          className="fixed top-[12dvh] left-1/2 z-50 w-[min(600px,calc(100vw-24px))] -translate-x-1/2 overflow-hidden rounded-2xl border border-line bg-panel shadow-float"
        >
          <Radix.Title className="sr-only">{t("palette.title")}</Radix.Title>
          <Command label={t("palette.title")} loop>
            <Command.Input
              value={typed}
              onValueChange={setTyped}
              placeholder={t("palette.placeholder")}
              className="h-13 w-full border-line border-b bg-transparent px-5 text-[15px] outline-none"
            />
            <Command.List className="max-h-[min(420px,60dvh)] overflow-y-auto p-2">
              <Command.Empty className="px-3 py-8 text-center text-sm text-soft">
                {t(isSearching ? "palette.searching" : "palette.empty")}
              </Command.Empty>
              {groups.map(({ heading, entries }) => (
                <Command.Group key={heading} heading={heading} className={groupClass}>
                  {entries.map(({ id, icon, label, detail, path }) => (
                    <Item
                      key={id}
                      id={id}
                      icon={icon}
                      label={label}
                      {...(detail ? { detail } : {})}
                      match={typed}
                      onRun={run(() => navigate(path))}
                    />
                  ))}
                </Command.Group>
              ))}
              {screenCommands.length > 0 && (
                <Command.Group heading={t("palette.here")} className={groupClass}>
                  {screenCommands.map(({ id, label, run: action }) => (
                    <Item
                      key={id}
                      id={id}
                      icon={<WandSparkles aria-hidden="true" />}
                      label={label}
                      onRun={run(action)}
                    />
                  ))}
                </Command.Group>
              )}
              <Command.Group heading={t("palette.goTo")} className={groupClass}>
                {startStage === "open" && (
                  <Item
                    id="go /start"
                    icon={<Compass aria-hidden="true" />}
                    label={t("start.palette")}
                    onRun={run(() => navigate("/start"))}
                  />
                )}
                {screens.map(({ path, full, icon: Icon, shortcut }) => (
                  <Item
                    key={path}
                    id={`go ${path}`}
                    icon={<Icon aria-hidden="true" />}
                    label={t(full)}
                    hint={`G ${shortcut}`}
                    onRun={run(() => navigate(path))}
                  />
                ))}
              </Command.Group>
              <Command.Group heading={t("palette.preferences")} className={groupClass}>
                {languages.map((language) => (
                  <Item
                    key={language}
                    id={`language ${language}`}
                    icon={<Languages aria-hidden="true" />}
                    label={`${t("language.label")}: ${t(`language.${language}`)}`}
                    onRun={run(() => chooseLanguage(language))}
                  />
                ))}
                {themes.map((theme) => {
                  const Icon = themeIcons[theme];
                  return (
                    <Item
                      key={theme}
                      id={`theme ${theme}`}
                      icon={<Icon aria-hidden="true" />}
                      label={`${t("theme.label")}: ${t(`theme.${theme}`)}`}
                      onRun={run(() => setTheme(theme))}
                    />
                  );
                })}
              </Command.Group>
              <Command.Group heading={t("palette.you")} className={groupClass}>
                <Item
                  id="account"
                  icon={<UserRound aria-hidden="true" />}
                  label={t("account.title")}
                  onRun={run(() => show("account"))}
                />
                <Item
                  id="shortcuts"
                  icon={<Keyboard aria-hidden="true" />}
                  label={t("shortcuts.title")}
                  hint="?"
                  onRun={run(() => show("shortcuts"))}
                />
                <Item
                  id="sign-out"
                  icon={<LogOut aria-hidden="true" />}
                  label={t("action.signOut")}
                  onRun={run(() => void signOut())}
                />
              </Command.Group>
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};
