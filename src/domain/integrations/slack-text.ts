const entities: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">" };

/** Text of others as Slack shows it unchanged: it can neither mention a channel nor become a link. */
export const toSlackText = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

/** What a person typed, from the text of an event: links keep their address, mentions and commands disappear. */
export const readSlackText = (text: string): string =>
  text
    .replaceAll(/<([@#!])[^>]*>/g, "")
    .replaceAll(/<(?:mailto:|tel:)[^|>]*\|([^>]*)>/g, "$1")
    .replaceAll(/<([^|>]+)(?:\|[^>]*)?>/g, "$1")
    .replaceAll(/&(?:amp|lt|gt);/g, (entity) => entities[entity] ?? entity)
    .trim();
