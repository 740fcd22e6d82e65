import webPush from 'web-push';
import { authSecretsOf } from '#platform/config/config.ts';
import type { Platform } from '#platform/platform.ts';
import { createSealer } from '../identity/second-factor/seal.ts';

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The market's pair of keys (VAPID), made once for all its processes and kept sealed in the database. After both
 * secrets have changed nobody can open it: a new pair takes its place, and each device that was known under the former
 * one asks anew.
 */
export async function pushKeys({
  pool,
  config,
  clock,
  log,
}: Pick<Platform, 'pool' | 'config' | 'clock' | 'log'>): Promise<PushKeys> {
  const sealer = createSealer(authSecretsOf(config), 'push key');
  const read = async () =>
    (await pool.query<PushKeys>('select public_key as "publicKey", private_key as "privateKey" from push_key')).rows[0];
  const known = await read();
  if (known) {
    try {
      return { publicKey: known.publicKey, privateKey: sealer.open(known.privateKey, known.publicKey) };
    } catch (error) {
      log.error('the key of Web Push could not be opened; a new one takes its place', { error });
    }
  }
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await pool.query(
    `insert into push_key (id, public_key, private_key, created_at) values (1, $1, $2, $3)
     on conflict (id) do update set public_key = excluded.public_key, private_key = excluded.private_key, created_at = excluded.created_at
       where push_key.public_key = $4`,
    [publicKey, sealer.seal(privateKey, publicKey), clock.now(), known?.publicKey ?? ''],
  );
  // Another process may have been first: its pair is the market's.
  const kept = await read();
  if (!kept) throw new Error('the key of Web Push was not kept');
  return { publicKey: kept.publicKey, privateKey: sealer.open(kept.privateKey, kept.publicKey) };
}
