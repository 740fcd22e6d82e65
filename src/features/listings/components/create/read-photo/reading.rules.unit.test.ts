import { expect, test } from 'vitest';
import { type CardReading, folded, namesIn, numbersIn, queriesOf } from './reading.rules.ts';

const reading = (parts: Partial<CardReading>): CardReading => ({ title: [], foot: [], middle: [], ...parts });

test('a number is parsed with its total, also with letters in place of digits', () => {
  expect(numbersIn(reading({ foot: ['Illus. Ryo Ueda', 'STS EN lO2/1I4'] }))).toEqual(['102/114', '102']);
  expect(numbersIn(reading({ foot: ['019/279 R', 'XLN • EN Simon Dominic'] }))).toEqual(['019/279', '019']);
  expect(numbersIn(reading({ foot: ['TG12/TG30'] }))).toContain('TG12/30');
});

test('a number with its set, one with letters, and a plain one beside a name', () => {
  expect(numbersIn(reading({ middle: ['fe BLAR-ENO87'] }))).toEqual(['BLAR-EN087']);
  expect(numbersIn(reading({ foot: ['GEN EN RC21'] }))).toContain('RC21');
  expect(numbersIn(reading({ title: ['l 50 SONNY GRAY'] }))).toEqual(['50']);
});

test('figures of a table are no numbers of a card', () => {
  expect(numbersIn(reading({ middle: ['354 187 136 87 87 299', 'height 61 weight 190'] }))).toEqual([]);
});

test('a name is a line of few words, without the text around names', () => {
  expect(namesIn(['Charizard HP 120', 'BF Ii', '~~ e'])).toEqual(['Charizard']);
  expect(namesIn(['AgentProvocateur 1'])).toEqual(['Agent Provocateur']);
  expect(namesIn(['During your turn, you may look at the top three cards'])).toEqual([]);
});

test('the catalogue is queried for name and number first, then for the name alone, ten times at most', () => {
  const queries = queriesOf(reading({ title: ['Gardevoir EX HP 90'], foot: ['STS EN 111/114'] }));
  expect(queries.slice(0, 2)).toEqual(['Gardevoir EX 111/114', 'Gardevoir EX 111']);
  expect(queries).toContain('Gardevoir EX');
  const many = ['Alpha Beta', 'Gamma Delta', 'Epsilon Zeta'];
  expect(
    queriesOf({ title: many, middle: ['Theta Iota', 'Kappa Lambda'], foot: ['1/102 2/102 3/102 4/102'] }),
  ).toHaveLength(10);
  expect(queriesOf(reading({ title: ['—', '..'] }))).toEqual([]);
});

test('what is taken for each other is the same once folded', () => {
  expect(folded('lO2/ll4')).toBe(folded('102/114'));
  expect(folded('BLAR–ENO87')).toBe(folded('BLAR-EN087'));
});
