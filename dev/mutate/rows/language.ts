import { type Mutation, planted } from '../mutation.ts';

const language = 'src/features/listings/language';
const api = ['src/features/listings/advanced-search.api.test.ts'];
const form = ['src/features/listings/language/search-form.test.ts'];
const at = (file: string, tests = api) => ({ area: 'language', row: 'RO-03', file, tests });

export const languageRows: readonly Mutation[] = [
  ...planted(
    at('src/features/listings/require-advanced-search.server.ts'),
    ['everybody searches with keys', 'throw notAllowed(', 'void notAllowed('],
    ['one too few is told', "return n === 1 ? '1 listing matches.'", "return n === 2 ? '1 listing matches.'"],
  ),
  ...planted(
    at(`${language}/search-conditions.ts`),
    ['what has no grade is left out of a not', ', false)`;', ', true)`;'],
    ['listed is turned around', "(sign === '<' ? '>' : '<')", 'sign'],
    ['better is worse', "'>=': i <= at", "'>=': i >= at"],
    ['only the first of several counts', 'searchCondition(part, values, now)).join(', 'searchCondition(part, values, now)).slice(0, 1).join('],
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
  ...planted(at('src/features/listings/listing.query.ts'), [
    'words beside keys are sought literally',
    "parts.filter((part) => part.kind !== 'words')",
    'parts',
  ]),
  ...planted(at(`${language}/is-advanced.ts`), [
    'a filter beside an or stays a filter',
    'besideFilter.some((pattern) => pattern.test(bare))',
    'false',
  ]),
  ...planted(at(`${language}/spell-out.server.ts`), ['a seller of the API is a word', '...(typed.sellerId && { seller: typed.sellerId })', '']),
  ...planted(at('src/features/listings/search-memory.server.ts'), ['columns forget the condition', ' && advanced === undefined', '']),
];
