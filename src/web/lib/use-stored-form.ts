import { useEffect, useRef } from "react";
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from "react-hook-form";

/**
 * A form that follows what is stored until the person changes something. Pass values that keep their identity
 * while they are the same; after a save, `reset` with what was saved lets the form follow again.
 */
export const useStoredForm = <V extends FieldValues>(stored: V): UseFormReturn<V> => {
  const form = useForm<V>({ defaultValues: stored as DefaultValues<V> });
  const { reset } = form;
  const { isDirty } = form.formState;
  const followed = useRef(stored);
  useEffect(() => {
    if (isDirty || followed.current === stored) return;
    followed.current = stored;
    reset(stored);
  }, [stored, isDirty, reset]);
  return form;
};
