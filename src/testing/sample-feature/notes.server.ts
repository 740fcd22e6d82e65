import { sql } from 'drizzle-orm';
import type { Db } from '#platform/db/db.ts';

export async function listNotes(db: Db, memberId: string): Promise<{ text: string; length: number | null }[]> {
  const { rows } = await db.execute<{ text: string; length: number | null }>(
    sql`select text, length from sample_note where member_id = ${memberId} order by text`,
  );
  return rows;
}
