import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { endpointsApi, type IngestionEndpoint } from "#contract/endpoints.ts";
import { endpointInput } from "#domain/ingestion/endpoint.ts";
import { ApiError, apiQuery, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { toast } from "#web/lib/toast.ts";
import { toEndpointInput } from "./form-input.ts";
import { endpointFormResolver, formFieldAt, isBasicField } from "./form-resolver.ts";
import { type EndpointFormValues, toFormValues } from "./form-values.ts";

export type EndpointFormProps = {
  /** Absent for a new endpoint. */
  endpoint?: IngestionEndpoint;
  /** The endpoint to copy into a new one. */
  copyFrom?: IngestionEndpoint;
  onClose: () => void;
};

export const useEndpointForm = ({ endpoint, copyFrom, onClose }: EndpointFormProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const create = useApiMutation(endpointsApi.create);
  const update = useApiMutation(endpointsApi.update);
  const [version, setVersion] = useState(endpoint?.updatedAt);
  const [refusal, setRefusal] = useState<{ message: string; outdated: boolean }>();
  const [advancedOpen, setAdvancedOpen] = useState(false);
  const source = endpoint ?? copyFrom;
  const form = useForm<EndpointFormValues>({
    resolver: endpointFormResolver(source, endpoint),
    defaultValues: {
      ...toFormValues(source),
      ...(copyFrom ? { name: t("endpoints.copyName", { name: copyFrom.name }).slice(0, 200) } : {}),
    },
  });

  const showError = (description: string) =>
    toast({ title: t("error.title"), description, variant: "destructive" });

  const revealFields = (fields: string[]) => {
    if (fields.some((field) => !isBasicField(field, form.getValues()))) setAdvancedOpen(true);
  };

  /** Assigns the server's issues to form fields. Returns false when none could be assigned. */
  const showServerIssues = (error: unknown): boolean => {
    const problem = error instanceof ApiError ? error.problem : undefined;
    const fieldIssues = (problem?.issues ?? []).flatMap(({ path, message }) => {
      const field = formFieldAt(path, form.getValues());
      return field ? [{ field, message: message || (problem?.message ?? "") }] : [];
    });
    for (const { field, message } of fieldIssues) form.setError(field, { type: "server", message });
    revealFields(fieldIssues.map(({ field }) => field));
    return fieldIssues.length > 0;
  };

  const save = async (values: EndpointFormValues) => {
    setRefusal(undefined);
    try {
      const body = endpointInput.parse(toEndpointInput(values, source));
      if (endpoint)
        await update.mutateAsync({ params: { id: endpoint.id }, body: { ...body, updatedAt: version } });
      else
        await create.mutateAsync({
          body: copyFrom ? { ...body, mappingTemplate: copyFrom.mappingTemplate } : body,
        });
      toast({
        title: t("success.title"),
        description: t(endpoint ? "endpoints.updated" : "endpoints.created"),
      });
      onClose();
    } catch (error) {
      const failed = t(endpoint ? "endpoints.updateFailed" : "endpoints.createFailed");
      showError(failed);
      if (showServerIssues(error)) return;
      const outdated = error instanceof ApiError && error.problem?.code === "conflict";
      setRefusal({ message: serverMessage(error) ?? failed, outdated });
    }
  };

  const loadNewest = async () => {
    if (!endpoint) return;
    const newestQuery = apiQuery(endpointsApi.get, { params: { id: endpoint.id } });
    const newest = await client.fetchQuery({ ...newestQuery, staleTime: 0 }).catch(() => undefined);
    if (!newest) return onClose();
    setVersion(newest.updatedAt);
    setRefusal(undefined);
    form.reset(toFormValues(newest));
  };

  const submit = form.handleSubmit(save, (errors) => {
    revealFields(Object.keys(errors));
    showError(t("endpoints.checkInput"));
  });

  return {
    form,
    submit,
    refusal,
    loadNewest,
    advancedOpen,
    setAdvancedOpen,
    busy: create.isPending || update.isPending,
  };
};
