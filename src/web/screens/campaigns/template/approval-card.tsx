import { useTranslation } from "react-i18next";
import { templatesApi } from "#contract/templates.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useMay } from "#web/lib/session.ts";
import { toast } from "#web/lib/toast.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import type { TemplateEditing } from "./use-template-draft.ts";

const tones = { pending: "warn", approved: "ok", rejected: "bad", paused: "bad" } as const;

/** What WhatsApp has decided about the words, and submitting them. */
export const ApprovalCard = ({ editing: { base, isDirty, load } }: { editing: TemplateEditing }) => {
  const { t } = useTranslation();
  const mayChange = useMay("rules", "work");
  const submit = useApiMutation(templatesApi.submit);
  if (!base) return null;
  const { id, approval, approvedName, body } = base;
  const isChanged = approval !== null && approval.body !== body;
  const reason = approval?.reason ?? t("templates.noReason");
  const text = {
    pending: t("templates.approvalPending"),
    approved: t("templates.approvalApproved"),
    rejected: t("templates.approvalRejected", { reason }),
    paused: t("templates.approvalPaused", { reason }),
  };
  // One that was approved in the vendor's own dashboard has a name and no submission.
  const state = approval?.state ?? (approvedName ? "approved" : null);
  const maySubmit = state === null || isChanged || approval?.state === "paused";

  const submitWords = async () => {
    try {
      load(await submit.mutateAsync({ params: { id } }));
      toast({ title: t("success.title"), description: t("templates.submitted") });
    } catch (error) {
      toast({
        title: t("error.title"),
        description: t("templates.submitFailed"),
        detail: serverMessage(error),
        variant: "destructive",
      });
    }
  };

  return (
    <Card
      title={t("templates.approval")}
      aside={state && <Badge tone={tones[state]}>{t(`templates.approvalState.${state}`)}</Badge>}
    >
      <div className="grid gap-3 text-sm">
        <p className="wrap-anywhere text-soft">{state ? text[state] : t("templates.approvalNone")}</p>
        {isChanged && state === "approved" && <p className="text-warn">{t("templates.approvalChanged")}</p>}
        {mayChange && maySubmit && (
          <div className="flex flex-wrap items-center gap-3">
            <Button size="sm" disabled={isDirty || submit.isPending} onClick={() => void submitWords()}>
              {t(approval === null ? "templates.submit" : "templates.submitAgain")}
            </Button>
            {isDirty && <span className="text-faint text-xs">{t("templates.saveFirst")}</span>}
          </div>
        )}
      </div>
    </Card>
  );
};
