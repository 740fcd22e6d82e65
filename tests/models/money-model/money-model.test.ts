import { expect, test } from 'vitest';
import { walk } from './walk.testing.ts';

/** `npm run money-model -- --histories 10000 --seed 1` walks more and longer histories, or others. */
const { MONEY_HISTORIES, MONEY_SEED = '1', MONEY_HTTP } = process.env;
const [histories, seed, ofMarket] = [Number(MONEY_HISTORIES ?? 20), Number(MONEY_SEED), 30];
const mostMoves = MONEY_HISTORIES === undefined ? 20 : 40;
const walks = Array.from({ length: Math.ceil(histories / ofMarket) }, (_, at) => seed + at * ofMarket);

test.each(walks)('histories of purchases from %i on: the books agree with what happened, and with Stripe', {
  timeout: 600_000,
}, async (from) => {
  const some = { from, histories: Math.min(ofMarket, seed + histories - from), mostMoves };
  const moves = await walk({ ...some, byHttp: MONEY_HTTP === '1' });
  expect(moves).toBeGreaterThan(some.histories);
});
