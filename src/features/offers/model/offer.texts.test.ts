import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { noteWithoutBuyer, offerNote } from './offer.texts.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
});
afterAll(() => market?.close());

/** As the release before the codes stored them. */
const notes = {
  left_out: 'The others of this offer were answered without it.',
  sold_to_buyer: 'It was bought at its price.',
  sold_to_other: 'It was sold to somebody else.',
  listing_removed: 'The seller has taken the listing down.',
  buyer_left: 'The buyer has left the market.',
  seller_left: 'The seller has left the market.',
  buyer_cannot_trade: 'The buyer can’t trade at the moment.',
  seller_cannot_trade: 'The seller can’t trade at the moment.',
  unpaid: 'It was not paid within 1 day, and is for sale again.',
  outsider: 'One of the two can’t trade at the moment.',
  unpayable: 'An order of this size can’t be paid by card, so that it is for sale again. This counts against nobody.',
};
const other = 'A text of no release that is known.';

test('notes that earlier releases stored become codes and read like them; other texts stay', async () => {
  const { pool } = market.platform;
  const all = [...Object.entries(notes), [other, other]];
  for (const [code, sentence] of all)
    await pool.query(
      `insert into offer (id, listing_id, buyer_id, seller_id, title, amount, asked_amount, currency, made_by, status,
         listing_version, expires_at, note, created_at, updated_at)
       values ($1, 'l', 'b', 's', 'Mew', 1, 2, 'USD', 'buyer', 'declined', 1, now(), $2, now(), now())`,
      [code, sentence],
    );
  expect(all.map(([, sentence = '']) => offerNote(sentence))).toEqual(all.map(([code = '']) => offerNote(code)));
  for (const code of Object.keys(notes)) expect(offerNote(code)).not.toBe(code);
  expect(offerNote(other)).toBe(other);
  await pool.query(
    readFileSync(join(import.meta.dirname, '../../../../migrations/1223-code-notes-of-offers.sql'), 'utf8'),
  );
  const { rows } = await pool.query<{ id: string; note: string }>('select id, note from offer');
  expect(rows).toHaveLength(all.length);
  expect(rows.map(({ id, note }) => [note === id, offerNote(note)])).toEqual(
    rows.map(({ id }) => [true, offerNote(id)]),
  );
});

test('a seller who must not learn the recipient reads of the listing and of themselves alone', () => {
  const shown = Object.keys(notes).map((code) => [code, noteWithoutBuyer(code)]);
  expect(shown.filter(([, note]) => note !== null)).toEqual([
    ['sold_to_buyer', 'It was sold.'],
    ['sold_to_other', 'It was sold.'],
    ['listing_removed', 'The listing was removed.'],
    ['seller_left', 'The seller is no longer a member.'],
    ['seller_cannot_trade', 'The seller isn’t available.'],
  ]);
  // As a process of the release before stores it.
  expect([noteWithoutBuyer(notes.seller_left), noteWithoutBuyer(notes.buyer_left), noteWithoutBuyer(other)]).toEqual([
    'The seller is no longer a member.',
    null,
    null,
  ]);
});
