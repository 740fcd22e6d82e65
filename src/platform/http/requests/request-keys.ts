import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { newId } from '#kernel/ids.ts';
import { conflict, Refusal } from '#kernel/refusal.ts';
import { hourMs } from '#kernel/time.ts';
import { authSecretsOf } from '../../config/config.ts';
import { connectionOf, type Db } from '../../db/db.ts';
import { sweepRows } from '../../db/sweep-rows.ts';
import { overQuota } from '../../limits/quotas.ts';
import type { EffectMark } from '../../outbox/effect.ts';
import type { Tx } from '../../outbox/write.ts';
import type { DeletedMember } from '../../personal-data/forgetting.ts';
import type { Platform } from '../../platform.ts';
import { httpQuotas } from '../http.limits.ts';

const keyLifeMs = 24 * hourMs;

/** The stored answer of a request. */
export interface CachedAnswer {
  status: number;
  headers: [string, string][];
  body: string;
}

export type Claim =
  /** The first request with this key: carry it out. */
  | { kind: 'first'; run: Run }
  /** It was carried out, and the process died before storing the answer. */
  | { kind: 'answer-lost'; run: Run; made: string | null }
  | { kind: 'answered'; answer: CachedAnswer }
  | { kind: 'running' };

/** The right to answer a request: a lease of twenty seconds, after which the next request with the key takes over. */
export interface Run {
  mark: EffectMark;
  store(answer: CachedAnswer): Promise<void>;
  /** Nothing was changed: the key may be used again. */
  release(): Promise<void>;
  /** Something broke: the next request checks what was committed. */
  abandon(): Promise<void>;
  /** The created record no longer exists: this run carries the request out again. */
  restart(): Promise<void>;
}

// The database's clock: the lease measures how long a process has been silent, independent of the app's clock.
const claimText = `
  insert into idempotency_key as k (member_id, key_hash, fingerprint, run_id, lease_until, created_at)
  select $1, $2, $3, $4, now() + interval '20 seconds', $5::timestamptz
  where (select count(*) from (select from idempotency_key where member_id = $1 limit $7) as stored) < $7
    or exists (select from idempotency_key where member_id = $1 and key_hash = $2)
  on conflict (member_id, key_hash) do update set
    fingerprint = excluded.fingerprint, run_id = excluded.run_id, lease_until = excluded.lease_until, answer = null,
    has_effect = k.has_effect and k.created_at >= $6,
    made = case when k.created_at >= $6 then k.made end,
    created_at = case when k.created_at >= $6 then k.created_at else excluded.created_at end
  where k.created_at < $6 or (k.fingerprint = excluded.fingerprint and k.answer is null and k.lease_until <= now())
  returning has_effect, made`;

/**
 * Claims the key for one request of a member (method, address and body as text), or returns its state. Refuses a key of
 * a different request (409), and a new key beyond the member's quota (429).
 */
export async function claimKey(
  { pool, clock, config }: Pick<Platform, 'pool' | 'clock' | 'config'>,
  memberId: string,
  key: string,
  request: string,
): Promise<Claim> {
  const now = clock.now();
  const keyHash = createHash('sha256').update(key).digest('base64url');
  const [secret = Buffer.alloc(0), ...former] = authSecretsOf(config).map((one) => sealingKey(one, memberId, key));
  // Keyed, because a body may contain a password: the table alone does not allow testing guesses.
  const fingerprintBy = (one: Buffer) => createHmac('sha256', one).update(request).digest('base64url');
  const fingerprint = fingerprintBy(secret);
  const runId = newId();
  const values = [
    memberId,
    keyHash,
    fingerprint,
    runId,
    now,
    new Date(now.getTime() - keyLifeMs),
    httpQuotas.requestKeys.most,
  ];
  const { rows } = await pool.query<{ has_effect: boolean; made: string | null }>({
    name: 'request-key-claim',
    text: claimText,
    values,
  });
  const [mine] = rows;
  if (mine) {
    const run = runOf(pool, [memberId, keyHash, runId], secret);
    return mine.has_effect ? { kind: 'answer-lost', run, made: mine.made } : { kind: 'first', run };
  }
  const found = await pool.query<{ fingerprint: string; answer: Buffer | null }>({
    name: 'request-key-find',
    text: 'select fingerprint, answer from idempotency_key where member_id = $1 and key_hash = $2',
    values: [memberId, keyHash],
  });
  const [row] = found.rows;
  if (!row) await refuseTooMany(pool, memberId);
  // The first request may be older than a change of AUTH_SECRET.
  const sealedWith = row && [secret, ...former].find((one) => fingerprintBy(one) === row.fingerprint);
  if (row && !sealedWith) {
    throw conflict(
      'idempotency_key_reused',
      'This Idempotency-Key was already used for another request. Use a new key.',
    );
  }
  return row?.answer && sealedWith ? { kind: 'answered', answer: open(row.answer, sealedWith) } : { kind: 'running' };
}

