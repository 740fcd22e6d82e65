import { asc, gt, lt, or, sql } from 'drizzle-orm';
import { foundUnder, readingNow, readStoredSearch } from '#features/listings/index.server.ts';
import { write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { savedSearch } from '../model/alert.tables.ts';

/** A batch, so that requests run in between. */
const atATime = 500;

/**
 * Computes new keys for the next batch of searches that were keyed by another catalogue; answers whether all are done.
 */
export async function keySearches(platform: Platform): Promise<boolean> {
  const keyedAs = await readingNow(platform);
  const stale = await platform.db
    .select({ id: savedSearch.id, query: savedSearch.query })
    .from(savedSearch)
    .where(or(lt(savedSearch.keyedAs, keyedAs), gt(savedSearch.keyedAs, keyedAs)))
    .orderBy(asc(savedSearch.id))
    .limit(atATime);
  if (stale.length === 0) return true;
  const rows: object[] = [];
  for (const { id, query } of stale) rows.push({ id, ...(await foundUnder(platform, readStoredSearch(query).search)) });
  await write(platform, async (tx) => {
    await tx.db.execute(sql`
      update saved_search s set keys = r.keys, narrows = r.narrows, said = r.said, words = r.words, advanced = r.advanced, keyed_as = ${keyedAs}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id text, keys integer[], narrows jsonb, said text, words text[], advanced boolean) where s.id = r.id`);
  });
  return stale.length < atATime;
}

/** Job: repeats until all searches are keyed. */
export async function keyAllSearches(platform: Platform): Promise<void> {
  while (!(await keySearches(platform)));
}
