import { type Mutation, planted } from '../mutation.ts';

const language = 'src/features/listings/language';
const grammar = 'src/features/catalogue/language';
const places = ['src/features/listings/search/search-language-entry-points.test.ts'];
const api = ['src/features/listings/search/advanced-search.api.test.ts'];
const form = ['src/features/listings/language/search-form.test.ts'];
const at = (file: string, tests = api) => ({ area: 'language', row: 'RO-03', file, tests });

export const languageRows: readonly Mutation[] = [
  ...planted(
    at('src/features/catalogue/search/require-advanced-search.server.ts', [...api, ...places]),
    ['everybody searches with keys', 'throw notAllowed(', 'void notAllowed('],
    ['one too few is told', 'return n === 1 ?', 'return n === 2 ?'],
  ),
  ...planted(
    at(`${grammar}/search-sql.ts`),
    ['what has no grade is left out of a not', ', false)`;', ', true)`;'],
    ['only the first of several counts', 'conditionOf(part, meanings)).join(', 'conditionOf(part, meanings)).slice(0, 1).join('],
  ),
  ...planted(
    at(`${language}/search-conditions.ts`),
    ['listed is turned around', "(sign === '<' ? '>' : '<')", 'sign'],
    ['better is worse', "'>=': i <= at", "'>=': i >= at"],
  ),
  ...planted(
    at(`${language}/search-form.ts`, form),
    ['an or takes a field for one of its sides', "kind === 'or' && isBeside", "kind === 'and' && isBeside"],
    ['a second value of a key is lost', 'part.values.length === 1', 'true'],
    ['what can’t be read is left out', 'errors[name] = `', 'void `'],
  ),
  ...planted(
    at(`${language}/complete-search.ts`, form),
    ['keys are offered for the beginning of a name', '!earlier || ', ''],
    ['a value is offered twice', ' && !used.includes(each)', ''],
  ),
  ...planted(at(`${grammar}/search-tree.ts`), ['words beside keys are sought literally', "parts.filter((part) => part.kind !== 'words')", 'parts']),
  ...planted(at(`${grammar}/is-advanced.ts`, [`${language}/is-advanced.test.ts`]), [
    'a filter beside an or stays a filter',
    'besideFilter.some((pattern) => pattern.test(bare))',
    'false',
  ]),
  ...planted(at(`${language}/spell-out.server.ts`), ['a seller of the API is a word', '...(typed.sellerId && { seller: typed.sellerId })', '']),
  ...planted(at('src/features/listings/search/embedded/embedded.server.ts'), [
    'the embedded search forgets the condition',
    'if (context) conditions.push(',
    'if (!context) conditions.push(',
  ]),
  ...planted(at(`${grammar}/search-pieces.ts`, places), ['a card has a price', '!of.includes(place)', 'of.length === 0']),
  ...planted(
    at('src/features/wanted/model/want-conditions.ts', places),
    ['what a post leaves open it does not take', 'is null or ${anyOf(', 'is not null and ${anyOf('],
    ['a post without a condition asks for the best', 'known.at(-1)', 'known[0]'],
    ['a post that pays any price pays none', "term.comparison.startsWith('>')", 'false'],
    ['a copy is taken by those that ask for more', "':': at <= lowest", "':': at >= lowest"],
  ),
  ...planted(
    at('src/features/catalogue/search/search-by-language.server.ts', places),
    ['words beside keys are left out', 'words === null ? null', 'words !== null ? null'],
    ['a page begins anew', 'limit: limit + 1, offset }', 'limit: limit + 1, offset: 0 }'],
  ),
  ...planted(at('src/features/listings/components/browse/filters.tsx'), ['nothing counted is nought', 'values.length > 0 ?', 'values.length >= 0 ?']),
];
