import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

type CodeFormProps = {
  pending: boolean;
  error: string | undefined;
  onSubmit: (code: string) => void;
  onBack: () => void;
  /** Where the way back leads. */
  back: string;
};

/** The second step of the sign-in. */
export const CodeForm = ({ pending, error, onSubmit, onBack, back }: CodeFormProps) => {
  const { t } = useTranslation();
  const [missing, setMissing] = useState(false);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending) return;
    const code = String(new FormData(event.currentTarget).get("code") ?? "").trim();
    setMissing(code === "");
    if (code !== "") onSubmit(code);
  };

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field
        label={t("signIn.code")}
        hint={t("signIn.codeHint")}
        error={missing ? t("validation.required") : error}
      >
        <Input
          autoFocus
          name="code"
          required
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="h-10"
        />
      </Field>
      <Button type="submit" variant="primary" disabled={pending} className="mt-2 h-10 w-full">
        {pending ? t("signIn.pending") : t("signIn.submit")}
      </Button>
      <Button variant="ghost" disabled={pending} onClick={onBack}>
        {back}
      </Button>
    </form>
  );
};
