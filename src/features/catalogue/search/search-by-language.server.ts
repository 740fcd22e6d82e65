import { type Caller, readCostly } from '#platform/http/costly-reads.ts';
import type { Platform } from '#platform/platform.ts';
import type { Card } from '../contract.ts';
import { meaningsOfCards } from '../language/card-conditions.ts';
import { conditionOf } from '../language/search-sql.ts';
import { type SearchTree, wordsApart } from '../language/search-tree.ts';
import { findCardsByIds } from '../read/catalogue.queries.server.ts';
import { mostNotified, requireAdvancedSearch } from './require-advanced-search.server.ts';
import { type CardSearch, resolveQuery } from './search-cards.server.ts';

type Reader = Pick<Platform, 'pool' | 'db' | 'bus' | 'clock' | 'limits'>;

export interface LanguageSearch extends Omit<CardSearch, 'q'> {
  tree: SearchTree;
}

/** The condition is checked on this many cards with the words, best first. */
const mostHeld = 5_000;

/**
 * Cards that an advanced search means: by its words best first, without any by game, set and number. Refuses (403
 * `tier_limit`) whose tier has none, saying how many it would find.
 */
export async function searchByLanguage(
  platform: Reader,
  caller: Caller,
  search: LanguageSearch,
): Promise<{ cards: Card[]; hasMore: boolean }> {
  const { limit = 20, offset = 0 } = search;
  await requireAdvancedSearch(platform, caller, 'cards', async () =>
    readCostly(
      platform,
      caller,
      async () => (await idsOf(platform, search, { limit: mostNotified + 1, offset: 0 })).length,
    ),
  );
  return readCostly(platform, caller, async () => {
    const ids = await idsOf(platform, search, { limit: limit + 1, offset });
    const found = await findCardsByIds(platform.db, ids.slice(0, limit));
    return { cards: ids.slice(0, limit).flatMap((id) => found.get(id) ?? []), hasMore: ids.length > limit };
  });
}

async function idsOf(
  platform: Reader,
  { tree, game, set }: LanguageSearch,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const bound: unknown[] = [];
  const values = { add: (value: unknown) => `$${bound.push(value)}` };
  const { words, rest } = wordsApart(tree);
  const named = words === null ? null : (await resolveQuery(platform, words, { game, set, most: mostHeld })).cards;
  const where = [
    ...(game === undefined ? [] : [`c.game = ${values.add(held(game))}`]),
    ...(set === undefined ? [] : [`c.set_code = ${values.add(held(set))}`]),
    ...(rest ? [conditionOf(rest, meaningsOfCards(values))] : []),
  ];
  const best = named && `join unnest(${values.add(named)}::text[]) with ordinality h (id, place) on h.id = c.id`;
  const { rows } = await platform.pool.query<{ id: string }>(
    `select c.id from card c join card_set s on s.game = c.game and s.code = c.set_code ${best ?? ''}
     ${where.length > 0 ? `where ${where.join(' and ')}` : ''}
     order by ${best ? 'h.place' : 'c.game, c.set_code, c.number_order, c.id'} limit ${values.add(limit)} offset ${values.add(offset)}`,
    bound,
  );
  return rows.map(({ id }) => id);
}

/** PostgreSQL cannot hold NUL, so a name with one is a name that nothing has. */
const held = (slug: string) => slug.replaceAll('\0', '\u{fffd}');
