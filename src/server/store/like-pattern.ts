/** A LIKE pattern that matches the text literally, anywhere. NUL is dropped, because PostgreSQL cannot store it. */
export const likePattern = (text: string): string =>
  `%${text.replaceAll("\0", "").replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
