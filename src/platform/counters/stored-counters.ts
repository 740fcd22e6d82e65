import type pg from 'pg';
import type { Platform } from '../platform.ts';

/**
 * A number that triggers keep in `member_counter`, in the transaction of each event (migrations 1010 to 1014), so that
 * nobody counts where it is read.
 */
export interface Kept {
  /**
   * Its kinds there, each with how it is counted anew: a statement that answers `member_id` and `n`, of all members who
   * have any.
   */
  kinds: Readonly<Record<string, string>>;
  /** The number of a member from those of its kinds; their sum without. */
  join?(platform: Platform, memberId: string, of: (kind: string) => number): Promise<number>;
}

export type KeptNumbers = ReadonlyMap<string, number>;

type Asking = Pick<pg.Pool, 'query'>;

/** All that is kept for a member, by kind; a kind that they have nothing of may be missing. */
export async function readKept(connection: Asking, memberId: string): Promise<KeptNumbers> {
  const { rows } = await connection.query<{ kind: string; n: number }>({
    name: 'counters-read',
    text: 'select kind, sum(n)::int as n from member_counter where member_id = $1 group by kind',
    values: [memberId],
  });
  return new Map(rows.map(({ kind, n }) => [kind, n]));
}

/**
 * A counter's number from what is kept. One that has become wrong, which the nightly check mends, is never shown below
 * nothing.
 */
export async function numberFrom(
  platform: Platform,
  { kinds, join }: Kept,
  numbers: KeptNumbers,
  memberId: string,
): Promise<number> {
  const of = (kind: string) => Math.max(0, numbers.get(kind) ?? 0);
  return join ? join(platform, memberId, of) : Object.keys(kinds).reduce((sum, kind) => sum + of(kind), 0);
}
