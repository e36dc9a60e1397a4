import type { templatesApi } from "#contract/templates.ts";
import { editText } from "#server/pipeline/reply/edit-text.ts";
import type { Handler } from "./handler.ts";

/** So many at once: the models' own limits are shared with everything else. */
const batchSize = 4;

/** Each text is edited on its own and must keep its facts and variables; one that does not makes the whole a refusal. */
export const assist: Handler<(typeof templatesApi)["assist"]> = async ({
  input: { body },
  services: { ai, business, general },
}) => {
  const { task, texts, language } = body;
  const { company_name: company } = (await business()).values;
  const { minimisesText } = await general();
  const edited: string[] = [];
  let vendor: string | null = null;
  let isSimulated = false;
  for (let at = 0; at < texts.length; at += batchSize) {
    const results = await Promise.all(
      texts.slice(at, at + batchSize).map((text) =>
        editText(ai, {
          text,
          edit: task,
          language,
          knownNames: company ? [company] : [],
          replacedNames: minimisesText ? [] : null,
        }),
      ),
    );
    for (const result of results) {
      if (result.text === null) return { ...result, texts: null };
      edited.push(result.text);
      vendor = result.vendor;
      isSimulated ||= result.isSimulated;
    }
  }
  return { texts: edited, reason: null, vendor, isSimulated };
};
