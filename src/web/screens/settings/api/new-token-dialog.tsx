import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { tokensApi } from "#contract/tokens.ts";
import { type TokenScope, tokenLifeDays, usefulScopes } from "#domain/api-access/token.ts";
import { ScopeChoices } from "#web/components/api-access/scope-choices.tsx";
import { ApiError, serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useUser } from "#web/lib/session.ts";
import { Button } from "#web/ui/button.tsx";
import { Checkbox } from "#web/ui/checkbox.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Dialog, DialogActions } from "#web/ui/dialog.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { Select } from "#web/ui/select.tsx";

const lives = [7, 30, tokenLifeDays.default, tokenLifeDays.most] as const;
const dayMs = 86_400_000;

/** The token is in this dialog only; nobody can read it again. */
const ShownOnce = ({ token, onClose }: { token: string; onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <div className="grid gap-4">
      <p className="text-sm text-soft">{t("api.shownOnce")}</p>
      <CopyField value={token} />
      <DialogActions>
        <Button variant="primary" onClick={onClose}>
          {t("action.close")}
        </Button>
      </DialogActions>
    </div>
  );
};

const splitAddresses = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

export const NewTokenDialog = ({ onClose }: { onClose: () => void }) => {
  const { t } = useTranslation();
  const create = useApiMutation(tokensApi.create);
  const [name, setName] = useState("");
  const offered = usefulScopes(useUser().permissions);
  const [scopes, setScopes] = useState<TokenScope[]>(offered.slice(0, 1));
  const [days, setDays] = useState<number>(tokenLifeDays.default);
  const [addresses, setAddresses] = useState("");
  const [isForAssistant, setIsForAssistant] = useState(false);
  const [made, setMade] = useState<string>();
  const issue = (path: string): string | undefined =>
    create.error instanceof ApiError
      ? create.error.problem?.issues?.find((one) => one.path.startsWith(path))?.message
      : undefined;
  const hasIssue = ["name", "scopes", "addresses", "expiresAt"].some((path) => issue(path));

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const body = {
      name,
      scopes,
      addresses: splitAddresses(addresses),
      isForAssistant,
      // A minute less, because the server counts a year from its own clock.
      expiresAt: new Date(Date.now() + days * dayMs - 60_000).toISOString(),
    };
    const answer = await create.mutateAsync({ body }).catch(() => undefined);
    if (answer) setMade(answer.token);
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t("api.add")}
      description={made ? undefined : t("api.addText")}
    >
      {made ? (
        <ShownOnce token={made} onClose={onClose} />
      ) : (
        <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
          <Field label={t("api.name")} required hint={t("api.nameHint")} error={issue("name")}>
            <Input value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />
          </Field>
          <div className="flex items-start gap-2 text-sm">
            <Checkbox
              id="for-assistant"
              className="mt-0.5"
              checked={isForAssistant}
              onCheckedChange={setIsForAssistant}
            />
            <label htmlFor="for-assistant" className="min-w-0">
              {t("api.forAssistant")}
              <span className="block text-faint text-xs">{t("api.forAssistantHint")}</span>
            </label>
          </div>
          <ScopeChoices
            legend={t("api.scopes")}
            offered={offered}
            chosen={scopes}
            onChange={setScopes}
            isForAssistant={isForAssistant}
            error={issue("scopes")}
          />
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={t("api.life")} error={issue("expiresAt")}>
              <Select value={String(days)} onChange={(event) => setDays(Number(event.target.value))}>
                {lives.map((count) => (
                  <option key={count} value={count}>
                    {t("api.days", { count })}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={t("api.addresses")} hint={t("api.addressesHint")} error={issue("addresses")}>
              <Input
                value={addresses}
                spellCheck={false}
                autoComplete="off"
                placeholder="203.0.113.7, 10.0.0.0/8"
                onChange={(event) => setAddresses(event.target.value)}
              />
            </Field>
          </div>
          {create.error && !hasIssue && (
            <FormAlert>{serverMessage(create.error) ?? t("api.addFailed")}</FormAlert>
          )}
          <DialogActions>
            <Button onClick={onClose}>{t("action.cancel")}</Button>
            <Button type="submit" variant="primary" disabled={create.isPending || scopes.length === 0}>
              {t("api.add")}
            </Button>
          </DialogActions>
        </form>
      )}
    </Dialog>
  );
};
