import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Script } from "#contract/scripts.ts";
import { useCommands } from "#web/lib/commands.ts";
import { useMay } from "#web/lib/session.ts";
import { CallStats } from "./call-stats.tsx";
import { CallsCard } from "./calls-card.tsx";
import { ConfigCard } from "./config-card.tsx";
import { ScriptsCard } from "./scripts-card.tsx";

const ScriptDialog = lazy(async () => ({
  default: (await import("#web/components/script/script-dialog.tsx")).ScriptDialog,
}));

const VoiceScreen = () => {
  const { t } = useTranslation();
  const mayChange = useMay("operator");
  /** A script being edited, or a new one. */
  const [open, setOpen] = useState<Script | "new">();

  useCommands(
    useMemo(
      () =>
        mayChange ? [{ id: "voice add-script", label: t("script.add"), run: () => setOpen("new") }] : [],
      [t, mayChange],
    ),
  );

  return (
    <div className="grid min-w-0 gap-4">
      <CallStats />
      <CallsCard />
      <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ScriptsCard mayChange={mayChange} onAdd={() => setOpen("new")} onEdit={setOpen} />
        <ConfigCard readOnly={!mayChange} />
      </div>
      <Suspense fallback={null}>
        {open && (
          <ScriptDialog script={open === "new" ? undefined : open} onClose={() => setOpen(undefined)} />
        )}
      </Suspense>
    </div>
  );
};

export default VoiceScreen;
