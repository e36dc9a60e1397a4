import { useQuery } from "@tanstack/react-query";
import { ArrowLeft, ExternalLink, FileText, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { formsApi, type LeadForm } from "#contract/forms.ts";
import { PageHeading } from "#web/components/layout/page-heading.tsx";
import { apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { CodeBlock } from "#web/ui/code-block.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorCard } from "#web/ui/error-card.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { FormEditor } from "./form-editor.tsx";

const snippetOf = (origin: string, slug: string): string =>
  `<script src="${origin}/embed.js" data-form="${slug}" async></script>`;

type FormCardProps = { form: LeadForm; origin: string; onEdit: () => void; onRemove: () => void };

const FormCard = ({ form, origin, onEdit, onRemove }: FormCardProps) => {
  const { t } = useTranslation();
  const format = useFormat();
  const mayChange = useMay("endpoints", "work");
  const { submissions, confirmed, waiting } = form.counts;
  return (
    <Card
      title={form.name}
      caption={<code>/f/{form.slug}</code>}
      aside={
        <Badge tone={form.active ? "ok" : "quiet"}>{t(form.active ? "forms.open" : "forms.closed")}</Badge>
      }
    >
      <p className="mb-3 text-sm text-soft tabular-nums">
        {[
          t("forms.submissions", { count: submissions, shown: format.number(submissions) }),
          t("forms.confirmed", { shown: format.number(confirmed) }),
          t("forms.waiting", { shown: format.number(waiting) }),
          form.lastSubmissionAt && t("forms.last", { date: format.dateTime(form.lastSubmissionAt) }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <CodeBlock code={snippetOf(origin, form.slug)} label={t("forms.copySnippet", { name: form.name })} />
      {form.origins.length === 0 && <p className="mt-2 text-warn text-xs">{t("forms.noSites")}</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="sm" asChild>
          <a href={`/f/${form.slug}`} target="_blank" rel="noreferrer">
            <ExternalLink aria-hidden="true" />
            {t("forms.openPage")}
          </a>
        </Button>
        <Button size="sm" asChild>
          <Link href={`/endpoints/${form.endpointId}`}>{t("forms.events")}</Link>
        </Button>
        {mayChange && (
          <>
            <Button size="sm" onClick={onEdit} aria-label={t("forms.editNamed", { name: form.name })}>
              {t("action.edit")}
            </Button>
            <Button size="sm" onClick={onRemove} aria-label={t("forms.removeNamed", { name: form.name })}>
              {t("forms.remove")}
            </Button>
          </>
        )}
      </div>
    </Card>
  );
};

/** Forms for the websites of the workspace. */
const FormsScreen = () => {
  const { t } = useTranslation();
  const mayChange = useMay("endpoints", "work");
  const { data, error, refetch } = useQuery(apiQuery(formsApi.list));
  const [edited, setEdited] = useState<LeadForm | "new">();
  const [removing, setRemoving] = useState<LeadForm>();
  const remove = useApiMutation(formsApi.remove);
  const origin = data?.publicOrigin ?? window.location.origin;

  const confirmRemoval = async (form: LeadForm) => {
    try {
      await remove.mutateAsync({ params: { id: form.id } });
    } catch (problem) {
      toast({ title: t("forms.removeFailed"), description: serverMessage(problem), variant: "destructive" });
    }
    setRemoving(undefined);
  };
  const addButton = mayChange && (
    <Button variant="primary" onClick={() => setEdited("new")}>
      <Plus aria-hidden="true" />
      {t("forms.add")}
    </Button>
  );

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <PageHeading title={t("forms.heading")} subtitle={t("forms.subtitle")} />
        <div className="flex flex-wrap gap-2">
          <Button asChild>
            <Link href="/endpoints">
              <ArrowLeft aria-hidden="true" />
              {t("forms.back")}
            </Link>
          </Button>
          {data && data.forms.length > 0 && !edited && addButton}
        </div>
      </div>
      {edited ? (
        <FormEditor form={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
      ) : (
        <>
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
            {data?.forms.map((form) => (
              <FormCard
                key={form.id}
                form={form}
                origin={origin}
                onEdit={() => setEdited(form)}
                onRemove={() => setRemoving(form)}
              />
            ))}
          </div>
          {data?.forms.length === 0 && (
            <Card>
              <EmptyState
                icon={FileText}
                title={t("forms.none")}
                text={t("forms.noneText")}
                action={addButton}
              />
            </Card>
          )}
        </>
      )}
      {error && !data && (
        <ErrorCard title={t("error.load")} detail={serverMessage(error)} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton className="h-40" />}
      {removing && (
        <ConfirmDialog
          title={t("forms.removeNamed", { name: removing.name })}
          text={t("forms.removeText")}
          confirm={t("forms.remove")}
          busy={remove.isPending}
          onConfirm={() => void confirmRemoval(removing)}
          onCancel={() => setRemoving(undefined)}
        />
      )}
    </div>
  );
};

export default FormsScreen;
