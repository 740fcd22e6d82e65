import { afterAll, beforeAll, expect, test } from 'vitest';
import { importTestCards, testCards } from '#features/catalogue/testing.ts';
import { startTestMarket, type TestMarket } from '#testing/server.ts';
import { readLine } from './read-line.server.ts';

let market: TestMarket;
beforeAll(async () => {
  market = await startTestMarket();
  const lotus = { game: 'magic', setCode: 'TST', setName: 'Test set', name: 'Black Lotus', number: '1' };
  await importTestCards(market.platform, [...testCards, { ...lotus, finishes: ['nonfoil'], externalId: 'tst-1' }]);
}, 60_000);
afterAll(() => market?.close());

const read = async (line: string) => {
  const { cardId, candidates, problem } = await readLine(market.platform, line);
  return [cardId !== null, candidates.map(({ name }) => name), problem];
};

test('a misspelled card is offered to a wanted post, and not taken', async () => {
  const offered = [false, ['Black Lotus'], 'The card name is misspelled. Check the card.'];
  expect(await read('Blckk Lotuss')).toEqual(offered);
  expect(await read('2 Blakc Lotus')).toEqual(offered);
  expect(await read('blakc lotus test set')).toEqual(offered);
  for (const line of ['Black Lotus (TST) 1', 'black lotus test set'])
    expect(await read(line), line).toEqual([true, expect.arrayContaining(['Black Lotus']), null]);
});
