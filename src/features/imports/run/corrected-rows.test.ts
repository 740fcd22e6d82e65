import { expect, test } from 'vitest';
import { actorOf } from '#testing/actor.ts';
import { header, importsMarket, rowOf } from '../imports.testing.ts';
import { changeRows } from './change-rows.server.ts';

const { at, bring, see } = importsMarket();
/** Its condition and the language after it are unreadable. */
const unreadable = `${header}\n1,Pokemon,Base Set,Pikachu,058/102,Common,Near Mint - Elvish,1,9.00`;
const brought = async (): Promise<string> => (await bring(unreadable)).body.id;
const first = async (id: string) => rowOf((await see(id)).body.rows, 1);
const correct = async (id: string, body: object) =>
  (await at.market.request('PUT', `/api/listings/import/${id}/rows/1`, { as: at.shop, body })).status;

test('a corrected value is asked for once', async () => {
  const id = await brought();
  const asked = (await first(id))?.unread ?? [];
  expect(asked).not.toEqual([]);
  const price = { amount: 250, currency: 'USD' };
  expect(await correct(id, { price })).toBe(422);
  expect(await correct(id, { condition: 'good', language: 'de' })).toBe(200);
  expect(await first(id)).toMatchObject({ status: 'sure', unread: [], notes: [], language: 'de' });
  expect(await correct(id, { price })).toBe(200);
});

test('values for many rows make them ready as a row’s own form does, and end an earlier outcome', async () => {
  const id = await brought();
  await at.market.platform.pool.query("update stock_import_row set outcome = 'no_condition' where import_id = $1", [id]);
  await changeRows(at.market.platform, actorOf(at.shop), id, { rows: 'all', condition: 'good', language: 'de' });
  expect(await first(id)).toMatchObject({ status: 'sure', unread: [], notes: [], outcome: null });
});
