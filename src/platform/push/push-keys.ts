import webPush from 'web-push';
import { authSecretsOf } from '#platform/config/config.ts';
import type { Platform } from '#platform/platform.ts';
import { createSealer } from '../identity/second-factor/seal.ts';

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/**
 * The server's VAPID key pair, created once for all processes and stored encrypted. If both secrets have changed it
 * cannot be decrypted: a new pair replaces it, and each device subscribes again.
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
  const existing = await read();
  if (existing) {
    try {
      return { publicKey: existing.publicKey, privateKey: sealer.open(existing.privateKey, existing.publicKey) };
    } catch (error) {
      log.error('the key of Web Push could not be opened; a new one takes its place', { error });
    }
  }
  const { publicKey, privateKey } = webPush.generateVAPIDKeys();
  await pool.query(
    `insert into push_key (id, public_key, private_key, created_at) values (1, $1, $2, $3)
     on conflict (id) do update set public_key = excluded.public_key, private_key = excluded.private_key, created_at = excluded.created_at
       where push_key.public_key = $4`,
    [publicKey, sealer.seal(privateKey, publicKey), clock.now(), existing?.publicKey ?? ''],
  );
  // Another process may have been first: its pair is used.
  const stored = await read();
  if (!stored) throw new Error('the key of Web Push was not stored');
  return { publicKey: stored.publicKey, privateKey: sealer.open(stored.privateKey, stored.publicKey) };
}
