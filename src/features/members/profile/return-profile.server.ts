import { randomInt } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { connectionOf } from '#platform/db/db.ts';
import type { Tx } from '#platform/outbox/write.ts';
import { usernameRegistry } from '../model/members.tables.ts';
import { appendProfileChanged } from './profile-facts.server.ts';
import { generateUsername, usernameKey } from './username.rules.ts';

type Row = Record<string, unknown>;
/** A profile with its member's names, as JSON. */
export interface StoredProfile {
  profile: Row & { username: string };
  names: Row[];
}

/** Fields that `forgetProfile` erases and `returnProfile` restores. The tiers feature recomputes the tier. */
const returning = [
  ...[
    'username',
    'display_name',
    'bio',
    'location',
    'contact',
    'contact_visible',
    'social_youtube',
    'social_twitter',
    'social_facebook',
  ],
  ...['avatar_url', 'photo_url', 'account_tier', 'seller_kind'],
  ...[
    'auth_provider',
    'tutorial_preferences',
    'theme',
    'number_format',
    'display_currency',
    'time_zone',
    'density',
    'motion',
    'games',
    'rating',
    'rating_count',
    'facts',
    'verification_sent_at',
    'last_sign_in',
  ],
].join(', ');

/** Reads the fields to restore, before `forgetProfile` erases them. */
export async function readProfileForUndo({ db }: Tx, userId: string): Promise<StoredProfile> {
  const { rows } = await connectionOf(db).query<StoredProfile>(
    `select (select to_jsonb(kept) from (select ${returning}) kept) as profile,
       (select coalesce(jsonb_agg(n), '[]') from username_registry n where n.uid = p.user_id) as names
     from profile p where p.user_id = $1`,
    [userId],
  );
  const [stored] = rows;
  if (!stored) throw new RangeError(`there is no profile of ${userId}`);
  return stored;
}

/**
 * Restores a deleted member's profile, in the caller's transaction, under the former name. A generated name may be
 * taken by now: then another is generated.
 */
export async function returnProfile(tx: Tx, userId: string, stored: StoredProfile, now: Date): Promise<void> {
  const connection = connectionOf(tx.db);
  await connection.query(
    `update username_registry r set uid = k.uid, status = k.status, released_at = k.released_at
     from jsonb_populate_recordset(null::username_registry, $1) k where r.username_key = k.username_key and r.uid is null and not k.is_temporary`,
    [JSON.stringify(stored.names)],
  );
  const username = await nameOf(tx, userId, stored.profile.username, now);
  const { rows } = await connection.query<{ version: string }>(
    `update profile set (${returning}) = (select ${returning} from jsonb_populate_record(null::profile, $2)),
       deleted_at = null, last_updated = $3, version = version + 1
     where user_id = $1 and deleted_at is not null returning version`,
    [userId, JSON.stringify({ ...stored.profile, username }), now],
  );
  if (rows[0]) appendProfileChanged(tx, userId, Number(rows[0].version));
}

async function nameOf(tx: Tx, userId: string, wanted: string, at: Date): Promise<string> {
  const own = and(eq(usernameRegistry.uid, userId), eq(usernameRegistry.status, 'active'));
  const [stored] = await tx.db.select({ username: usernameRegistry.username }).from(usernameRegistry).where(own);
  if (stored) return stored.username;
  for (let username = wanted; ; username = generateUsername(wanted, true, randomInt)) {
    const entry = { usernameKey: usernameKey(username), username, uid: userId, isTemporary: true, createdAt: at };
    const taken = await tx.db.insert(usernameRegistry).values(entry).onConflictDoNothing().returning();
    if (taken.length > 0) return username;
  }
}
