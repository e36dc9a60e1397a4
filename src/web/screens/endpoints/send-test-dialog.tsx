import { useQuery } from "@tanstack/react-query";
import { CircleCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { endpointsApi, type IngestionEndpoint } from "#contract/endpoints.ts";
import { ApiError, apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import { useProblemText } from "./events/problem-text.ts";

type SendTestDialogProps = { endpoint: IngestionEndpoint; onClose: () => void };

type ParsedPayload = { ok: true; payload: unknown } | { ok: false; detail: string };

const parsePayload = (text: string): ParsedPayload => {
  try {
    return { ok: true, payload: JSON.parse(text) };
  } catch (error) {
    return { ok: false, detail: error instanceof Error ? error.message : "" };
  }
};

export const SendTestDialog = ({ endpoint, onClose }: SendTestDialogProps) => {
  const { t } = useTranslation();
  const params = { id: endpoint.id };
  // Samples are generated, so they are not cached.
  const sample = useQuery({ ...apiQuery(endpointsApi.sample, { params }), gcTime: 0, meta: {} });
  const test = useApiMutation(endpointsApi.test);
  const problemText = useProblemText();
  const [typed, setTyped] = useState<string>();
  const [parseError, setParseError] = useState<string>();
  const [refusal, setRefusal] = useState<string>();
  const text = typed ?? (sample.data ? JSON.stringify(sample.data.payload, null, 2) : "");
  const loading = sample.isPending && typed === undefined;

  const refusalText = (error: unknown): string | undefined => {
    if (!(error instanceof ApiError)) return undefined;
    if (error.status === 409) return t("endpoints.inactive");
    const code = error.problem?.code === "unreadable" && error.problem.issues?.[0]?.message;
    return code ? problemText({ code }) : serverMessage(error);
  };

  const send = async () => {
    setRefusal(undefined);
    const parsed = parsePayload(text);
    setParseError(parsed.ok ? undefined : t("endpoints.sendTest.invalid", { detail: parsed.detail }));
    if (!parsed.ok) return;
    try {
      await test.mutateAsync({ params, body: { payload: parsed.payload } });
      toast({ title: t("success.title"), description: t("endpoints.tested") });
    } catch (error) {
      const failed = t("endpoints.testFailed");
      toast({ title: t("error.title"), description: failed, variant: "destructive" });
      setRefusal(refusalText(error) ?? failed);
    }
  };

  const loadSample = async () => {
    setTyped(undefined);
    setParseError(undefined);
    test.reset();
    await sample.refetch();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("endpoints.sendTest.title")}
      description={`${endpoint.name}. ${t("endpoints.sendTest.text")}`}
      className="sm:max-w-2xl"
    >
      <div className="grid gap-4">
        {loading ? (
          <Skeleton className="h-64" />
        ) : (
          <Field
            label={t("endpoints.sendTest.payload")}
            error={parseError}
            aside={
              <Button variant="ghost" size="sm" onClick={() => void loadSample()}>
                {t("endpoints.sendTest.newSample")}
              </Button>
            }
          >
            <Textarea
              rows={14}
              value={text}
              spellCheck={false}
              onChange={(event) => setTyped(event.target.value)}
              className="font-mono sm:text-xs"
            />
          </Field>
        )}
        {refusal && <FormAlert>{refusal}</FormAlert>}
        {test.data && (
          <p role="status" className="flex items-center gap-2 rounded-lg bg-ok-tint px-3 py-2.5 text-sm">
            <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-ok" />
            <span className="min-w-0 flex-1">{t("endpoints.tested")}</span>
            <Link
              href={`/endpoints/${endpoint.id}?tab=events&event=${test.data.eventId}`}
              onClick={onClose}
              className="font-[560] text-sea hover:underline"
            >
              {t("endpoints.sendTest.openEvent")}
            </Link>
          </p>
        )}
        <DialogActions>
          <Button onClick={onClose}>{t(test.data ? "action.close" : "action.cancel")}</Button>
          <Button variant="primary" disabled={test.isPending || loading} onClick={() => void send()}>
            {t(
              test.isPending
                ? "endpoints.sendTest.sending"
                : test.data
                  ? "endpoints.sendTest.another"
                  : "endpoints.sendTest.send",
            )}
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  );
};
