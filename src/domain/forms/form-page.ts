import { escapeHtml } from "#domain/escape-html.ts";
import type { Language } from "#domain/language.ts";
import type { FieldDefinition } from "#domain/people/field-kinds.ts";
import { type FormTexts, formTexts } from "./form-texts.ts";
import type { FormFieldName, LeadFormInput } from "./lead-form.ts";
import { type PostedValues, postedText, type SubmissionProblem } from "./read-submission.ts";

/** Also allowed by its hash in the policy of the page, so it must stay one text. */
export const formStyles = `:root{color-scheme:light dark;--ink:#1c2b33;--soft:#52636d;--line:#8a9aa3;--bg:#fff;--sea:#0a6a82;--on:#fff;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--ink:#e8eef1;--soft:#a9b8c0;--line:#6d7d86;--bg:#131d23;--sea:#5cc3dc;--on:#06222b;--bad:#ff9a90}}
*{box-sizing:border-box;accent-color:var(--sea)}body{margin:0;background:var(--bg);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:20px 16px}h1{font-size:1.35rem;line-height:1.25;margin:0 0 8px}
p{margin:0 0 12px;color:var(--soft)}.top{display:flex;justify-content:flex-end;font-size:.85rem}a{color:var(--sea)}
.f{margin:0 0 14px}label,legend{display:block;font-weight:600;font-size:.92rem;margin:0 0 4px;padding:0}small{font-weight:400;color:var(--soft)}
input,textarea,select{width:100%;min-height:44px;padding:9px 10px;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:8px}
select option{color:#1c2b33}textarea{min-height:96px}fieldset{border:0;margin:0;padding:0}
.c{display:flex;gap:10px;align-items:flex-start;font-weight:400;margin:0 0 10px}.c input{width:20px;height:20px;min-height:0;flex:none;margin:2px 0 0}
input:focus-visible,textarea:focus-visible,select:focus-visible,button:focus-visible,a:focus-visible{outline:2px solid var(--sea);outline-offset:2px}
[aria-invalid=true]{border-color:var(--bad)}.e{color:var(--bad);font-size:.87rem;margin:4px 0 0}
button{min-height:44px;padding:10px 20px;font:inherit;font-weight:600;color:var(--on);background:var(--sea);border:0;border-radius:8px;cursor:pointer}
.h{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}`;

