import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type ScriptVersion, scriptsApi, type VoiceScript } from "#contract/scripts.ts";
import { VersionList } from "#web/components/versions/version-list.tsx";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { SideSheet } from "#web/ui/side-sheet.tsx";
import { diffScripts, type ScriptTexts } from "./script-diff.ts";

const useScriptTexts = (): ScriptTexts => {
  const { t } = useTranslation();
  return {
    enabled: (enabled) => t(enabled ? "script.on" : "script.off"),
    language: (language, accent) =>
      t("script.accentOf", {
        language: t(`script.languages.${language}`),
        accent: t(`script.accents.${accent}` as "script.accents.en-US"),
      }),
    voice: (provider, voiceId) =>
      `${t(`speech.${provider}`)}: ${voiceId ?? t(provider === "google" ? "script.autoVoice" : "form.notSet")}`,
    useCase: (useCase) => t(`script.useCases.${useCase}`),
    kind: (kind) => t(`scriptEditor.kinds.${kind}`),
    must: (isRequired) => t(isRequired ? "scriptEditor.facts.must" : "scriptEditor.facts.ifComesUp"),
    knowledge: (count) => t("scriptEditor.versions.knowledge", { count }),
  };
};

type ScriptVersionsSheetProps = {
  script: VoiceScript;
  /** A restored version replaces unsaved changes. */
  isDirty: boolean;
  onRestored: (script: VoiceScript) => void;
  onClose: () => void;
};

export const ScriptVersionsSheet = ({ script, isDirty, onRestored, onClose }: ScriptVersionsSheetProps) => {
  const { t } = useTranslation();
  const mayChange = useMay("voice", "work");
  const texts = useScriptTexts();
  const { data, error, refetch } = useQuery(apiQuery(scriptsApi.versions, { params: { id: script.id } }));
  const restore = useApiMutation(scriptsApi.restore);

  const restoreVersion = async ({ version }: ScriptVersion) => {
    try {
      onRestored(await restore.mutateAsync({ params: { id: script.id, version } }));
      toast({ title: t("success.title"), description: t("script.updated") });
    } catch (failure) {
      toast({
        title: t("error.title"),
        description: t("script.updateFailed"),
        detail: serverMessage(failure),
        variant: "destructive",
      });
    }
  };

  return (
    <SideSheet onClose={onClose} title={t("rules.versions.title")} caption={script.name}>
      <VersionList
        versions={data}
        error={error}
        onRetry={() => void refetch()}
        changesBetween={(before, after) =>
          diffScripts(before.definition, after.definition, texts).map(({ part, ...change }) => ({
            label: t(`scriptEditor.versions.part.${part}`),
            ...change,
          }))
        }
        texts={{
          restore: t(isDirty ? "scriptEditor.versions.restoreUnsaved" : "scriptEditor.versions.restoreText"),
          empty: t("scriptEditor.versions.emptyText"),
        }}
        onRestore={mayChange ? restoreVersion : undefined}
        restoring={restore.isPending}
      />
    </SideSheet>
  );
};
