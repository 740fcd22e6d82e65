import type pg from 'pg';
import { publicListSql } from './visible-lists.ts';

/** Lists without lines are left out. */
const found = `${publicListSql} and exists (select from want_list_line where list_id = want_list.id)`;

/** The pages of public lists from an id on. */
export async function publicListPages(pool: pg.Pool, from: string, limit: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from want_list where ${found} and id >= $1 order by id limit $2`,
    [from, limit],
  );
  return rows.map(({ id }) => `/want-lists/${id}`);
}

/** Every `size`th public list, by id: the start of each part of the sitemap. */
export async function publicListParts(pool: pg.Pool, size: number): Promise<string[]> {
  const { rows } = await pool.query<{ first: string }>(
    `select id as first from (select id, row_number() over (order by id) as n from want_list where ${found}) public where n % $1 = 1`,
    [size],
  );
  return rows.map(({ first }) => first);
}
