import { firstFigures } from './model/shipping.rules.ts';

/**
 * Parts of statements about a listing: its seller's table, read only, so that a page of listings is one statement. The
 * listing is `l`, or what the caller names.
 */
const methodsOf = (l: string) => `shipping_method m where m.seller_id = ${l}.seller_id and m.currency = ${l}.currency`;

/** The table as `ListedTable`; null for a seller without one. */
export const listedTableSql = (l = 'l'): string => `(select json_build_object('sendsFrom', t.sends_from,
    'sales', coalesce((select p.total_sales from profile p where p.user_id = t.seller_id), 0),
    'figures', (select r.figures from shipping_rule r order by r.since desc, r.id desc limit 1),
    'methods', case when t.version > 0 then coalesce((select json_agg(json_build_object('destination', m.destination, 'name', m.name,
        'tracked', m.is_tracked, 'maxCards', m.max_cards, 'maxSlabs', m.max_slabs, 'maxGrams', m.max_grams, 'maxValue', m.max_value,
        'price', json_build_object('amount', m.price, 'currency', m.currency), 'freeFrom', m.free_from, 'needsPhone', m.needs_phone) order by m.position)
      from ${methodsOf(l)}), '[]') end)
  from shipping_table t where t.seller_id = ${l}.seller_id)`;

/** The country that the seller of `l` ships from; null where it is unknown. */
export const sendsFromSql = '(select t.sends_from from shipping_table t where t.seller_id = l.seller_id)';

const hasTable = 'exists (select 1 from shipping_table t where t.seller_id = l.seller_id and t.version > 0)';

/** Whether a method takes the copy `l` by its value and its case. */
const takesSql = `l.price_amount <= coalesce(m.max_value, l.price_amount)
    and 1 <= coalesce(case when l.graded then m.max_slabs else m.max_cards end, 1)`;

/**
 * The destinations that have a method in the currency of `l` that takes it by its value and its case, joined by spaces,
 * `-` for none; null for a seller without a table. The search in memory keeps them, so what changes without an event is
 * left out: assumed weights, and the value from which tracking is required.
 */
export const destinationsSql = `(case when ${hasTable} then
  coalesce((select string_agg(distinct m.destination, ' ' order by m.destination) from ${methodsOf('l')} and ${takesSql}), '-') end)`;

/** Whether a method in the currency of `l` takes it to one of these destinations, or its seller has no table. */
export const shipsToSql = (destinations: string): string =>
  `(not ${hasTable} or exists (select 1 from ${methodsOf('l')} and ${takesSql} and m.destination = any(${destinations})))`;

/**
 * What the cheapest of `listedMethods` costs for the copy `l`, to the destination with the cheapest shipping; 0 where
 * none takes it, null for a seller without a table. `listed-shipping.test.ts` of listings compares the two.
 */
export const cheapestMethodSql = `(case when ${hasTable} then coalesce((
  select min(case when l.price_amount >= m.free_from then 0 else m.price end)
  from (select coalesce((select r.figures from shipping_rule r order by r.since desc, r.id desc limit 1),
    '${JSON.stringify(firstFigures)}') as of) f, ${methodsOf('l')} and ${takesSql}
    and coalesce((f.of ->> case when l.graded then 'gramsPerSlab' else 'gramsPerCard' end)::int <= m.max_grams, true)
    and (m.is_tracked or l.price_amount < (f.of ->> case when (f.of ->> 'newUnderOrders')::int
      > coalesce((select p.total_sales from profile p where p.user_id = l.seller_id), 0)
      then 'trackedFromForNew' else 'trackedFrom' end)::bigint)), 0) end)`;
