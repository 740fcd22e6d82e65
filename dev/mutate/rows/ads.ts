// biome-ignore-all lint/suspicious/noTemplateCurlyInString: they are texts of our own code.
import { type Mutation, planted } from '../mutation.ts';

const ads = 'src/features/ads';
const at = (file: string, tests: string[]) => ({ area: 'ads', row: 'RO-02', file: `${ads}/${file}`, tests });
const market = ['src/features/ads/ads.test.ts'];
const papers = 'src/features/orders/papers';

export const adRows: readonly Mutation[] = [
  ...planted(
    at('link.rules.ts', [`${ads}/link.rules.test.ts`]),
    ['an address may hold a password', " && password === ''", ''],
    ['a path leads to another host', "origin !== market || pathname.startsWith('//')", 'false'],
  ),
  ...planted(
    at('choose.rules.ts', [`${ads}/choose.rules.test.ts`]),
    ['weights count nothing', 'left -= ad.weight;', 'left -= 1;'],
    ['an ad runs past its end', ' && now < endsAt', ''],
  ),
  ...planted(
    at('count-ad.server.ts', market),
    ['one network makes a number', '.allowed) return;', '.allowed) void 0;'],
    ['what has not begun is counted', 'starts_at <=', 'created_at <='],
  ),
  ...planted(at('ads.api.server.ts', market), ['whoever fetches ahead has pressed', '!/prefetch|prerender/i', '!/nothing/i']),
  ...planted(at('write-ad.server.ts', market), ['kept pages go on showing what was changed', 'topics: [adsTopic]', 'topics: []']),
  ...planted(
    { area: 'papers', row: 'RO-03', file: `${papers}/print-papers.server.ts`, tests: ['src/features/orders/documents/documents.test.ts'] },
    ['anybody prints anybody’s addresses', 'and(eq(orders.sellerId, sellerId), which)', 'which'],
    ['everybody prints', 'if (!(await definitionOf(db, actor.id)).hasBulkListingTools)', 'if (false)'],
    ['what was sent is printed again', 'if (other)', 'if (other && false)'],
  ),
  ...planted(
    {
      area: 'papers',
      row: '11-3',
      file: `${papers}/pull-sheet.server.ts`,
      tests: ['src/features/orders/documents/documents.test.ts'],
      only: 'a pull sheet has every copy',
    },
    ['box 10 comes before box 9', "localeCompare(b, 'en', { numeric: true })", "localeCompare(b, 'en')"],
    ['what has no place comes first', 'Number(a === null) - Number(b === null)', 'Number(b === null) - Number(a === null)'],
  ),
  ...planted(
    {
      area: 'papers',
      row: '11-3',
      file: `${papers}/address-labels.server.ts`,
      tests: ['src/features/orders/documents/documents.test.ts'],
      only: 'address labels are eight',
    },
    ['a letter that no font has is left out unsaid', 'lines.some((line) => paper.lacks(line)) ?', 'lines.length > 99 ?'],
  ),
];
