import type pg from 'pg';
import type { Platform } from '../platform.ts';

/**
 * A number that triggers store in `member_counter`, in the transaction of each event (migrations 1010 to 1014), so that
 * reading it needs no count.
 */
export interface StoredCount {
  /** Its kinds in the table, each with the SQL of its recount: `member_id` and `n`, of all members with any. */
  kinds: Readonly<Record<string, string>>;
  /** Combines the numbers of the kinds for a member; absent: their sum. */
  join?(platform: Platform, memberId: string, of: (kind: string) => number): Promise<number>;
}

export type StoredNumbers = ReadonlyMap<string, number>;

type Querying = Pick<pg.Pool, 'query'>;

/** All stored numbers of a member, by kind; kinds without a number may be missing. */
export async function readStored(connection: Querying, memberId: string): Promise<StoredNumbers> {
  const { rows } = await connection.query<{ kind: string; n: number }>({
    name: 'counters-read',
    text: 'select kind, sum(n)::int as n from member_counter where member_id = $1 group by kind',
    values: [memberId],
  });
  return new Map(rows.map(({ kind, n }) => [kind, n]));
}

/**
 * The value of a counter from the stored numbers, at least 0: a wrong number is shown until the nightly check repairs
 * it.
 */
export async function numberFrom(
  platform: Platform,
  { kinds, join }: StoredCount,
  numbers: StoredNumbers,
  memberId: string,
): Promise<number> {
  const of = (kind: string) => Math.max(0, numbers.get(kind) ?? 0);
  return join ? join(platform, memberId, of) : Object.keys(kinds).reduce((sum, kind) => sum + of(kind), 0);
}
