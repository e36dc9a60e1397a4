import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type Person, people } from "#contract/people.ts";
import { consentKinds, type PersonInput, personInput } from "#domain/person.ts";
import { ApiError, serverMessage, useCall } from "../../lib/api.ts";
import { showIssues } from "../../lib/form-errors.ts";
import { toast } from "../../lib/toast.ts";
import type { PersonFormProps } from "./person-form.tsx";

const fields = Object.keys(personInput.shape);

/** Each consent is named, also where nothing was said: the form compares what it has with what it began with. */
const inputOf = ({
  firstName,
  lastName,
  email,
  phone,
  type,
  status,
  consents,
  tags,
}: Person): PersonInput => ({
  firstName,
  lastName,
  email,
  phone,
  type,
  status,
  consents: Object.fromEntries([...consentKinds, "dnc" as const].map((kind) => [kind, consents[kind]])),
  tags,
});

const blank: PersonInput = personInput.parse({ consents: {} });

/** The form, what a refused save said, and how to go on from there. */
export const usePersonForm = ({ person, readNewest, onDirty, onClose }: PersonFormProps) => {
  const { t } = useTranslation();
  const create = useCall(people.create);
  const update = useCall(people.update);
  const [version, setVersion] = useState(person?.updatedAt);
  const [refusal, setRefusal] = useState<{ message: string; outdated: boolean }>();
  const form = useForm<PersonInput>({
    resolver: zodResolver(personInput) as Resolver<PersonInput>,
    defaultValues: person ? inputOf(person) : blank,
  });
  const { reset, setFocus } = form;
  const { isDirty } = form.formState;
  const isNew = person === undefined;

  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  useEffect(() => {
    if (isNew) setFocus("firstName");
  }, [isNew, setFocus]);
  // Somebody else's save shows here at once, unless it would take away what is being typed.
  useEffect(() => {
    if (!person || isDirty || person.updatedAt === version) return;
    reset(inputOf(person));
    setVersion(person.updatedAt);
  }, [person, isDirty, version, reset]);

  const fail = (description: string) =>
    toast({ title: t("error.title"), description, variant: "destructive" });

  const save = async (body: PersonInput) => {
    setRefusal(undefined);
    try {
      if (person)
        await update.mutateAsync({ params: { id: person.id }, body: { ...body, updatedAt: version } });
      else await create.mutateAsync({ body });
      toast({ title: t("success.title"), description: t(person ? "people.updated" : "people.created") });
      onClose();
    } catch (error) {
      const failed = t(person ? "people.updateFailed" : "people.createFailed");
      fail(failed);
      if (showIssues(error, form.setError, fields)) return;
      const outdated = error instanceof ApiError && error.problem?.code === "conflict";
      setRefusal({ message: serverMessage(error) ?? failed, outdated });
    }
  };

  const loadNewest = async () => {
    const newest = await readNewest?.();
    if (!newest) return;
    setRefusal(undefined);
    setVersion(newest.updatedAt);
    reset(inputOf(newest));
  };

  return {
    form,
    refusal,
    loadNewest,
    busy: create.isPending || update.isPending,
    submit: form.handleSubmit(save, () => fail(t("people.checkInput"))),
  };
};
