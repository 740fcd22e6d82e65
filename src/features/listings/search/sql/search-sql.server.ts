import { createHash } from 'node:crypto';
import type { SearchTree } from '#features/catalogue/language.ts';
import { copyFlags } from '#features/catalogue/words.ts';
import { destinationsSql, sendsFromSql, shipsToSql } from '#features/shipping/index.server.ts';
import { destinationsOf } from '#features/shipping/words.ts';
import type { ListingFilters } from '../../contract.ts';
import { searchCondition } from '../../language/search-conditions.ts';
import {
  type FacetName,
  type FilterName,
  type MatchedCards,
  mostFacetValues,
  priceEdges,
  type SearchRequest,
  wordsRank,
} from '../listing-search.ts';
import { afterKey, keyColumn, orders } from '../search-order.ts';
import { companySql, gradeSql, photoSql } from './copy-facts-sql.ts';

export interface Statement {
  name?: string;
  text: string;
  values: unknown[];
}

const columnOf = {
  game: 'l.game',
  set: 'l.set_code',
  rarity: 'l.rarity',
  condition: 'l.condition',
  finish: 'l.finish',
  language: 'l.language',
  edition: 'l.edition',
  company: companySql,
  grade: gradeSql,
} as const;

class Values {
  readonly list: unknown[] = [];
  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/**
 * Text and values are separate: column names come from this file only. One value is compared with `=`, so that an index
 * that starts with the column also gives the order; several with `any`.
 */
function conditions(filters: ListingFilters, now: Date, values: Values): string[] {
  const all = [`l.status = 'active'`, `l.expires_at > ${values.add(now)}`];
  for (const [name, column] of Object.entries(columnOf)) {
    const chosen = filters[name as keyof typeof columnOf];
    if (chosen.length === 1) all.push(`${column} = ${values.add(chosen[0])}`);
    else if (chosen.length > 1) all.push(`${column} = any(${values.add(chosen)}::text[])`);
  }
  if (filters.graded !== null) all.push(filters.graded ? 'l.graded' : 'not l.graded');
  if (filters.photo !== null) all.push(filters.photo ? photoSql : `not ${photoSql}`);
  for (const flag of copyFlags) if (filters[flag] !== null) all.push(filters[flag] ? `l.${flag}` : `not l.${flag}`);
  if (filters.acceptsOffers !== null) all.push(filters.acceptsOffers ? 'l.accepts_offers' : 'not l.accepts_offers');
  if (filters.minPrice !== null) all.push(`l.price_rank >= ${values.add(filters.minPrice)}::bigint`);
  if (filters.maxPrice !== null) all.push(`l.price_rank <= ${values.add(filters.maxPrice)}::bigint`);
  if (filters.seller !== null) all.push(`l.seller_id = ${values.add(filters.seller)}`);
  if (filters.minRating !== null)
    all.push(`l.seller_id in (select p.user_id from profile p where p.rating >= ${values.add(filters.minRating)})`);
  if (filters.shipsFrom.length > 0) all.push(`${sendsFromSql} = any(${values.add(filters.shipsFrom)}::text[])`);
  if (filters.shipsTo !== null) all.push(shipsToSql(`${values.add(destinationsOf(filters.shipsTo))}::text[]`));
  if (filters.withoutSellers) all.push(`l.seller_id <> all(${values.add(filters.withoutSellers)}::text[])`);
  if (filters.advanced) all.push(searchCondition(filters.advanced, values, now));
  return all;
}

/**
 * The source of a search's rows: all listings, or the listings of the named cards and those whose own words match
 * (`near` beside them).
 */
function source(columns: string, where: string[], sought: MatchedCards | null, values: Values): string {
  const filter = where.join(' and ');
  if (sought === null) return `select ${columns}, 0 as rank from listing l where ${filter}`;
  const ids = `${values.add(sought.named)}::text[]`;
  const words = sought.words.length > 0 ? `${values.add(sought.words)}::text[]` : null;
  const branches = [
    `select ${columns}, h.rank::int as rank from unnest(${ids}) with ordinality as h(card_id, rank) join listing l on l.card_id = h.card_id where ${filter}`,
    `select ${columns}, (100000 + 1000 * (1 - near.closeness))::int as rank from near join listing l on l.id = near.id where ${filter}`,
  ];
  if (words) {
    // What the other branches have found is left out; a card in free text may also hold the words too far apart to be
    // like them.
    const isElsewhere = `(case when l.card_id is null then l.id not in (select id from near) else l.card_id <> all(${ids}) end)`;
    branches.push(
      `(select ${columns}, ${wordsRank} as rank from listing l where l.words @> ${words} and ${isElsewhere} and ${filter} limit ${mostByWords})`,
    );
  }
  return branches.join(' union all ');
}

/**
 * What every source of a search by words reads: the listings of cards in free text that are like them, found once for
 * the whole statement.
 */
function withNear(sought: MatchedCards | null, values: Values): string[] {
  return sought === null
    ? []
    : [`near as materialized (select id, closeness from listings_like(${values.add(sought.text)}))`];
}

/** A word like `pokemon` is in a tenth of all listings: matches beyond the best cards are bounded. */
export const mostByWords = 1_000;

/** A search may match half of all listings: counting stops here, and the total is a lower bound. */
export const mostCounted = 20_000;

/** Listings of cards in free text that are like the words, as pairs of number and rank. */
export function nearStatement({ text }: MatchedCards): Statement {
  return {
    name: 'listings-near',
    text: 'select l.n, (100000 + 1000 * (1 - near.closeness))::int as rank from listings_like($1) near join listing l on l.id = near.id',
    values: [text],
  };
}

/**
 * The ids and sort keys (`id`, `key_0`, `key_1`) of a page: from an index in the requested order, or among the matches
 * of the words.
 */
export function pageStatement({ filters, cards, sort, after, limit, now }: SearchRequest): Statement {
  const order = orders[sort];
  const values = new Values();
  const near = withNear(cards, values).map((each) => `with ${each}`);
  const where = conditions(filters, now, values);
  // Over all listings the key must be a condition of the index scan; in a search by words it can only filter the
  // result.
  const isAfter = after === null ? null : afterKey(after, order, cards === null ? 'l' : 's', values);
  if (isAfter && cards === null) where.push(isAfter);
  const rows = source('l.id, l.price_rank, l.published_at, l.expires_at', where, cards, values);
  const by = order.key.map((column) => `s.${column}${order.isDescending ? ' desc' : ''}`).join(', ');
  const keys = order.key.slice(0, -1).map((column, i) => `${keyColumn(column, order, 's')} as key_${i}`);
  // The limit is a literal: with a parameter the planner would estimate a tenth of the table.
  const text = `${near.join('')} select s.id, ${keys.join(', ')} from (${rows}) s
    ${isAfter && cards !== null ? `where ${isAfter}` : ''} order by ${by} limit ${limit}`;
  const statement = { text, values: values.list };
  return filters.advanced ? statement : named(statement);
}

/**
 * All counts of a search in one statement, of at most `mostCounted` listings each: `facet, value, label, n`. The row
 * `all` is the total. What a chosen facet offers is counted without its own choice (`leftOut`), and the row `without`
 * says how many that would be.
 */
export function countStatement(
  filters: ListingFilters,
  leftOut: ReadonlyMap<FilterName, ListingFilters>,
  sought: MatchedCards | null,
  now: Date,
): Statement {
  const values = new Values();
  const columns = `l.game, l.set_code, l.rarity, l.condition, l.finish, l.language, l.graded, l.price_rank, ${companySql} as company, ${gradeSql} as grade, ${photoSql} as photo,
    ${sendsFromSql} as "shipsFrom", ${destinationsSql} as "shipsTo"`;
  const rowsOf = (name: string, each: ListingFilters) =>
    `"${name}" as materialized (${source(columns, conditions(each, now, values), sought, values)} limit ${mostCounted})`;
  const tables = [
    ...withNear(sought, values),
    rowsOf('m', filters),
    ...[...leftOut].map(([facet, each]) => rowsOf(`m_${facet}`, each)),
  ];
  const from = (facet: FacetName) => (leftOut.has(facet) ? `"m_${facet}"` : 'm');
  const group = (facet: Exclude<FacetName, 'price' | 'set'>) =>
    `select '${facet}', "${facet}"::text, null, count(*) from ${from(facet)} where "${facet}" is not null group by "${facet}"`;
  const text = `with ${tables.join(', ')}
    select 'all' as facet, null as value, null as label, count(*) as n from m
    ${[...leftOut.keys()].map((facet) => `union all select 'without', '${facet}', null, count(*) from "m_${facet}"`).join(' ')}
    union all ${group('game')} union all (${group('rarity')} order by 4 desc, 2 limit ${mostFacetValues}) union all ${group('condition')}
    union all ${group('finish')} union all ${group('language')} union all ${group('graded')}
    union all ${group('company')} union all ${group('grade')} union all ${group('photo')} union all (${group('shipsFrom')} order by 4 desc, 2 limit ${mostFacetValues})
    union all select 'shipsTo', coalesce("shipsTo", ''), null, count(*) from ${from('shipsTo')} group by 2
    union all select 'price', width_bucket(price_rank, array[${priceEdges.join(',')}]::bigint[])::text, null, count(*) from ${from('price')} group by 2
    union all select 'set', t.set_code, (select l.set_name from listing l where l.set_code = t.set_code and l.game = t.game and l.status = 'active' limit 1), t.n
      from (select set_code, min(game) as game, count(*) as n from ${from('set')} where set_code is not null group by set_code order by n desc, set_code limit ${mostFacetValues}) t`;
  const statement = { text, values: values.list };
  return filters.advanced ? statement : named(statement);
}

/** Which of a few listings a search finds. */
export function amongStatement(
  filters: ListingFilters,
  sought: MatchedCards | null,
  ids: readonly string[],
  now: Date,
): Statement {
  const values = new Values();
  const where = [...conditions(filters, now, values), `l.id = any(${values.add(ids)}::text[])`];
  const near = withNear(sought, values).map((each) => `with ${each} `);
  return {
    text: `${near.join('')}select distinct f.id from (${source('l.id', where, sought, values)}) f`,
    values: values.list,
  };
}

/**
 * Which of these advanced searches, by their places, these listings fit: their trees are conditions on the one row of
 * each, which is read once.
 */
export function whichFitStatement(trees: readonly SearchTree[], listingIds: readonly string[], now: Date): Statement {
  const values = new Values();
  const ids = values.add(listingIds);
  const rows = trees.map((tree, at) => `(${at}, (${searchCondition(tree, values, now)}))`);
  return {
    text: `select l.id, v.at from listing l cross join lateral (values ${rows.join(', ')}) as v (at, fits) where l.id = any(${ids}::text[]) and v.fits`,
    values: values.list,
  };
}

/** How many listings fit an advanced search, counted up to one more than `most`. */
export function howManyStatement(
  filters: ListingFilters,
  sought: MatchedCards | null,
  now: Date,
  most: number,
): Statement {
  const values = new Values();
  const near = withNear(sought, values).map((each) => `with ${each}`);
  const rows = source('l.id', conditions(filters, now, values), sought, values);
  return { text: `${near.join('')} select count(*)::int as n from (${rows} limit ${most + 1}) m`, values: values.list };
}

/**
 * A named statement is planned once for each connection. There are more possible searches than a connection should
 * cache, so only the first ones get names: they are the frequent ones. An advanced search hardly ever repeats.
 */
const names = new Map<string, string>();
function named(statement: Statement): Statement {
  const known = names.get(statement.text);
  if (known) return { ...statement, name: known };
  if (names.size >= 96) return statement;
  const name = `search-${createHash('sha256').update(statement.text).digest('base64url').slice(0, 16)}`;
  names.set(statement.text, name);
  return { ...statement, name };
}
