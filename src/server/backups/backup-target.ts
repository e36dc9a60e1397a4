/** Where backups are kept. */
export type BackupTarget = {
  /** Stores all of the source under a name, or nothing. Returns how many bytes. */
  write: (name: string, source: AsyncIterable<Buffer>) => Promise<number>;
  read: (name: string, bytes: number) => AsyncIterable<Buffer>;
  /** Also succeeds where there is no such file. */
  remove: (name: string) => Promise<void>;
  /** Removes what a process that died had begun under a name. */
  discardUnfinished: (name: string) => Promise<void>;
};
