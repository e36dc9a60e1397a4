import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { endpointsApi, type IngestionEndpoint } from "#contract/endpoints.ts";
import { endpointInput } from "#domain/ingestion/endpoint.ts";
import { ApiError, query, serverMessage, useCall } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { checkForm, fieldOf, isInView } from "./form-check.ts";
import { inputOf } from "./form-input.ts";
import { type EndpointForm, formOf } from "./form-values.ts";

export type EndpointFormProps = {
  /** The endpoint to change; without one, a new endpoint is made. */
  endpoint?: IngestionEndpoint;
  /** An endpoint the new one begins as a copy of. */
  like?: IngestionEndpoint;
  onClose: () => void;
};

export const useEndpointForm = ({ endpoint, like, onClose }: EndpointFormProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const create = useCall(endpointsApi.create);
  const update = useCall(endpointsApi.update);
  const [version, setVersion] = useState(endpoint?.updatedAt);
  const [refusal, setRefusal] = useState<{ message: string; outdated: boolean }>();
  const [advanced, setAdvanced] = useState(false);
  const base = endpoint ?? like;
  const form = useForm<EndpointForm>({
    resolver: checkForm(base, endpoint),
    defaultValues: {
      ...formOf(base),
      ...(like ? { name: t("endpoints.copyName", { name: like.name }).slice(0, 200) } : {}),
    },
  });

  const fail = (description: string) =>
    toast({ title: t("error.title"), description, variant: "destructive" });

  const reveal = (fields: string[]) => {
    if (fields.some((field) => !isInView(field, form.getValues()))) setAdvanced(true);
  };

  /** Shows each issue the server found at its field; says whether there was any. */
  const showServerIssues = (error: unknown): boolean => {
    const problem = error instanceof ApiError ? error.problem : undefined;
    const known = (problem?.issues ?? []).flatMap(({ path, message }) => {
      const field = fieldOf(path, form.getValues());
      return field ? [{ field, message: message || (problem?.message ?? "") }] : [];
    });
    for (const { field, message } of known) form.setError(field, { type: "server", message });
    reveal(known.map(({ field }) => field));
    return known.length > 0;
  };

  const save = async (values: EndpointForm) => {
    setRefusal(undefined);
    try {
      const body = endpointInput.parse(inputOf(values, base));
      if (endpoint)
        await update.mutateAsync({ params: { id: endpoint.id }, body: { ...body, updatedAt: version } });
      else
        await create.mutateAsync({ body: like ? { ...body, mappingTemplate: like.mappingTemplate } : body });
      toast({
        title: t("success.title"),
        description: t(endpoint ? "endpoints.updated" : "endpoints.created"),
      });
      onClose();
    } catch (error) {
      const failed = t(endpoint ? "endpoints.updateFailed" : "endpoints.createFailed");
      fail(failed);
      if (showServerIssues(error)) return;
      const outdated = error instanceof ApiError && error.problem?.code === "conflict";
      setRefusal({ message: serverMessage(error) ?? failed, outdated });
    }
  };

  const loadNewest = async () => {
    if (!endpoint) return;
    const address = query(endpointsApi.get, { params: { id: endpoint.id } });
    const newest = await client.fetchQuery({ ...address, staleTime: 0 }).catch(() => undefined);
    if (!newest) return onClose();
    setVersion(newest.updatedAt);
    setRefusal(undefined);
    form.reset(formOf(newest));
  };

  const submit = form.handleSubmit(save, (errors) => {
    reveal(Object.keys(errors));
    fail(t("endpoints.checkInput"));
  });

  return {
    form,
    submit,
    refusal,
    loadNewest,
    advanced,
    setAdvanced,
    busy: create.isPending || update.isPending,
  };
};