const shell = (language: Language, title: string, body: string, scripts = ""): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${formStyles}</style>${scripts}</head><body><main>${body}</main></body></html>`;

/** A page that only says something. */
export const formNotice = (
  language: Language,
  { title, texts, form = "" }: { title: string; texts: readonly string[]; form?: string },
  scripts = "",
): string =>
  shell(
    language,
    title,
    `<h1>${escapeHtml(title)}</h1>${texts.map((text) => `<p>${escapeHtml(text)}</p>`).join("")}${form}`,
    scripts,
  );

/** A custom field as the form shows it. */
export type FormCustomField = FieldDefinition & { key: string; label: Record<Language, string> };

export type FormPage = {
  form: Pick<LeadFormInput, "fields" | "title" | "intro" | "button" | "consents">;
  language: Language;
  customFields: readonly FormCustomField[];
  /** Where the form is sent; null for a preview, which cannot be sent. */
  action: string | null;
  /** The same page in the other language. */
  otherUrl: string | null;
  pageToken: string;
  posted: PostedValues;
  problems: Partial<Record<FormFieldName, SubmissionProblem>>;
  /** What is wrong with the whole. */
  alert: string | null;
  scripts?: string;
};

/** Hints to the browser, by field. */
const builtInAttributes: Record<string, string> = {
  firstName: 'autocomplete="given-name" maxlength="200"',
  lastName: 'autocomplete="family-name" maxlength="200"',
  email: 'type="email" autocomplete="email" maxlength="254"',
  phone: 'type="tel" autocomplete="tel" maxlength="40"',
  zip: 'autocomplete="postal-code" maxlength="20"',
  town: 'autocomplete="address-level2" maxlength="80"',
};

const customAttributes: Record<string, string> = {
  number: 'inputmode="decimal"',
  money: 'inputmode="decimal"',
  date: 'type="date"',
  link: 'type="url"',
};

type Control = { name: string; attributes: string; value: string; texts: FormTexts };

const options = (
  choices: readonly { value: string; label: string }[],
  value: string,
  empty: string,
): string =>
  [{ value: "", label: empty }, ...choices]
    .map(
      (choice) =>
        `<option value="${escapeHtml(choice.value)}"${choice.value === value ? " selected" : ""}>${escapeHtml(choice.label)}</option>`,
    )
    .join("");

const controlOf = (field: FormCustomField | undefined, control: Control): string => {
  const { name, attributes, value, texts } = control;
  if (name === "message")
    return `<textarea name="message" maxlength="5000" ${attributes}>${escapeHtml(value)}</textarea>`;
  if (field?.kind === "choice" || field?.kind === "choices") {
    const choices = field.choices.map((choice) => ({ value: choice, label: choice }));
    return `<select name="${name}" ${attributes}>${options(choices, value, texts.choose)}</select>`;
  }
  if (field?.kind === "yes_no") {
    const choices = [
      { value: "yes", label: texts.yes },
      { value: "no", label: texts.no },
    ];
    return `<select name="${name}" ${attributes}>${options(choices, value, texts.choose)}</select>`;
  }
  const hints = (field ? customAttributes[field.kind] : builtInAttributes[name]) ?? "";
  return `<input name="${name}" value="${escapeHtml(value)}" ${hints} ${attributes}>`;
};

const renderField = (page: FormPage, { name, required }: FormPage["form"]["fields"][number]): string => {
  const texts = formTexts[page.language];
  const field = page.customFields.find(({ key }) => name === `field.${key}`);
  if (name.startsWith("field.") && !field) return "";
  const label = field ? field.label[page.language] : texts.labels[name as keyof FormTexts["labels"]];
  const problem = page.problems[name];
  const id = `f-${name.replace(".", "-")}`;
  const attributes = [
    `id="${id}"`,
    ...(required ? ["required"] : []),
    ...(problem ? [`aria-invalid="true" aria-describedby="${id}-e"`] : []),
  ].join(" ");
  const control = controlOf(field, { name, attributes, value: postedText(page.posted[name]), texts });
  const error = problem ? `<p class="e" id="${id}-e">${escapeHtml(texts.problems[problem])}</p>` : "";
  const optional = required ? "" : ` <small>(${texts.optional})</small>`;
  return `<div class="f"><label for="${id}">${escapeHtml(label)}${optional}</label>${control}${error}</div>`;
};

/** Boxes are never ticked beforehand and never required: a consent must be given freely. */
const renderConsents = ({ form, language, posted }: FormPage): string =>
  form.consents
    .map(({ channel, text }) => {
      const isTicked = postedText(posted[`consent.${channel}`]) === "yes";
      return `<label class="c"><input type="checkbox" name="consent.${channel}" value="yes"${isTicked ? " checked" : ""}><span>${escapeHtml(text[language])}</span></label>`;
    })
    .join("");

/** The form as a page that works without scripts. */
export const formPage = (page: FormPage): string => {
  const { form, language, action, otherUrl, alert, pageToken } = page;
  const texts = formTexts[language];
  const other = language === "en" ? "es" : "en";
  const body = [
    otherUrl === null
      ? ""
      : `<p class="top"><a href="${escapeHtml(otherUrl)}" lang="${other}" hreflang="${other}">${texts.other}</a></p>`,
    `<h1>${escapeHtml(form.title[language])}</h1>`,
    form.intro[language] ? `<p>${escapeHtml(form.intro[language])}</p>` : "",
    alert ? `<p class="e" role="alert">${escapeHtml(alert)}</p>` : "",
    `<form method="post"${action === null ? "" : ` action="${escapeHtml(action)}"`} novalidate>`,
    `<input type="hidden" name="page" value="${escapeHtml(pageToken)}">`,
    `<div class="h" aria-hidden="true"><label for="f-website">${texts.honeypot}</label><input id="f-website" name="website" tabindex="-1" autocomplete="off"></div>`,
    ...form.fields.map((field) => renderField(page, field)),
    form.consents.length > 0 ? `<fieldset class="f">${renderConsents(page)}</fieldset>` : "",
    `<button${action === null ? ' type="button"' : ""}>${escapeHtml(form.button[language])}</button></form>`,
  ].join("");
  return shell(language, form.title[language], body, page.scripts);
};
