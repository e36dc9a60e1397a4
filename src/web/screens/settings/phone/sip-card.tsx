import { useQuery } from "@tanstack/react-query";
import { PhoneForwarded, Plus } from "lucide-react";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import { phoneApi, type SipExtension, type SipTestResult } from "#contract/phone.ts";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { SipDialog } from "./sip-dialog.tsx";
import { SipTestSteps } from "./sip-test-steps.tsx";

const headingClass = "h-9 px-4 text-left font-[540] text-faint text-xs";
const cellClass = "px-4 py-2.5 align-middle";

type ExtensionRowProps = { extension: SipExtension; readOnly: boolean; onEdit: () => void };

const ExtensionRow = ({ extension, readOnly, onEdit }: ExtensionRowProps) => {
  const { t } = useTranslation();
  const test = useApiMutation(phoneApi.testExtension);
  const [result, setResult] = useState<SipTestResult>();
  const { id, label, username, sipDomain, transport, port, password, register, codecs } = extension;

  const runTest = async () => {
    setResult(undefined);
    try {
      setResult(await test.mutateAsync({ params: { id } }));
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("sip.testFailed"),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
  };

  return (
    <Fragment>
      <tr className="border-line border-t">
        <td className={cellClass}>
          <p className="font-[540]">{label}</p>
          <p className="wrap-anywhere text-faint text-xs lg:hidden">{`${username}@${sipDomain}`}</p>
        </td>
        <td className={`${cellClass} wrap-anywhere max-lg:hidden`}>{`${username}@${sipDomain}`}</td>
        <td className={`${cellClass} whitespace-nowrap text-soft tabular-nums max-md:hidden`}>
          {`${transport} · ${port}`}
          {!register && <span className="block text-faint text-xs">{t("sip.noRegister")}</span>}
        </td>
        <td className={`${cellClass} max-md:hidden`}>
          <Badge tone={password ? "ok" : "warn"}>
            {t(password ? "sip.passwordSet" : "sip.passwordMissing")}
          </Badge>
        </td>
        <td className={`${cellClass} text-soft max-xl:hidden`}>
          {codecs.length > 0 ? codecs.join(", ") : t("sip.anyCodec")}
        </td>
        <td className={cellClass}>
          {!readOnly && (
            <div className="flex justify-end gap-2">
              <Button
                size="sm"
                disabled={test.isPending}
                onClick={() => void runTest()}
                {...(test.isPending ? {} : { "aria-label": t("sip.testNamed", { label }) })}
              >
                {test.isPending ? t("sip.testing") : t("sip.test")}
              </Button>
              <Button size="sm" onClick={onEdit} aria-label={t("sip.editNamed", { label })}>
                {t("action.edit")}
              </Button>
            </div>
          )}
        </td>
      </tr>
      {result && (
        <tr>
          <td colSpan={6} className="px-4 pb-4">
            <SipTestSteps label={label} result={result} onClose={() => setResult(undefined)} />
          </td>
        </tr>
      )}
    </Fragment>
  );
};

type ExtensionTableProps = {
  extensions: readonly SipExtension[];
  readOnly: boolean;
  onEdit: (extension: SipExtension) => void;
};

const ExtensionTable = ({ extensions, readOnly, onEdit }: ExtensionTableProps) => {
  const { t } = useTranslation();
  return (
    <table aria-label={t("sip.title")} className="w-full border-collapse text-sm">
      <thead>
        <tr className="border-line border-t">
          <th className={headingClass}>{t("sip.label")}</th>
          <th className={`${headingClass} max-lg:hidden`}>{t("sip.address")}</th>
          <th className={`${headingClass} max-md:hidden`}>{t("sip.connection")}</th>
          <th className={`${headingClass} max-md:hidden`}>{t("sip.password")}</th>
          <th className={`${headingClass} max-xl:hidden`}>{t("sip.codecs")}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {extensions.map((extension) => (
          <ExtensionRow
            key={extension.id}
            extension={extension}
            readOnly={readOnly}
            onEdit={() => onEdit(extension)}
          />
        ))}
      </tbody>
    </table>
  );
};

/** The telephones of an exchange that calls can be transferred to. */
export const SipCard = ({ readOnly }: { readOnly: boolean }) => {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery(apiQuery(phoneApi.extensions));
  const [edited, setEdited] = useState<SipExtension | "new">();

  const reopenNewest = async () => {
    const { data: newest } = await refetch();
    setEdited((open) => (open === "new" ? open : newest?.find(({ id }) => id === open?.id)));
  };
  const addButton = !readOnly && (
    <Button size="sm" onClick={() => setEdited("new")}>
      <Plus aria-hidden="true" />
      {t("sip.add")}
    </Button>
  );

  return (
    <Card title={t("sip.title")} caption={t("sip.caption")} aside={data && data.length > 0 && addButton}>
      {data && data.length > 0 ? (
        // The lines of the table reach the edges of the card.
        <div className="-mx-4 -mb-4">
          <ExtensionTable extensions={data} readOnly={readOnly} onEdit={setEdited} />
        </div>
      ) : data ? (
        <EmptyState
          icon={PhoneForwarded}
          title={t("sip.empty")}
          text={t("sip.emptyText")}
          action={addButton}
          className="py-8"
        />
      ) : error ? (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      ) : (
        <div className="grid gap-3" aria-busy="true">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      )}
      {edited && (
        <SipDialog
          key={edited === "new" ? "new" : `${edited.id} ${edited.updatedAt}`}
          extension={edited === "new" ? undefined : edited}
          onClose={() => setEdited(undefined)}
          onLoadNewest={reopenNewest}
        />
      )}
    </Card>
  );
};
