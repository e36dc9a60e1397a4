import { useCallback, useEffect, useRef, useState } from "react";
import { importPieceBytes, importsApi, maxImportBytes } from "#contract/imports.ts";
import { ApiError, callApi } from "#web/lib/api.ts";

/** Why a file cannot be imported; said before anything is sent. */
export type UploadProblem = "too_large" | "wrong_kind" | "empty" | "old_excel" | "failed";

export type Upload =
  | { state: "idle" }
  | { state: "refused"; problem: UploadProblem; name: string; message?: string | undefined }
  | { state: "sending" | "waiting"; name: string; size: number; sent: number };

const readableNames = /\.(csv|tsv|txt|xlsx)$/i;
const retryDelaysMs = [1000, 2000, 5000, 10_000];

export const findUploadProblem = ({ name, size }: Pick<File, "name" | "size">): UploadProblem | undefined => {
  if (/\.xls$/i.test(name)) return "old_excel";
  if (!readableNames.test(name)) return "wrong_kind";
  if (size === 0) return "empty";
  return size > maxImportBytes ? "too_large" : undefined;
};

/** Base64 of the bytes, in pieces that fit in the arguments of a call. */
const toBase64 = (bytes: Uint8Array): string => {
  const step = 32_768;
  let binary = "";
  for (let at = 0; at < bytes.length; at += step)
    binary += String.fromCharCode(...bytes.subarray(at, at + step));
  return btoa(binary);
};

/** An answer of the server ends the upload; a lost connection, a restart or a full queue does not. */
const isPassing = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status >= 500 || error.status === 429;

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Sends a file in pieces. A piece that does not arrive is sent again until it does, so an upload survives a lost
 * connection.
 */
export const useUpload = (onUploaded: (batchId: string) => void) => {
  const [upload, setUpload] = useState<Upload>({ state: "idle" });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const persist = useCallback(
    async <T>(attempt: () => Promise<T>, stop: AbortSignal, onWait: () => void): Promise<T> => {
      for (let tries = 0; ; tries += 1) {
        try {
          return await attempt();
        } catch (error) {
          if (!isPassing(error) || stop.aborted) throw error;
          onWait();
          await pause(retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)] ?? 0, stop);
        }
      }
    },
    [],
  );

  const start = useCallback(
    async (file: File) => {
      const problem = findUploadProblem(file);
      if (problem) return setUpload({ state: "refused", problem, name: file.name });
      running.current?.abort();
      const control = new AbortController();
      running.current = control;
      const { name, size } = file;
      const show = (state: "sending" | "waiting", sent: number) =>
        !control.signal.aborted && setUpload({ state, name, size, sent });
      show("sending", 0);
      try {
        const { id } = await persist(
          () => callApi(importsApi.create, { body: { name: name.slice(0, 200), size } }),
          control.signal,
          () => show("waiting", 0),
        );
        for (let position = 0; position * importPieceBytes < size; position += 1) {
          const from = position * importPieceBytes;
          const piece = file.slice(from, from + importPieceBytes);
          const contentBase64 = toBase64(new Uint8Array(await piece.arrayBuffer()));
          await persist(
            () => callApi(importsApi.piece, { params: { id, position }, body: { contentBase64 } }),
            control.signal,
            () => show("waiting", from),
          );
          show("sending", Math.min(size, from + importPieceBytes));
          if (control.signal.aborted) return;
        }
        await persist(
          () => callApi(importsApi.read, { params: { id }, body: {} }),
          control.signal,
          () => show("waiting", size),
        );
        if (!control.signal.aborted) onUploaded(id);
      } catch (error) {
        if (control.signal.aborted) return;
        const message = error instanceof ApiError ? error.problem?.message : undefined;
        setUpload({ state: "refused", problem: "failed", name, message });
      }
    },
    [persist, onUploaded],
  );

  const cancel = useCallback(() => {
    running.current?.abort();
    setUpload({ state: "idle" });
  }, []);
  return { upload, start, cancel };
};
