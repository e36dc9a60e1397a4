import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { safeReturnPath } from "#domain/access/return-path.ts";
import { Button } from "#web/ui/button.tsx";

/** The parameter with which the server says how a sign-in with the identity provider went on. */
const parameter = "sign-in";

export const readSignInStep = (): string | null => new URLSearchParams(location.search).get(parameter);

/** The page that was asked for, without how an earlier sign-in ended. */
const readAskedPage = (): string => {
  const query = new URLSearchParams(location.search);
  query.delete(parameter);
  const search = query.toString();
  return safeReturnPath(location.pathname + (search ? `?${search}` : ""));
};

/** Opens the page that was asked for, now that the user is signed in. */
export const openAskedPage = (): void => {
  if (readSignInStep() === null) location.reload();
  else location.replace(readAskedPage());
};

/** Leads to the identity provider, which sends the browser back. */
export const ProviderButton = ({ name, isMain }: { name: string; isMain: boolean }) => {
  const { t } = useTranslation();
  return (
    <Button asChild variant={isMain ? "primary" : "secondary"} className="h-10 w-full">
      <a href={`/sso/start?next=${encodeURIComponent(readAskedPage())}`}>
        <KeyRound aria-hidden="true" />
        <span className="min-w-0 truncate">{t("signIn.provider", { name })}</span>
      </a>
    </Button>
  );
};
