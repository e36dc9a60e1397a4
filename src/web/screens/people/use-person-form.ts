import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type Person, people } from "#contract/people.ts";
import { consentKinds, type PersonInput, personInput } from "#domain/person.ts";
import { useCall } from "#web/lib/api.ts";
import { useSaveError } from "#web/lib/form-errors.ts";
import { toast } from "#web/lib/toast.ts";
import type { PersonFormProps } from "./person-form.tsx";

const fields = Object.keys(personInput.shape);

/** Each consent is named, also where nothing was said: the form compares what it has with what it began with. */
const inputOf = ({
  firstName,
  lastName,
  email,
  phone,
  timezone,
  type,
  status,
  consents,
  tags,
}: Person): PersonInput => ({
  firstName,
  lastName,
  email,
  phone,
  timezone,
  type,
  status,
  consents: Object.fromEntries([...consentKinds, "dnc" as const].map((kind) => [kind, consents[kind]])),
  tags,
});

const blank: PersonInput = personInput.parse({ consents: {} });

/** The form, what a refused save said, and how to go on from there. */
export const usePersonForm = ({ person, readNewest, onClose }: Omit<PersonFormProps, "onDirty">) => {
  const { t } = useTranslation();
  const create = useCall(people.create);
  const update = useCall(people.update);
  const [version, setVersion] = useState(person?.updatedAt);
  const form = useForm<PersonInput>({
    resolver: zodResolver(personInput) as Resolver<PersonInput>,
    defaultValues: person ? inputOf(person) : blank,
  });
  const { refusal, refuse, clear } = useSaveError(form.setError, fields);
  const { reset, setFocus } = form;
  const { isDirty } = form.formState;
  const isNew = person === undefined;

  useEffect(() => {
    if (isNew) setFocus("firstName");
  }, [isNew, setFocus]);
  // Somebody else's save shows here at once, unless it would take away what is being typed.
  useEffect(() => {
    if (!person || isDirty || person.updatedAt === version) return;
    reset(inputOf(person));
    setVersion(person.updatedAt);
  }, [person, isDirty, version, reset]);

  const save = async (body: PersonInput) => {
    clear();
    try {
      if (person)
        await update.mutateAsync({ params: { id: person.id }, body: { ...body, updatedAt: version } });
      else await create.mutateAsync({ body });
      toast({ title: t("success.title"), description: t(person ? "people.updated" : "people.created") });
      onClose();
    } catch (error) {
      refuse(error, t(person ? "people.updateFailed" : "people.createFailed"));
    }
  };

  const loadNewest = async () => {
    const newest = await readNewest?.();
    if (!newest) return;
    clear();
    setVersion(newest.updatedAt);
    reset(inputOf(newest));
  };

  return {
    form,
    refusal,
    loadNewest,
    busy: create.isPending || update.isPending,
    isDirty,
    submit: form.handleSubmit(save, () =>
      toast({ title: t("error.title"), description: t("people.checkInput"), variant: "destructive" }),
    ),
  };
};
