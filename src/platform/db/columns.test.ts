import { globSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../..');

test('every timestamp column has a time zone, is read as a Date and has no default', async () => {
  const moments: Record<string, string> = {};
  for (const path of globSync('**/*.tables.ts', { cwd: source })) {
    for (const table of Object.values(await import(join(source, path)))) {
      if (!is(table, PgTable)) continue;
      const { name, columns } = getTableConfig(table);
      for (const column of columns.filter(
        (one) => one.name.endsWith('_at') || one.getSQLType().startsWith('timestamp'),
      )) {
        const filled = column.hasDefault ? ', fills itself' : '';
        const read = column.mapFromDriverValue('2026-03-01 12:00:00+01') instanceof Date ? 'Date' : 'text';
        moments[`${name}.${column.name}`] = `${column.getSQLType()}, ${read}${filled}`;
      }
    }
  }
  expect(Object.keys(moments).length).toBeGreaterThan(40);
  expect(new Set(Object.values(moments))).toEqual(new Set(['timestamp with time zone, Date']));
});
