import { join } from 'node:path';
import { expect, test } from 'vitest';
import { statusWriterProblems, statusWriters } from './status-writers.ts';

test('no other file writes a listing’s status', () => {
  expect(statusWriterProblems(join(import.meta.dirname, '..'))).toEqual([]);
});

test('each way to write it is seen, and what only reads it is not', () => {
  const seen = (text: string) => statusWriters([['src/x.ts', text]]).length;
  const writes = [
    'query("update listing set quantity_held = 0, status = \'sold\' where id = $1")',
    'update listing l\n  set version = version + 1,\n  paused_by = null where id = $1',
    'UPDATE "listing" SET "status" = $1',
    "insert into listing (id, status) values ('1', 'active')",
    'copy listing (id) from stdin',
    'tx.db\n  .update(listing)\n  .set({ ...stock, status })',
    "tx.db.update(listing).set({ pausedBy: 'seller', version: sql`1` }).where(x)",
    'tx.db.insert(listing).values(row)',
  ];
  expect(writes.map(seen)).toEqual(writes.map(() => 1));
  const reads = [
    "update listing set favorite_count = 1 where status = 'active'",
    "update orders set status = 'paid'",
    'insert into listing_history (listing_id) values (1)',
    'tx.db.update(listing).set({ favoriteCount: 1 }).where(eq(listing.status, "active"))',
    "select * from listing where status = 'sold'",
  ];
  expect(reads.map(seen)).toEqual(reads.map(() => 0));
});
