import { and, eq, isNull } from "drizzle-orm";
import type { Reader, Tx } from "#server/db/database.ts";
import { newId } from "#server/db/id.ts";
import { recoveryCodes, secondFactors } from "#server/db/schema/second-factor.ts";
import type { Keyring } from "#server/vault/keyring.ts";
import { seal, unseal } from "#server/vault/vault.ts";
import { createRecoveryCodes, createTotpSecret, hashRecoveryCode, isTotpCode, matchTotp } from "./totp.ts";

export type SecondFactor = typeof secondFactors.$inferSelect;

const location = (id: string) => ({ table: "second_factors", row: id, field: "secret" });

export const findSecondFactor = async (db: Reader, userId: string): Promise<SecondFactor | undefined> => {
  const [factor] = await db.select().from(secondFactors).where(eq(secondFactors.userId, userId));
  return factor;
};

const lockSecondFactor = async (tx: Tx, userId: string): Promise<SecondFactor | undefined> => {
  const [factor] = await tx
    .select()
    .from(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .for("update");
  return factor;
};

/** Replaces an unconfirmed secret. Undefined when a confirmed one exists. */
export const startSecondFactor = async (
  tx: Tx,
  keyring: Keyring,
  userId: string,
): Promise<string | undefined> => {
  await tx
    .delete(secondFactors)
    .where(and(eq(secondFactors.userId, userId), isNull(secondFactors.confirmedAt)));
  const id = newId();
  const secret = createTotpSecret();
  const created = await tx
    .insert(secondFactors)
    .values({ id, userId, secret: seal(keyring, secret, location(id)) })
    .onConflictDoNothing()
    .returning({ id: secondFactors.id });
  return created.length > 0 ? secret : undefined;
};

/** Returns the recovery codes, which are stored only as hashes. Undefined when the code is wrong. */
export const confirmSecondFactor = async (
  tx: Tx,
  keyring: Keyring,
  userId: string,
  code: string,
): Promise<string[] | undefined> => {
  const factor = await lockSecondFactor(tx, userId);
  if (!factor || factor.confirmedAt !== null) return undefined;
  const step = matchTotp(unseal(keyring, factor.secret, location(factor.id)), code, null, Date.now());
  if (step === undefined) return undefined;
  await tx
    .update(secondFactors)
    .set({ confirmedAt: new Date(), lastStep: step })
    .where(eq(secondFactors.id, factor.id));
  return replaceRecoveryCodes(tx, factor.id);
};

export const replaceRecoveryCodes = async (tx: Tx, secondFactorId: string): Promise<string[]> => {
  const codes = createRecoveryCodes();
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.secondFactorId, secondFactorId));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((code) => ({ secondFactorId, codeHash: hashRecoveryCode(code) })));
  return codes;
};

/** Uses a code of the app or a recovery code up. Undefined when it is wrong or was used before. */
export const consumeCode = async (
  tx: Tx,
  keyring: Keyring,
  userId: string,
  code: string,
): Promise<"app" | "recovery" | undefined> => {
  const factor = await lockSecondFactor(tx, userId);
  if (!factor?.confirmedAt) return undefined;
  const digits = code.replaceAll(/\s/g, "");
  if (isTotpCode(digits)) {
    const secret = unseal(keyring, factor.secret, location(factor.id));
    const step = matchTotp(secret, digits, factor.lastStep, Date.now());
    if (step === undefined) return undefined;
    await tx.update(secondFactors).set({ lastStep: step }).where(eq(secondFactors.id, factor.id));
    return "app";
  }
  const used = await tx
    .update(recoveryCodes)
    .set({ usedAt: new Date() })
    .where(
      and(
        eq(recoveryCodes.secondFactorId, factor.id),
        eq(recoveryCodes.codeHash, hashRecoveryCode(code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ id: recoveryCodes.id });
  return used.length > 0 ? "recovery" : undefined;
};

export const countRecoveryCodes = (db: Reader, secondFactorId: string): Promise<number> =>
  db.$count(
    recoveryCodes,
    and(eq(recoveryCodes.secondFactorId, secondFactorId), isNull(recoveryCodes.usedAt)),
  );

/** Returns whether there was one. */
export const deleteSecondFactor = async (tx: Tx, userId: string): Promise<boolean> => {
  const deleted = await tx
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ id: secondFactors.id });
  return deleted.length > 0;
};
