import type pg from 'pg';
import { openWantSql } from './lifecycle/visible-wants.ts';

/** Every `size`th open want, by id: the start of each part of the sitemap. */
export async function sitemapParts(pool: pg.Pool, size: number): Promise<string[]> {
  const { rows } = await pool.query<{ first: string }>(
    `select id as first from (select id, row_number() over (order by id) as n from want where ${openWantSql}) live where n % $1 = 1`,
    [size],
  );
  return rows.map(({ first }) => first);
}

/** The pages of open wants from an id on. */
export async function openWantPages(pool: pg.Pool, from: string, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from want where ${openWantSql} and id >= $1 order by id limit $2`,
    [from, limit],
  );
  return rows.map(({ id }) => `/wanted/${id}`);
}