/**
 * A request without a row of its key was not claimed for one of two reasons: the quota is used up, or the first request
 * has just released the key.
 */
async function refuseTooMany(pool: Platform['pool'], memberId: string): Promise<void> {
  const { most } = httpQuotas.requestKeys;
  const { rows } = await pool.query<{ n: number }>(
    'select count(*)::int as n from idempotency_key where member_id = $1',
    [memberId],
  );
  if ((rows[0]?.n ?? 0) >= most) throw overQuota(httpQuotas.requestKeys);
}

function runOf(pool: Platform['pool'], id: [memberId: string, keyHash: string, runId: string], secret: Buffer): Run {
  const mine = 'member_id = $1 and key_hash = $2 and run_id = $3';
  const change = async (set: string, extra: unknown[] = []) => {
    await pool.query(`update idempotency_key set ${set} where ${mine}`, [...id, ...extra]);
  };
  return {
    mark: async (db, made) => {
      const { rowCount } = await connectionOf(db).query({
        name: 'request-key-mark',
        text: `update idempotency_key set has_effect = true, made = coalesce($4, made) where ${mine}`,
        values: [...id, made],
      });
      if (rowCount !== 1) throw requestRunning();
    },
    store: (answer) => change('answer = $4', [seal(answer, secret)]),
    release: async () => {
      await pool.query(`delete from idempotency_key where ${mine}`, id);
    },
    abandon: () => change("lease_until = '-infinity'"),
    restart: () => change('has_effect = false, made = null'),
  };
}

export function requestRunning(): Refusal {
  const sentence = 'The first request with this Idempotency-Key is still running. Try again in a moment.';
  return new Refusal(409, 'request_running', sentence, { retryAfterSeconds: 2 });
}

/** Deletes keys older than their life. */
export async function sweepRequestKeys({ pool, clock }: Pick<Platform, 'pool' | 'clock'>): Promise<void> {
  await sweepRows(pool, 'idempotency_key', 'created_at < $1', [new Date(clock.now().getTime() - keyLifeMs)]);
}

/** Deletes a leaving member's keys and answers. A request of theirs that is still running cannot commit any more. */
export async function forgetRequestKeys(tx: Tx, { memberId }: Pick<DeletedMember, 'memberId'>): Promise<void> {
  await connectionOf(tx.db as Db).query('delete from idempotency_key where member_id = $1', [memberId]);
}

/**
 * The encryption key of an answer, which may contain a secret (a token, recovery codes): derived from our secret and
 * the sender's Idempotency-Key, of which only the hash is stored.
 */
function sealingKey(secret: string, memberId: string, key: string): Buffer {
  return Buffer.from(hkdfSync('sha256', `${secret}\n${key}`, memberId, 'repeated answer', 32));
}

function seal(answer: CachedAnswer, secret: Buffer): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce);
  const text = Buffer.concat([cipher.update(JSON.stringify(answer), 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function open(sealed: Buffer, secret: Buffer): CachedAnswer {
  const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, 12));
  decipher.setAuthTag(sealed.subarray(12, 28));
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString());
}
