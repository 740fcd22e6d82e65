import type pg from 'pg';
import { newId } from '#kernel/ids.ts';

const linesPerCart = 200;
const sellersPerCart = 20;

/**
 * Gives each of these members a cart that is as large as it can be: 200 listings in USD of the same 20 sellers, who have
 * a shipping table. The members have an address, which decides the shipping methods. False in a release without
 * shipping tables.
 */
export async function fillCarts(client: pg.Client, memberIds: readonly string[]): Promise<boolean> {
  const { rows: known } = await client.query<{ table: string | null }>("select to_regclass('shipping_table') as table");
  if (!known[0]?.table) return false;
  const { rows: sellers } = await client.query<{ id: string }>(
    `select seller_id as id from listing where status = 'active' and currency = 'USD'
     group by seller_id order by count(*) desc, seller_id limit $1`,
    [sellersPerCart],
  );
  const sellerIds = sellers.map(({ id }) => id);
  await client.query(
    `insert into shipping_table (seller_id, sends_from, ship_days, version, updated_at)
     select id, 'DE', 2, 1, now() from unnest($1::text[]) as s(id)`,
    [sellerIds],
  );
  await client.query(
    `insert into shipping_method
       (seller_id, position, destination, name, is_tracked, max_cards, max_value, price, currency, free_from)
     select id, m.* from unnest($1::text[]) as s(id), (values
       (0, 'FR', 'Letter', false, 20, 5000::bigint, 150::bigint, 'USD', null::bigint),
       (1, 'EU', 'Parcel', true, null, null, 900, 'USD', 50000),
       (2, 'world', 'Parcel', true, null, null, 1900, 'USD', null)) as m`,
    [sellerIds],
  );
  await client.query(
    `insert into address (id, member_id, name, line1, city, postal_code, country, is_default, created_at, updated_at)
     select id, id, 'Bench', '1 Rue', 'Lyon', '69001', 'FR', true, now(), now() from unnest($1::text[]) as m(id)`,
    [memberIds],
  );
  await client.query(
    'insert into cart (id, member_id, touched_at) select * , now() from unnest($1::text[], $2::text[])',
    [memberIds.map(() => newId()), memberIds],
  );
  const { rowCount } = await client.query(
    `insert into cart_line (cart_id, listing_id, quantity, seen_price, seen_currency, seen_version, added_at)
     select c.id, l.id, 1, l.price_amount, l.currency, l.version, now() from cart c, lateral (
       select id, price_amount, currency, version, row_number() over (partition by seller_id order by id) as place
       from listing
       where status = 'active' and currency = 'USD' and seller_id = any($2)) l
     where c.member_id = any($1) and l.place <= $3`,
    [memberIds, sellerIds, linesPerCart / sellersPerCart],
  );
  if (rowCount !== memberIds.length * linesPerCart) throw new Error(`${rowCount} lines were put into carts`);
  await client.query('vacuum (analyze) cart, cart_line, shipping_table, shipping_method, address');
  return true;
}
