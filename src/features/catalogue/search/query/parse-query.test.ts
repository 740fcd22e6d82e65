import { cpuUsage } from 'node:process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyText } from '../../testing.ts';
import { parseQuery } from './parse-query.ts';

const words = (query: string) => parseQuery(query).tokens.map(({ word }) => word);
const required = (query: string) =>
  parseQuery(query)
    .tokens.filter(({ soft }) => !soft)
    .map(({ word }) => word);

describe('the query parser', () => {
  test('a number with its total is one token', () => {
    const [, number] = parseQuery('charizard 4/102').tokens;
    expect(number).toMatchObject({ word: '4', number: { key: '4', digits: 4, total: 102, isCode: false } });
  });

  test.each([
    ['LOB-001', 'lob001'],
    ['#053', '53'],
    ['TG05/TG30', 'tg05'],
    ['op05-119', 'op05119'],
  ])('%s is a number', (query, key) => {
    expect(parseQuery(query).tokens[0]?.number?.key).toBe(key);
  });

  test('a hyphen in a name parts words', () => {
    expect(words('ho-oh blue-eyes')).toEqual(['ho', 'oh', 'blue', 'eyes']);
  });

  test.each([
    'charizard psa 10',
    'charizard BGS 9.5',
    'graded charizard nm',
    'charizard lot',
    'charizard tag 9',
    'charizard near mint sealed',
  ])('grade, condition and packing are not required: %s', (query) => {
    expect(required(query)).toEqual(['charizard']);
  });

  test('what is dropped is named', () => {
    expect(parseQuery('charizard psa 10 nm').dropped).toEqual(['psa', '10', 'nm']);
  });

  test('a grader whose name is a word stays without a grade', () => {
    expect(required('portgas d ace')).toContain('ace');
    expect(required('tag team gx')).toContain('tag');
  });

  test('kinds of printing help and are not required', () => {
    expect(required('charizard 1st edition holo shadowless')).toEqual(['charizard']);
    expect(words('charizard 1st edition holo shadowless')).toEqual([
      'charizard',
      '1st',
      'edition',
      'holo',
      'shadowless',
    ]);
  });

  test('a query of nothing but noise is meant by it', () => {
    expect(words('psa')).toEqual(['psa']);
    expect(words('lot')).toEqual(['lot']);
  });

  test('a print run is not a collector number', () => {
    expect(parseQuery('gold /50').tokens).toContainEqual({ word: 'run50', soft: true, number: null });
  });

  test('any text is read, and never as more than twelve tokens', () => {
    fc.assert(
      fc.property(anyText(400), (query) => {
        const { tokens } = parseQuery(query);
        expect(tokens.length).toBeLessThanOrEqual(12);
        for (const { word } of tokens) expect(word).toMatch(/^[\p{L}\p{N}]+$/u);
      }),
    );
  });

  test('of thirteen words the first twelve are searched', () => {
    const letters = 'ba be bi bo bu da de di do du fa fe fi';
    expect(words(letters)).toEqual(letters.split(' ').slice(0, 12));
  });

  test('a query of ten thousand letters is truncated', () => {
    const before = cpuUsage();
    parseQuery('x'.repeat(10_000));
    parseQuery('a/1 '.repeat(2_500));
    // The processor's time: what the machine gives to others meanwhile is none of it.
    expect(cpuUsage(before).user).toBeLessThan(50_000);
  });
});
