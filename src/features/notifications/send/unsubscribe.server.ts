import { eq } from 'drizzle-orm';
import { findMemberProfile } from '#features/members/index.server.ts';
import { Refusal } from '#kernel/refusal.ts';
import { authSecretsOf } from '#platform/config/config.ts';
import type { MailKind } from '#platform/mail/mail-kind.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { mailPreference } from '../model/notifications.tables.ts';
import { lockChoice } from '../preferences/choose-preferences.server.ts';
import { namesOf } from '../preferences/preference.rules.ts';
import { getChoice } from '../preferences/preferences.queries.server.ts';
import { readUnsubscribe, signUnsubscribe, type UnsubscribeClaims } from './unsubscribe-token.ts';

export function unsubscribeUrl({ config }: Platform, claims: UnsubscribeClaims): string {
  return `${config.appUrl}/unsubscribe?token=${signUnsubscribe(config.authSecret, claims)}`;
}

export interface UnsubscribeFacts {
  username: string;
  kinds: readonly MailKind[];
  /** Whether these emails are already turned off. */
  isOff: boolean;
}

/** What a link is about; changes nothing. Refuses an invalid token (403) and one of a deleted member (410). */
export async function describeUnsubscribe(platform: Platform, token: string | null): Promise<UnsubscribeFacts> {
  const { userId, kinds } = claimsOf(platform, token);
  const member = await findMemberProfile(platform.db, userId);
  if (!member) throw goneMember();
  const { turnedOff } = await getChoice(platform.db, userId);
  return { username: member.username, kinds, isOff: kinds.every(({ name }) => turnedOff.includes(name)) };
}

/**
 * Turns the email's kinds off for the link's member, signed in or not; idempotent. Refuses as `readUnsubscribe` does.
 */
export async function unsubscribe(platform: Platform, token: string | null): Promise<void> {
  const { userId, kinds } = claimsOf(platform, token);
  const now = platform.clock.now();
  await write(platform, async (tx) => {
    const choice = await lockChoice(tx, userId, now);
    if (!choice) throw goneMember();
    const added = kinds.map(({ name }) => name).filter((name) => !choice.turnedOff.includes(name));
    if (added.length === 0) return;
    await tx.db
      .update(mailPreference)
      .set({ turnedOff: [...choice.turnedOff, ...added], updatedAt: now })
      .where(eq(mailPreference.userId, userId));
  });
}

function claimsOf({ config, mails }: Platform, token: string | null): { userId: string; kinds: readonly MailKind[] } {
  const claims = token === null ? null : readUnsubscribe(authSecretsOf(config), token, namesOf(mails));
  const kinds = mails.kinds.filter(({ name }) => claims?.kinds.includes(name));
  if (!claims) throw new Refusal(403, 'unknown_link', 'Open the complete link from the email. Nothing was changed.');
  return { userId: claims.userId, kinds };
}

function goneMember(): Refusal {
  return new Refusal(410, 'account_gone', 'This account was deleted and no longer receives emails.');
}
