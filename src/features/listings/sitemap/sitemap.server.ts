import type pg from 'pg';
import { isHiddenSql } from '../read/visible-listings.ts';

const found = `l.status = 'active' and not ${isHiddenSql}`;

/** Every `size`th listing that is for sale, by id: where the parts of a sitemap begin. */
export async function sitemapParts(pool: pg.Pool, size: number): Promise<string[]> {
  const { rows } = await pool.query<{ first: string }>(
    `select id as first from (select id, row_number() over (order by id) as n from listing l where ${found}) live where n % $1 = 1`,
    [size],
  );
  return rows.map(({ first }) => first);
}

/** The pages of the listings that are for sale from an id on. */
export async function liveListingPages(pool: pg.Pool, from: string, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from listing l where ${found} and id >= $1 order by id limit $2`,
    [from, limit],
  );
  return rows.map(({ id }) => `/listings/${id}`);
}
