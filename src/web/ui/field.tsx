import { createContext, type ReactNode, useContext, useId } from "react";
import { cn } from "#web/lib/cn.ts";

type FieldIds = { id: string; describedBy: string | undefined; invalid: boolean; required: boolean };
const FieldContext = createContext<FieldIds | undefined>(undefined);

/** Props that connect a control with the label, hint and error of the field around it. */
export const useFieldProps = () => {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.invalid || undefined,
    "aria-required": field.required || undefined,
  };
};

type FieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  required?: boolean;
  /** Shown at the end of the label row. */
  aside?: ReactNode;
  className?: string;
  children: ReactNode;
};

export const Field = ({ label, hint, error, required = false, aside, className, children }: FieldProps) => {
  const id = useId();
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const describedBy = [hint && hintId, error && errorId].filter(Boolean).join(" ") || undefined;
  return (
    <FieldContext value={{ id, describedBy, invalid: Boolean(error), required }}>
      <div className={cn("grid min-w-0 grid-cols-1 content-start gap-1.5", className)}>
        <div className="flex min-h-5 items-center justify-between gap-2">
          <label htmlFor={id} className="min-w-0 font-[540] text-sm wrap-anywhere">
            {label}
            {required && (
              <span aria-hidden="true" className="text-bad">
                {" *"}
              </span>
            )}
          </label>
          {aside}
        </div>
        {children}
        {hint && (
          <p id={hintId} className="text-faint text-xs">
            {hint}
          </p>
        )}
        {error && (
          <p id={errorId} role="alert" className="wrap-anywhere text-bad text-xs">
            {error}
          </p>
        )}
      </div>
    </FieldContext>
  );
};
