import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, testCards } from '#features/catalogue/testing.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { readWantedFile } from './read-wanted-file.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
  const lotus = { game: 'magic', setCode: 'TST', setName: 'Test set', name: 'Black Lotus', number: '1' };
  await importTestCards(market.platform, [...testCards, { ...lotus, finishes: ['nonfoil'], externalId: 'tst-1' }]);
}, 60_000);
afterAll(() => market?.close());

const read = async (line: string) => {
  const { rows } = await readWantedFile(market.platform, new TextEncoder().encode(line), 10);
  return rows.map(({ status, card, candidates, notes }) => [
    status,
    card,
    [...new Set(candidates.map(({ name }) => name))],
    notes,
  ]);
};

test('a line with a mistake in each word is offered its card, which is not taken', async () => {
  const offered = [['doubtful', null, ['Black Lotus'], ['The card name is misspelled. Check the card.']]];
  expect(await read('1 Blckk Lotuss')).toEqual(offered);
  expect(await read('1 Blakc Lotus')).toEqual(offered);
});

test('a line that shares one word with a card is offered none', async () => {
  expect(await read('1 Golden Lotus')).toEqual([['rejected', null, [], ['No card has this name. Check the name.']]]);
});
