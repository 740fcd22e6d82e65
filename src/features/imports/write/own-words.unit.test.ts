import { expect, test } from 'vitest';
import { editionNames, editions } from '#features/catalogue/words.ts';
import { conditions } from '#kernel/cards/conditions.ts';
import { fileGames } from '#kernel/cards/games.ts';
import { gamesOf } from '../find-cards.ts';
import { readCondition } from '../read/conditions.ts';
import { takeEdition } from '../read/editions.ts';
import { exportFormats } from './write-stock.ts';

const [own] = exportFormats;
if (own?.format.id !== 'sleeved') throw new Error('The app’s own format is not the first.');
const { format, written } = own;

test.each(conditions)('the app’s own file has a word for the condition %s, which is read again', (condition) => {
  expect(readCondition(written.conditions[condition] ?? '', format)).toMatchObject({ value: { condition } });
});

test.each(fileGames)('the app’s own file has a name for the game %s, which is read again', (game) => {
  expect(gamesOf(written.game?.[game] ?? '', format)).toEqual([game]);
});

test.each(editions)('the edition %s is read from its name', (edition) => {
  expect(takeEdition(editionNames[edition])).toEqual({ edition, isLimited: false, rest: '' });
});
