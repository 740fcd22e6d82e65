import { isRefusal, Refusal } from '#kernel/refusal.ts';
import type { KeptAccount } from '../delete-account/undo-deletion.server.ts';

/**
 * The refusal of a sign-in to a deleted account that can still be restored: the same for all who may not know that, with
 * the token that restores it for those who have proven that it is theirs.
 */
export function keptRefusal(refusal: Refusal, { token, until }: KeptAccount): Refusal {
  return new Refusal(refusal.status, refusal.code, refusal.message, {
    details: { kept: { token, until: until.toISOString() } },
  });
}

/** The page on which the account of such a refusal can be kept; null for any other error. */
export function keepPathOf(error: unknown): string | null {
  const kept = isRefusal(error) ? error.details?.kept : undefined;
  return kept ? `/auth/undo-deletion?token=${(kept as { token: string }).token}` : null;
}
