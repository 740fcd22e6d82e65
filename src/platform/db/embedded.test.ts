import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startEmbedded } from './embedded.ts';

const folder = mkdtempSync(join(tmpdir(), 'sleeved-embedded-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test('the embedded server keeps what it acknowledged over a kill, and a server left behind is adopted', async () => {
  const first = await startEmbedded(folder);
  expect(first.started).toBe(true);
  expect(await query(first.url, 'show fsync')).toEqual([{ fsync: 'on' }]);
  await query(first.url, 'create table kept (n int)');
  await query(first.url, 'insert into kept values (1)');

  const pid = Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  const second = await startEmbedded(folder);
  expect(second.started).toBe(true);
  expect(await query(second.url, 'select n from kept')).toEqual([{ n: 1 }]);

  const adopted = await startEmbedded(folder);
  expect([adopted.started, adopted.url]).toEqual([false, second.url]);
  await adopted.stop();
  await expect(query(second.url, 'select 1')).rejects.toThrow();
});
