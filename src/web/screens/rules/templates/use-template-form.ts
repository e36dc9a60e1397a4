import { zodResolver } from "@hookform/resolvers/zod";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type MessageTemplate, type TemplateInput, templateInput, templates } from "#contract/templates.ts";
import { checkTemplate, type TemplateProblem } from "#domain/messages/template.ts";
import { query, useCall } from "#web/lib/api.ts";
import { useSaveError } from "#web/lib/form-errors.ts";
import { currentLanguage } from "#web/lib/i18n.ts";
import { toast } from "#web/lib/toast.ts";

const fields = Object.keys(templateInput.shape);

const inputOf = ({
  name,
  channel,
  language,
  subject,
  body,
  approvedName,
}: MessageTemplate): TemplateInput => ({
  name,
  channel,
  language,
  subject,
  body,
  approvedName,
});

export type TemplateFormProps = {
  template?: MessageTemplate;
  /** What a new one begins with. */
  start?: Partial<TemplateInput>;
  onClose: () => void;
};

/** Only an e-mail has a subject, and only WhatsApp approves; what another channel left behind is not kept. */
const ofItsChannel = (body: TemplateInput): TemplateInput => ({
  ...body,
  subject: body.channel === "email" ? body.subject : null,
  approvedName: body.channel === "whatsapp" ? body.approvedName : null,
});

export const useTemplateForm = ({ template, start, onClose }: TemplateFormProps) => {
  const { t } = useTranslation();
  const client = useQueryClient();
  const create = useCall(templates.create);
  const update = useCall(templates.update);
  const [version, setVersion] = useState(template?.updatedAt);
  const form = useForm<TemplateInput>({
    resolver: zodResolver(templateInput) as Resolver<TemplateInput>,
    defaultValues: template
      ? inputOf(template)
      : {
          name: "",
          channel: "sms",
          language: currentLanguage(),
          subject: null,
          body: "",
          approvedName: null,
          ...start,
        },
  });
  const { refusal, refuse, clear } = useSaveError(form.setError, fields);
  const { channel, body, subject } = form.watch();
  // An untouched body is not yet wrong for being empty.
  const problems: TemplateProblem[] = body === "" ? [] : checkTemplate(body, channel);
  const subjectProblems =
    channel === "email" && subject
      ? checkTemplate(subject, channel).filter(({ code }) => code !== "template_blank")
      : [];

  const sayInvalid = () =>
    toast({ title: t("error.title"), description: t("rules.checkInput"), variant: "destructive" });

  const save = async (entered: TemplateInput) => {
    if (problems.length + subjectProblems.length > 0) return sayInvalid();
    clear();
    const input = ofItsChannel(entered);
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
    const list = await client.fetchQuery({ ...query(templates.list), staleTime: 0 });
    const newest = list.find(({ id }) => id === template?.id);
    if (!newest) return onClose();
    setVersion(newest.updatedAt);
    clear();
    form.reset(inputOf(newest));
  };

  return {
    form,
    problems,
    subjectProblems,
    refusal,
    loadNewest,
    submit: form.handleSubmit(save, sayInvalid),
    busy: create.isPending || update.isPending,
  };
};
