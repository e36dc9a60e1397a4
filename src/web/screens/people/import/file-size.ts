import { useFormat } from "#web/lib/format.ts";
import { formatFixed } from "#web/lib/number-format.ts";

/** The size of a file as people say it: 412 KB, 1.4 MB. */
export const useFileSize = (): ((bytes: number) => string) => {
  const { number } = useFormat();
  return (bytes) =>
    bytes < 1_048_576
      ? `${number(Math.max(bytes === 0 ? 0 : 1, Math.round(bytes / 1024)))} KB`
      : `${formatFixed(bytes / 1_048_576, 1, number)} MB`;
};
