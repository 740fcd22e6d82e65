import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import type { SecondFactorView } from '../model/security.contract.ts';

/** The caller's own second factor, for the settings. */
export async function findSecondFactor({ db, identity }: Platform, actor: Actor): Promise<SecondFactorView> {
  const factor = await identity.secondFactors.find(db, actor.id);
  const enabledAt = factor?.confirmedAt ?? null;
  return {
    enabled: enabledAt !== null,
    waiting: factor !== null && enabledAt === null,
    enabledAt: enabledAt?.toISOString() ?? null,
    backupCodesLeft: enabledAt === null ? 0 : (factor?.recoveryCodesLeft ?? 0),
  };
}
