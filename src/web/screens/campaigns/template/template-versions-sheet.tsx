import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type MessageTemplateRecord, type TemplateVersion, templatesApi } from "#contract/templates.ts";
import { changedParts } from "#web/components/versions/line-changes.ts";
import { VersionList } from "#web/components/versions/version-list.tsx";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { useTemplateTitle } from "#web/lib/use-template-title.ts";
import { SideSheet } from "#web/ui/side-sheet.tsx";

const partsOf = ({ subject, body, design }: TemplateVersion) => ({
  subject: subject === null ? [] : [subject],
  preheader: design?.preheader ? [design.preheader] : [],
  words: body.split("\n").filter((line) => line.trim() !== ""),
});

type TemplateVersionsSheetProps = {
  template: MessageTemplateRecord;
  /** A restored version replaces unsaved changes. */
  isDirty: boolean;
  onRestored: (template: MessageTemplateRecord) => void;
  onClose: () => void;
};

/** Who saved which words, and the words of an earlier version again. */
export const TemplateVersionsSheet = (props: TemplateVersionsSheetProps) => {
  const { template, isDirty, onRestored, onClose } = props;
  const { t } = useTranslation();
  const titleOf = useTemplateTitle();
  const mayChange = useMay("rules", "work");
  const { data, error, refetch } = useQuery(apiQuery(templatesApi.versions, { params: { id: template.id } }));
  const restore = useApiMutation(templatesApi.restore);

  const restoreVersion = async ({ version }: { version: number }) => {
    try {
      onRestored(await restore.mutateAsync({ params: { id: template.id, version } }));
      toast({ title: t("success.title"), description: t("templates.restored", { number: version }) });
    } catch (failure) {
      toast({
        title: t("error.title"),
        description: t("templates.updateFailed"),
        detail: serverMessage(failure),
        variant: "destructive",
      });
    }
  };

  return (
    <SideSheet onClose={onClose} title={t("rules.versions.title")} caption={titleOf(template)}>
      <VersionList
        versions={data?.versions.map((version) => ({
          ...version,
          changedBy: version.savedBy?.name ?? null,
        }))}
        error={error}
        onRetry={() => void refetch()}
        changesBetween={(before, after) =>
          changedParts(partsOf(before), partsOf(after)).map(({ part, ...change }) => ({
            label: t(`templates.versionPart.${part}`),
            ...change,
          }))
        }
        texts={{
          restore: t(isDirty ? "templates.restoreUnsaved" : "templates.restoreText"),
          empty: t("templates.noVersions"),
        }}
        onRestore={mayChange ? restoreVersion : undefined}
        restoring={restore.isPending}
      />
    </SideSheet>
  );
};
