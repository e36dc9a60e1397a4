import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import {
  type MessageTemplateRecord,
  type TemplateInput,
  templateInput,
  templatesApi,
} from "#contract/templates.ts";
import { checkTemplate, type TemplateProblem } from "#domain/messages/template.ts";
import { apiQuery, useApiMutation } from "#web/lib/api.ts";
import { useSaveError } from "#web/lib/form-errors.ts";
import { currentLanguage } from "#web/lib/i18n.ts";
import { toast } from "#web/lib/toast.ts";

const fieldNames = Object.keys(templateInput.shape);

const toTemplateInput = ({
  name,
  title,
  channel,
  language,
  subject,
  body,
  design,
  approvedName,
  category,
}: MessageTemplateRecord): TemplateInput => ({
  name,
  title,
  channel,
  language,
  subject,
  body,
  design,
  approvedName,
  category,
});

export type TemplateFormProps = {
  template?: MessageTemplateRecord;
  /** Default values of a new template. */
  defaults?: Partial<TemplateInput>;
  onClose: () => void;
};

/** Only e-mail has a subject and only WhatsApp an approved name; other channels clear them. */
const withChannelFields = (input: TemplateInput): TemplateInput => ({
  ...input,
  subject: input.channel === "email" ? input.subject : null,
  approvedName: input.channel === "whatsapp" ? input.approvedName : null,
  category: input.channel === "whatsapp" ? input.category : "marketing",
});

export const useTemplateForm = ({ template, defaults, onClose }: TemplateFormProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const create = useApiMutation(templatesApi.create);
  const update = useApiMutation(templatesApi.update);
  const [version, setVersion] = useState(template?.updatedAt);
  const form = useForm<TemplateInput>({
    resolver: zodResolver(templateInput) as Resolver<TemplateInput>,
    defaultValues: template
      ? toTemplateInput(template)
      : {
          name: "",
          channel: "sms",
          language: currentLanguage(),
          subject: null,
          body: "",
          title: null,
          design: null,
          approvedName: null,
          category: "marketing",
          ...defaults,
        },
  });
  const { refusal, refuse, clear } = useSaveError(form.setError, fieldNames);
  const { channel, body, subject } = form.watch();
  // An empty body is incomplete, not invalid.
  const problems: TemplateProblem[] = body === "" ? [] : checkTemplate(body, channel);
  const subjectProblems =
    channel === "email" && subject
      ? checkTemplate(subject, channel).filter(({ code }) => code !== "template_blank")
      : [];

  const showInvalid = () =>
    toast({ title: t("error.title"), description: t("rules.checkInput"), variant: "destructive" });

  const save = async (values: TemplateInput) => {
    if (problems.length + subjectProblems.length > 0) return showInvalid();
    clear();
    const input = withChannelFields(values);
    try {
      if (template)
        await update.mutateAsync({ params: { id: template.id }, body: { ...input, updatedAt: version } });
      else await create.mutateAsync({ body: input });
      toast({
        title: t("success.title"),
        description: t(template ? "templates.updated" : "templates.created"),
      });
      onClose();
    } catch (error) {
      refuse(error, t(template ? "templates.updateFailed" : "templates.createFailed"));
    }
  };

  const loadNewest = async () => {
    const allTemplates = await client.fetchQuery({ ...apiQuery(templatesApi.list), staleTime: 0 });
    const newest = allTemplates.find(({ id }) => id === template?.id);
    if (!newest) return onClose();
    setVersion(newest.updatedAt);
    clear();
    form.reset(toTemplateInput(newest));
  };

  return {
    form,
    problems,
    subjectProblems,
    refusal,
    loadNewest,
    submit: form.handleSubmit(save, showInvalid),
    busy: create.isPending || update.isPending,
  };
};
