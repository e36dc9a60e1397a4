import * as z from "zod";
import type { VendorRequest } from "#server/connectors/connector.ts";
import { multipartPost } from "#server/connectors/vendor-request.ts";
import { parseSuccess } from "#server/connectors/vendor-response.ts";
import type { WhatsappContext } from "#server/connectors/whatsapp.ts";
import type { OutgoingMessage, SendOutcome } from "./messenger.ts";
import { toSendOutcome } from "./outcome.ts";
import { cloudBody, type UploadedMedia } from "./whatsapp-cloud.ts";
import { cloudOutcome } from "./whatsapp-error-codes.ts";

const uploaded = z.object({ id: z.string().min(1).max(200) });

export type CloudVendor = {
  label: string;
  /** For the endpoints `messages` and `media`. */
  path: (endpoint: "messages" | "media") => string;
  headers: Record<string, string>;
  secrets: readonly unknown[];
};

/** An upload has no effect on the person, so one of unknown outcome may be repeated. */
const asNotSent = (outcome: SendOutcome): SendOutcome =>
  outcome.kind === "unknown" ? { ...outcome, kind: "later", afterMs: null } : outcome;

/** Sends in Meta's format; a file is uploaded first. */
export const sendCloudMessage = async (
  context: WhatsappContext,
  outgoing: OutgoingMessage,
  vendor: CloudVendor,
): Promise<SendOutcome> => {
  const { label, path, headers, secrets } = vendor;
  const [file] = outgoing.files ?? [];
  let media: UploadedMedia | undefined;
  if (file && !outgoing.template) {
    const request: VendorRequest = {
      ...multipartPost(
        { messaging_product: "whatsapp", type: file.contentType },
        { ...file, content: await file.read() },
        headers,
      ),
      path: path("media"),
      timeoutMs: uploadTimeoutMs,
    };
    const result = await context.send(request);
    let id: string | undefined;
    const outcome = toSendOutcome(
      label,
      result,
      (response) => {
        id = parseSuccess(uploaded, response)?.id;
        return cloudOutcome(response);
      },
      secrets,
    );
    if (id === undefined) return asNotSent(outcome);
    media = { id, filename: file.filename, contentType: file.contentType };
  }
  const result = await context.send({
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(cloudBody(outgoing, media)),
    path: path("messages"),
  });
  return toSendOutcome(label, result, cloudOutcome, secrets);
};

const uploadTimeoutMs = 30_000;
