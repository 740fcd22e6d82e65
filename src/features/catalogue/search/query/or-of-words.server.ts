import { definitionOf } from '#features/tiers/index.server.ts';
import { minuteMs } from '#kernel/time.ts';
import { readThrough } from '#platform/cache/read-through.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { isAdvanced } from '../../language/is-advanced.ts';
import { bracketedOr, holdsName } from '../../language/or-of-words.ts';
import { catalogueRevision } from '../index/index-store.server.ts';

type Reader = Pick<Platform, 'db' | 'pool' | 'cache' | 'clock' | 'bus'>;

/**
 * What was typed, with an `or` between plain words in brackets, so that it is one: for whose tier has advanced search,
 * and unless a card is called so (`Fact or Fiction`). For other members the words stay words. `isAdvancedQuery` says what is
 * advanced where one searches.
 */
export async function orOfWords(
  platform: Reader,
  actor: Pick<Actor, 'id'> | null,
  q: string,
  isAdvancedQuery: (q: string) => boolean = isAdvanced,
): Promise<string> {
  const bracketed = actor && !isAdvancedQuery(q) ? bracketedOr(q) : null;
  if (!actor || bracketed === null || !(await definitionOf(platform.db, actor.id)).hasAdvancedSearch) return q;
  return holdsName(q, await namesWithOr(platform)) ? q : bracketed;
}

/** Cards that have an or in their name: two dozen of all that there are. */
async function namesWithOr(platform: Reader): Promise<string[]> {
  const revision = await catalogueRevision(platform);
  return readThrough(
    platform,
    `names-with-or ${revision}`,
    { forMs: 60 * minuteMs, tags: () => [], bytes: (names) => 200 + names.length * 60 },
    async () => {
      const { rows } = await platform.pool.query<{ name: string }>(
        "select distinct name from card where name ilike '% or %' limit 500",
      );
      return rows.map(({ name }) => name);
    },
  );
}
