import { Play } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { Field } from "#web/ui/field.tsx";
import { FormAlert } from "#web/ui/form-alert.tsx";
import { Input } from "#web/ui/input.tsx";
import { Textarea } from "#web/ui/textarea.tsx";
import type { ReferenceCall } from "./reference-document.ts";

type Answer = { status: number; ms: number; remaining: string | null; text: string };

const toUrl = ({ path, parameters }: ReferenceCall, values: Record<string, string>): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
  const query = new URLSearchParams(
    parameters
      .filter((parameter) => parameter.in === "query" && values[parameter.name])
      .map(({ name }) => [name, values[name] ?? ""]),
  );
  return query.size > 0 ? `${filled}?${query}` : filled;
};

const readBody = (text: string): { ok: boolean } => {
  try {
    JSON.parse(text);
    return { ok: true };
  } catch {
    return { ok: false };
  }
};

const format = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

/** Sends the call with the user's token, as a program would: without the cookies of the session. */
const send = async (call: ReferenceCall, token: string, url: string, body: string): Promise<Answer> => {
  const started = performance.now();
  const response = await fetch(url, {
    method: call.method,
    credentials: "omit",
    headers: {
      authorization: `Bearer ${token}`,
      "accept-language": document.documentElement.lang,
      ...(call.body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(call.body === undefined ? {} : { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    ms: Math.round(performance.now() - started),
    remaining: response.headers.get("ratelimit-remaining"),
    text: format(text),
  };
};

export const TryCall = ({ call, token }: { call: ReferenceCall; token: string }) => {
  const { t } = useTranslation();
  const [values, setValues] = useState<Record<string, string>>({});
  const [body, setBody] = useState(() => JSON.stringify(call.body, null, 2) ?? "");
  const [answer, setAnswer] = useState<Answer>();
  const [isSending, setIsSending] = useState(false);
  const [isLost, setIsLost] = useState(false);
  const asked = call.parameters.filter((parameter) => parameter.in !== "header");
  const isBodyReadable = call.body === undefined || readBody(body).ok;

  const run = async () => {
    setIsSending(true);
    setIsLost(false);
    try {
      setAnswer(await send(call, token, toUrl(call, values), body));
    } catch {
      setIsLost(true);
    }
    setIsSending(false);
  };

  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      {asked.length > 0 && (
        <div className="grid gap-3 sm:grid-cols-2">
          {asked.map(({ name, required, schema, description }) => (
            <Field
              key={name}
              label={<code className="text-xs">{name}</code>}
              required={required}
              hint={description ?? schema.enum?.join(" · ")}
            >
              <Input
                value={values[name] ?? ""}
                placeholder={schema.default === undefined ? "" : String(schema.default)}
                onChange={(event) => setValues({ ...values, [name]: event.target.value })}
              />
            </Field>
          ))}
        </div>
      )}
      {call.body !== undefined && (
        <Field label={t("reference.body")} error={isBodyReadable ? undefined : t("reference.notJson")}>
          <Textarea
            rows={Math.min(14, body.split("\n").length)}
            className="font-mono text-xs"
            spellCheck={false}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        </Field>
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="sm" variant="primary" disabled={!token || !isBodyReadable || isSending}>
          <Play aria-hidden="true" />
          {t("reference.send")}
        </Button>
        <p className="text-faint text-xs">
          {token ? (call.method === "GET" ? "" : t("reference.writes")) : t("reference.needsToken")}
        </p>
      </div>
      {isLost && <FormAlert>{t("reference.lost")}</FormAlert>}
      {answer && (
        <div aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <p className="flex flex-wrap items-center gap-2 text-faint text-xs">
            <Badge tone={answer.status < 300 ? "ok" : "bad"}>{answer.status}</Badge>
            {t("reference.took", { ms: answer.ms })}
            {answer.remaining !== null &&
              ` · ${t("reference.remaining", { count: Number(answer.remaining) })}`}
          </p>
          <pre
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
            tabIndex={0}
            className="max-h-96 overflow-auto rounded-lg border border-line bg-bg p-3 text-xs leading-5"
          >
            <code>{answer.text}</code>
          </pre>
        </div>
      )}
    </form>
  );
};
