import { asc, eq } from "drizzle-orm";
import { type SipCodec, type SipExtensionInput, type SipTransport, sipUri } from "#domain/sip/extension.ts";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { sipExtensions } from "#server/db/schema/voice.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { seal, unseal } from "#server/vault/vault.ts";

type Row = typeof sipExtensions.$inferSelect;

/** An extension without its password. */
export type SipExtensionRow = Omit<Row, "password" | "transport" | "codecs"> & {
  transport: SipTransport;
  codecs: SipCodec[];
  hasPassword: boolean;
};

const toExtension = ({ password, transport, codecs, ...row }: Row): SipExtensionRow => ({
  ...row,
  transport: transport as SipTransport,
  codecs: (codecs ?? []) as SipCodec[],
  hasPassword: password !== null,
});

const passwordLocation = (row: string) => ({ table: "sip_extensions", row, field: "password" });

export const listSipExtensions = async (db: Reader): Promise<SipExtensionRow[]> =>
  (await db.select().from(sipExtensions).orderBy(asc(sipExtensions.label), asc(sipExtensions.id))).map(
    toExtension,
  );

export const lockSipExtension = async (tx: Tx, id: string): Promise<SipExtensionRow | undefined> => {
  const [row] = await tx.select().from(sipExtensions).where(eq(sipExtensions.id, id)).for("update");
  return row && toExtension(row);
};

type SipExtensionFields = Omit<SipExtensionInput, "password">;

export const insertSipExtension = async (
  tx: Tx,
  keyring: Keyring,
  fields: SipExtensionFields,
  password: string | undefined,
): Promise<SipExtensionRow> => {
  const id = newId();
  const sealed = password === undefined ? null : seal(keyring, password, passwordLocation(id));
  const [row] = await tx
    .insert(sipExtensions)
    .values({ id, ...fields, password: sealed })
    .returning();
  if (!row) throw new Error("The inserted SIP extension was not returned");
  return toExtension(row);
};

/** An undefined password stays, null deletes it. */
export const updateSipExtension = async (
  tx: Tx,
  keyring: Keyring,
  id: string,
  fields: SipExtensionFields,
  password: string | null | undefined,
): Promise<SipExtensionRow> => {
  const change =
    password === undefined
      ? {}
      : { password: password === null ? null : seal(keyring, password, passwordLocation(id)) };
  const [row] = await tx
    .update(sipExtensions)
    .set({ ...fields, ...change, updatedAt: new Date() })
    .where(eq(sipExtensions.id, id))
    .returning();
  if (!row) throw new Error("The updated SIP extension was not returned");
  return toExtension(row);
};

export const deleteSipExtension = (tx: Tx, id: string) =>
  tx.delete(sipExtensions).where(eq(sipExtensions.id, id));

export type OpenedSipExtension = {
  extension: SipExtensionRow;
  /** The address to dial. */
  uri: string;
  username: string;
  /** Unsealed: only for requests to this extension's own server. */
  password: string | undefined;
};

export const openSipExtension = async (
  db: Reader,
  keyring: Keyring,
  id: string,
): Promise<OpenedSipExtension | undefined> => {
  const [row] = await db.select().from(sipExtensions).where(eq(sipExtensions.id, id));
  if (!row) return undefined;
  const extension = toExtension(row);
  return {
    extension,
    uri: sipUri(extension),
    username: row.username,
    password: row.password === null ? undefined : unseal(keyring, row.password, passwordLocation(id)),
  };
};
