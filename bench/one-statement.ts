import type pg from 'pg';

/** What somebody would write who needs this answer and nothing else: one statement, and only the fields that a tile or a page shows. */
const tile = `l.id, l.title, l.price_amount, l.currency, l.condition, l.language, l.quantity - l.quantity_held - l.quantity_sold as available,
  l.photos -> 0 as photo, p.username`;
const whole = `${tile}, l.description, l.shipping, l.grading, l.set_name, l.number, l.rarity, l.finish, l.expires_at, p.rating, p.total_sales`;
const from = 'from listing l join profile p on p.user_id = l.seller_id';

const orders: Record<string, string> = {
  price_asc: 'l.price_rank, l.id',
  price_desc: 'l.price_rank desc, l.id desc',
  ending: 'l.expires_at, l.id',
  newest: 'l.published_at desc, l.id desc',
};

export async function oneListing(pool: pg.Pool, id: string): Promise<unknown> {
  const { rows } = await pool.query({ name: 'one-listing', text: `select ${whole} ${from} where l.id = $1`, values: [id] });
  return rows[0];
}

export async function oneOwn(pool: pg.Pool, sellerId: string): Promise<unknown> {
  const text = `select ${tile} ${from} where l.seller_id = $1 order by l.created_at desc limit 24`;
  return (await pool.query({ name: 'one-own', text, values: [sellerId] })).rows;
}

/** Listings that hold all the words; neither misspelt words nor counts. */
export async function oneSearch(pool: pg.Pool, params: URLSearchParams): Promise<unknown> {
  const words = (params.get('q') ?? '').match(/[\p{L}\p{N}]+/gu) ?? [];
  const values: unknown[] = [words];
  const where = [`l.status = 'active'`, 'l.expires_at > now()', 'l.words @> $1::text[]'];
  const add = (name: string, condition: (place: string) => string) => {
    const value = params.get(name);
    if (value !== null) where.push(condition(`$${values.push(value)}`));
  };
  for (const column of ['game', 'condition', 'language', 'finish']) add(column, (place) => `l.${column} = ${place}`);
  add('graded', (place) => `l.graded = ${place}::boolean`);
  add('acceptsOffers', (place) => `l.accepts_offers = ${place}::boolean`);
  add('minPrice', (place) => `l.price_rank >= ${place}::bigint`);
  add('maxPrice', (place) => `l.price_rank <= ${place}::bigint`);
  const cursor = params.get('cursor');
  if (cursor) where.push(`l.price_rank >= $${values.push(JSON.parse(Buffer.from(cursor, 'base64url').toString())[1])}::bigint`);
  const order = orders[params.get('sort') ?? ''] ?? 'l.price_rank, l.id';
  return (await pool.query(`select ${tile} ${from} where ${where.join(' and ')} order by ${order} limit 24`, values)).rows;
}
