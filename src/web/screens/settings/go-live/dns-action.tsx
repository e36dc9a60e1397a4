import { CircleCheck, CircleX } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type GoLiveProgress, goLiveApi, type MailDnsCheck } from "#contract/go-live.ts";
import { serverMessage, useApiMutation } from "#web/lib/api.ts";
import { useFormat } from "#web/lib/format.ts";
import { Button } from "#web/ui/button.tsx";
import { CopyField } from "#web/ui/copy-field.tsx";
import { Field } from "#web/ui/field.tsx";
import { Input } from "#web/ui/input.tsx";

type DnsRecord = MailDnsCheck["records"][number];

const DnsRecordRow = ({ kind, name, problem, found, suggestion }: DnsRecord) => {
  const { t } = useTranslation();
  const Icon = problem === null ? CircleCheck : CircleX;
  return (
    <li className="grid min-w-0 gap-1.5 rounded-lg border border-line p-3">
      <p className="flex items-start gap-2">
        <Icon
          aria-hidden="true"
          className={`mt-0.5 size-4 shrink-0 ${problem === null ? "text-ok" : "text-bad"}`}
        />
        <span className="min-w-0">
          <b className="font-[560]">{t(`goLive.dns.kind.${kind}`)}</b>{" "}
          <span className="break-all text-faint text-xs">{name}</span>
          <span className="block text-soft">
            {problem === null ? t("goLive.dns.ok") : t(`goLive.dns.problem.${problem}`)}
          </span>
        </span>
      </p>
      {found.map((record) => (
        <code key={record} className="break-all rounded bg-hover px-2 py-1 text-xs">
          {record}
        </code>
      ))}
      {problem !== null && suggestion !== null && (
        <Field label={t("goLive.dns.publish", { name })}>
          <CopyField value={suggestion} />
        </Field>
      )}
    </li>
  );
};

/** Looks up SPF, DKIM and DMARC of the sender's domain. */
export const DnsAction = ({ progress: { dns, mail } }: { progress: GoLiveProgress }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const [selector, setSelector] = useState(dns?.selector ?? "");
  const { mutate, isPending, error } = useApiMutation(goLiveApi.checkDns);
  return (
    <>
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ body: { selector: selector.trim() } });
        }}
      >
        <Field
          label={t("goLive.dns.selector")}
          error={error ? (serverMessage(error) ?? t("error.load")) : undefined}
          className="min-w-0 flex-1 basis-56"
        >
          <Input
            value={selector}
            onChange={(event) => setSelector(event.target.value)}
            placeholder="s1"
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <Button type="submit" disabled={isPending || selector.trim() === ""}>
          {isPending ? t("goLive.dns.checking") : t("goLive.dns.check")}
        </Button>
      </form>
      <p className="text-faint text-xs">{t("goLive.dns.selectorHint")}</p>
      {dns && (
        <div className="grid gap-2">
          <p className="text-faint text-xs">
            {t("goLive.dns.checked", {
              domain: mail?.domain ?? dns.domain,
              at: format.dateTime(dns.checkedAt),
            })}
          </p>
          <ul className="grid gap-2">
            {dns.records.map((record) => (
              <DnsRecordRow key={record.kind} {...record} />
            ))}
          </ul>
        </div>
      )}
    </>
  );
};
