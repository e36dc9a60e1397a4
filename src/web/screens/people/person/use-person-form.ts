import { zodResolver } from "@hookform/resolvers/zod";
import { useEffect, useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { type Person, type PersonDetail, peopleApi } from "#contract/people.ts";
import { consentKinds, type PersonInput, personInput } from "#domain/person.ts";
import { usePersonFields } from "#web/components/person-field/use-person-fields.ts";
import { ApiError, useApiMutation } from "#web/lib/api.ts";
import { useSaveError } from "#web/lib/form-errors.ts";
import { toast } from "#web/lib/toast.ts";

const inputNames = Object.keys(personInput.shape) as (keyof PersonInput)[];

/** Every consent has a key, even if undefined: the dirty check compares with the default values. */
const toPersonInput = (person: Person): PersonInput => ({
  ...(Object.fromEntries(inputNames.map((name) => [name, person[name]])) as PersonInput),
  consents: Object.fromEntries(
    [...consentKinds, "dnc" as const].map((kind) => [kind, person.consents[kind]]),
  ),
});

const emptyPerson: PersonInput = personInput.parse({ consents: {} });

export type PersonFormOptions = {
  /** Absent for a new person. */
  person?: PersonDetail;
  fetchNewest?: () => Promise<PersonDetail | undefined>;
  onClose: () => void;
};

const knownPersonIn = (error: unknown): string | undefined => {
  const problem = error instanceof ApiError ? error.problem : undefined;
  if (problem?.code !== "person_exists") return undefined;
  const { details } = problem;
  return details !== null && typeof details === "object" && "personId" in details
    ? String(details.personId)
    : undefined;
};

export const usePersonForm = ({ person, fetchNewest, onClose }: PersonFormOptions) => {
  const { t } = useTranslation();
  const create = useApiMutation(peopleApi.create);
  const update = useApiMutation(peopleApi.update);
  const [version, setVersion] = useState(person?.updatedAt);
  const form = useForm<PersonInput>({
    resolver: zodResolver(personInput) as Resolver<PersonInput>,
    defaultValues: person ? toPersonInput(person) : emptyPerson,
  });
  const customNames = usePersonFields().map(({ key }) => `fields.${key}`);
  const { refusal, refuse, clear } = useSaveError(form.setError, [...inputNames, ...customNames]);
  const { reset, setFocus } = form;
  const { isDirty } = form.formState;
  const isNew = person === undefined;

  useEffect(() => {
    if (isNew) setFocus("firstName");
  }, [isNew, setFocus]);
  // Another user's save is loaded at once unless there are unsaved changes.
  useEffect(() => {
    if (!person || isDirty || person.updatedAt === version) return;
    reset(toPersonInput(person));
    setVersion(person.updatedAt);
  }, [person, isDirty, version, reset]);

  /** Whom the server named as the holder of an address that was entered. */
  const [knownPerson, setKnownPerson] = useState<string>();

  const isNameless = ({ firstName, lastName, email, phone: number }: PersonInput): boolean =>
    !(firstName || lastName || email || number);
  const refuseNameless = () => {
    for (const name of ["firstName", "email", "phone"] as const)
      form.setError(name, { type: "server", message: t("people.nameless") });
    setFocus("firstName");
    toast({ title: t("error.title"), description: t("people.checkInput"), variant: "destructive" });
  };

  const save = async (body: PersonInput, isSeparatePerson: boolean) => {
    clear();
    setKnownPerson(undefined);
    if (isNew && isNameless(body)) return refuseNameless();
    try {
      if (person)
        await update.mutateAsync({ params: { id: person.id }, body: { ...body, updatedAt: version } });
      else await create.mutateAsync({ body: { ...body, isSeparatePerson } });
      toast({ title: t("success.title"), description: t(person ? "people.updated" : "people.created") });
      onClose();
    } catch (error) {
      setKnownPerson(knownPersonIn(error));
      refuse(error, t(person ? "people.updateFailed" : "people.createFailed"));
    }
  };

  const loadNewest = async () => {
    const newest = await fetchNewest?.();
    if (!newest) return;
    clear();
    setVersion(newest.updatedAt);
    reset(toPersonInput(newest));
  };

  return {
    form,
    refusal,
    loadNewest,
    busy: create.isPending || update.isPending,
    isDirty,
    knownPerson,
    submit: form.handleSubmit(
      (body) => save(body, false),
      () => toast({ title: t("error.title"), description: t("people.checkInput"), variant: "destructive" }),
    ),
    /** Two people may share an address. */
    submitSeparate: form.handleSubmit((body) => save(body, true)),
  };
};
