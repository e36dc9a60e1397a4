import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "#web/ui/dialog.tsx";
import { Kbd } from "#web/ui/kbd.tsx";
import { useScreens } from "./use-screens.ts";

type Row = { keys: string[]; label: string };

const Rows = ({ title, rows }: { title: string; rows: Row[] }) => (
  <section>
    <h3 className="mb-2 font-[560] text-faint text-xs">{title}</h3>
    <dl className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 text-sm">
      {rows.map(({ keys, label }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd className="flex justify-end gap-1">
            {keys.map((key) => (
              <Kbd key={key}>{key}</Kbd>
            ))}
          </dd>
        </Fragment>
      ))}
    </dl>
  </section>
);

export const ShortcutsHelp = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const screens = useScreens();
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("shortcuts.title")}
      className="sm:max-w-2xl"
    >
      <section
        aria-label={t("shortcuts.title")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        className="grid gap-x-10 gap-y-6 sm:grid-cols-2"
      >
        <Rows
          title={t("palette.goTo")}
          rows={screens.map(({ shortcut, full }) => ({
            keys: ["G", shortcut.toUpperCase()],
            label: t(full),
          }))}
        />
        <Rows
          title={t("shortcuts.anywhere")}
          rows={[
            { keys: ["⌘ / Ctrl", "K"], label: t("palette.title") },
            { keys: ["/"], label: t("shortcuts.search") },
            { keys: ["J", "K"], label: t("shortcuts.rows") },
            { keys: ["Enter"], label: t("shortcuts.openRow") },
            { keys: ["X"], label: t("shortcuts.selectRow") },
            { keys: ["E"], label: t("shortcuts.editRow") },
            { keys: ["F8"], label: t("shortcuts.toasts") },
            { keys: ["Esc"], label: t("shortcuts.close") },
            { keys: ["?"], label: t("shortcuts.help") },
          ]}
        />
        <Rows
          title={t("inbox.shortcuts.title")}
          rows={[
            { keys: ["J", "K"], label: t("inbox.shortcuts.move") },
            { keys: ["O"], label: t("inbox.shortcuts.open") },
            { keys: ["R"], label: t("inbox.shortcuts.reply") },
            { keys: ["1", "…", "5"], label: t("inbox.shortcuts.channel") },
            { keys: ["⌘ / Ctrl", "Enter"], label: t("inbox.shortcuts.send") },
            { keys: ["N"], label: t("inbox.shortcuts.note") },
            { keys: ["E"], label: t("inbox.shortcuts.close") },
            { keys: ["Z"], label: t("inbox.shortcuts.snooze") },
            { keys: ["A"], label: t("inbox.shortcuts.assign") },
            { keys: ["C"], label: t("inbox.shortcuts.take") },
            { keys: ["U"], label: t("inbox.shortcuts.unread") },
            { keys: ["X"], label: t("inbox.shortcuts.select") },
            { keys: ["T"], label: t("inbox.shortcuts.task") },
          ]}
        />
        <Rows
          title={t("screen.campaigns.full")}
          rows={[
            { keys: ["N"], label: t("campaigns.new") },
            { keys: [t("campaigns.space")], label: t("campaigns.pauseOrResume") },
          ]}
        />
        <Rows
          title={t("liveCalls.shortcuts.title")}
          rows={[
            { keys: ["Space"], label: t("liveCalls.shortcuts.play") },
            { keys: ["J", "L"], label: t("liveCalls.shortcuts.skip") },
            { keys: ["[", "]"], label: t("liveCalls.shortcuts.move") },
            { keys: ["W"], label: t("liveCalls.shortcuts.whisper") },
            { keys: ["T"], label: t("liveCalls.shortcuts.takeOver") },
          ]}
        />
      </section>
    </Dialog>
  );
};
