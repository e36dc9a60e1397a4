import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { voiceApi } from "#contract/voice.ts";
import { formatCallDuration } from "#domain/voice/call.ts";
import { StatCard, StatCardSkeleton } from "#web/components/chart/stat-card.tsx";
import { apiQuery, serverMessage } from "#web/lib/api.ts";
import { useCommands } from "#web/lib/commands.ts";
import { isFirstLoad } from "#web/lib/first-load.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { CallsCard } from "./calls-card.tsx";
import { LivePanel } from "./live/live-panel.tsx";
import { ScriptsCard } from "./scripts-card.tsx";
import { VoiceConfigCard } from "./voice-config-card.tsx";

const statNames = ["calls", "duration", "handoffs", "success"] as const;

const CallStats = () => {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, error, refetch } = useQuery(apiQuery(voiceApi.stats));

  if (!data && error) {
    return (
      <ErrorCard title={t("voice.loadFailed")} detail={serverMessage(error)} onRetry={() => void refetch()} />
    );
  }
  const values = data && {
    calls: format.number(data.callsToday),
    duration: formatCallDuration(data.averageSeconds) ?? t("voice.notAvailable"),
    handoffs: format.number(data.handoffs),
    success:
      data.successPercent === null ? t("voice.notAvailable") : `${format.number(data.successPercent)}%`,
  };
  return (
    <div className="grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-4" aria-busy={!values}>
      {statNames.map((name) =>
        values ? (
          <StatCard
            key={name}
            label={t(`voice.stats.${name}`)}
            value={values[name]}
            caption={t(`voice.stats.${name}Caption`)}
          />
        ) : (
          <StatCardSkeleton key={name} />
        ),
      )}
    </div>
  );
};

const ScriptDialog = lazy(async () => ({
  default: (await import("#web/components/script/script-dialog.tsx")).ScriptDialog,
}));

const VoiceScreen = () => {
  const { t } = useTranslation();
  const mayChange = useMay("voice", "work");
  const [addsScript, setAddsScript] = useState(false);
  const calls = useQuery(apiQuery(voiceApi.calls, { query: {} }));

  useCommands(
    useMemo(
      () =>
        mayChange ? [{ id: "voice add-script", label: t("script.add"), run: () => setAddsScript(true) }] : [],
      [t, mayChange],
    ),
  );

  return (
    <div className="grid min-w-0 gap-4">
      <LivePanel />
      <CallStats />
      <CallsCard />
      {!isFirstLoad(calls) && (
        <div className="grid min-w-0 items-start gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <ScriptsCard mayChange={mayChange} onAdd={() => setAddsScript(true)} />
          <VoiceConfigCard readOnly={!mayChange} />
        </div>
      )}
      <Suspense fallback={null}>
        {addsScript && <ScriptDialog onClose={() => setAddsScript(false)} />}
      </Suspense>
    </div>
  );
};

export default VoiceScreen;
