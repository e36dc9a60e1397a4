import { useEffect, useRef } from "react";
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from "react-hook-form";

/**
 * A form that follows the stored values until the user edits it. `stored` must keep its identity while unchanged;
 * after a save, `reset` with the saved values lets the form follow again.
 */
export const useStoredForm = <V extends FieldValues>(stored: V): UseFormReturn<V> => {
  const form = useForm<V>({ defaultValues: stored as DefaultValues<V> });
  const { reset } = form;
  const { isDirty } = form.formState;
  const applied = useRef(stored);
  useEffect(() => {
    if (isDirty || applied.current === stored) return;
    applied.current = stored;
    reset(stored);
  }, [stored, isDirty, reset]);
  return form;
};
