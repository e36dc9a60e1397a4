import type { Channel } from "#domain/channels/channel.ts";

/** How a messenger takes files: with the message, by an address that the vendor fetches, or not at all. */
export type FileTransport = "upload" | "url" | "none";

export type SendableFile = { contentType: string; size: number };

export type FileRefusal =
  | { code: "files_not_taken" }
  | { code: "files_need_public_url" }
  | { code: "too_many_files"; most: number }
  | { code: "file_type_not_taken"; contentType: string }
  | { code: "files_too_large"; mostBytes: number }
  | { code: "file_without_text" }
  | { code: "caption_too_long"; most: number };

const megabyte = 1_048_576;

/** The largest file that can be uploaded for a message. */
export const maxFileBytes = 5 * megabyte;

type ChannelLimits = {
  maxFiles: number;
  maxTotalBytes: number;
  takes: (contentType: string) => boolean;
  /** The largest size of one file of this type, where it is below the general one. */
  maxBytes?: (contentType: string) => number;
};

/** Of the text that WhatsApp shows below a file; audio has none. */
const maxCaptionLength = 1024;

const isPicture = (contentType: string): boolean => /^image\/(jpeg|png|gif)$/.test(contentType);

const channelLimits: Partial<Record<Channel, ChannelLimits>> = {
  // Many mail servers refuse messages above 20 MB, and Base64 adds a third.
  email: { maxFiles: 10, maxTotalBytes: 14 * megabyte, takes: () => true },
  // A message holds one file; other picture formats are stickers or are not shown.
  whatsapp: {
    maxFiles: 1,
    maxTotalBytes: maxFileBytes,
    takes: (contentType) =>
      /^image\/(jpeg|png)$|^video\/(mp4|3gpp)$|^audio\/(aac|mp4|mpeg|amr|ogg)$/.test(contentType) ||
      /^(application|text)\//.test(contentType),
  },
  // Carriers take up to 5 MB of pictures, but only 500 KB of anything else.
  sms: {
    maxFiles: 10,
    maxTotalBytes: maxFileBytes,
    takes: (contentType) =>
      isPicture(contentType) ||
      /^(audio|video)\/|^application\/pdf$|^text\/(vcard|calendar|csv|plain)$/.test(contentType),
    maxBytes: (contentType) => (isPicture(contentType) ? maxFileBytes : 500 * 1024),
  },
};

/** Why a channel cannot carry these files with this message; null if it can. */
export const checkFiles = (
  channel: Channel,
  files: readonly SendableFile[],
  { transport, isReachable, text }: { transport: FileTransport; isReachable: boolean; text: string },
): FileRefusal | null => {
  if (files.length === 0) return null;
  const limits = channelLimits[channel];
  if (!limits || transport === "none") return { code: "files_not_taken" };
  if (transport === "url" && !isReachable) return { code: "files_need_public_url" };
  if (files.length > limits.maxFiles) return { code: "too_many_files", most: limits.maxFiles };
  const refused = files.find(({ contentType }) => !limits.takes(contentType));
  if (refused) return { code: "file_type_not_taken", contentType: refused.contentType };
  const large = files.find(
    ({ contentType, size }) => size > (limits.maxBytes?.(contentType) ?? maxFileBytes),
  );
  if (large)
    return { code: "files_too_large", mostBytes: limits.maxBytes?.(large.contentType) ?? maxFileBytes };
  if (files.reduce((sum, { size }) => sum + size, 0) > limits.maxTotalBytes)
    return { code: "files_too_large", mostBytes: limits.maxTotalBytes };
  if (channel !== "whatsapp" || text === "") return null;
  const isAudio = files.some(({ contentType }) => contentType.startsWith("audio/"));
  if (isAudio) return { code: "file_without_text" };
  return text.length > maxCaptionLength ? { code: "caption_too_long", most: maxCaptionLength } : null;
};
