import { expect, test } from 'vitest';
import { walk } from './walk.testing.ts';

/** `npm run money-model -- --histories 10000 --seed 1` walks more histories, or others. */
const { MONEY_HISTORIES = '60', MONEY_SEED = '1', MONEY_HTTP } = process.env;
const [histories, seed, atOnce] = [Number(MONEY_HISTORIES), Number(MONEY_SEED), 30];
const walks = Array.from({ length: Math.ceil(histories / atOnce) }, (_, at) => seed + at * atOnce);

test.each(walks)('histories of purchases from %i on: the books agree with what happened, and with Stripe', {
  timeout: 600_000,
}, async (from) => {
  const moves = await walk({ from, histories: Math.min(atOnce, seed + histories - from), byHttp: MONEY_HTTP === '1' });
  expect(moves).toBeGreaterThan(0);
  console.log(from, moves);
});
