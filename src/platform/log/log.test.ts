import { eq } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

test('[A-06] a failed statement is logged with its reason and without its values', async () => {
  const lines: string[] = [];
  const log = createLog('error', (line) => lines.push(line));
  const thing = pgTable('thing', { email: text() });
  const pool = { query: () => Promise.reject(new Error('relation "thing" does not exist')) };
  const db = drizzle(pool as never);
  const error = await db
    .select()
    .from(thing)
    .where(eq(thing.email, 'ann@example.test'))
    .catch((thrown: unknown) => thrown);
  expect(String(error)).toContain('ann@example.test');
  log.error('a job failed', { error });
  expect(lines.join()).not.toContain('ann@example.test');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    message: 'a job failed',
    error: 'Failed query: select "email" from "thing" where "thing"."email" = $1: relation "thing" does not exist',
    stack: expect.stringMatching(/log\.test\.ts/),
  });
});
