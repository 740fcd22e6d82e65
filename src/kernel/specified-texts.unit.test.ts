import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { conditionNames } from './cards/conditions.ts';
import * as specified from './specified-texts.ts';

const folder = join(import.meta.dirname, '../../../shared/spec');
const isBeside = existsSync(join(folder, 'product-spec.md'));
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

const { themeNames, ...sentences } = specified;
const texts = Object.values(sentences);

// Elsewhere the tests of the features hold the texts, each with a copy of its own.
describe.skipIf(!isBeside)('with the specification beside the project', () => {
  test.each(Object.entries(sentences))('the specification says %s to the letter', (_name, text) => {
    const quoted = [`"${text}"`, `'${text}'`];
    const documents = read('product-spec.md') + read('contract.md');
    expect(quoted.filter((quote) => documents.includes(quote))).toHaveLength(1);
  });

  test('each sentence that the specification quotes is a constant', () => {
    const quotes = [...read('product-spec.md').matchAll(/"([^"]+)"|(?<=[ (])'([A-Z][^'\n]+)'/g)];
    expect(
      quotes.map(([, double, single]) => double ?? single).filter((text) => !texts.some((own) => own === text)),
    ).toEqual([]);
  });

  test('the names of themes and conditions are the specified ones', () => {
    const specification = read('product-spec.md');
    const themes = /Themes: (.*?) \(/.exec(specification)?.[1];
    expect(Object.values(themeNames).join(', ').toLowerCase()).toBe(themes);
    const conditions = /### Card condition values\n(.*?)\. Each has/.exec(specification)?.[1] ?? '';
    const names = conditions.replace(/ \(also [^)]*\)/g, '').split(', ');
    expect([...names, 'unknown'].sort()).toEqual(
      Object.values(conditionNames)
        .map((name) => name.toLowerCase())
        .sort(),
    );
  });
});
