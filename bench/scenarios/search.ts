import { encodeCursor } from '#kernel/numbers/paging.ts';
import { pick } from '../../dev/demo/seeded.ts';
import { type CardSample, member, type Scenario, type ScenarioData, visitor } from '../lib/scenario.ts';
import { mistyped } from '../lib/typo.ts';

const filters = [
  '',
  '',
  '',
  '&condition=near_mint',
  '&maxPrice=5000',
  '&language=en',
  '&minPrice=200&graded=false',
  '&finish=foil&acceptsOffers=true',
];
const sorts = ['', '', '&sort=price_asc', '&sort=price_desc', '&sort=newest', '&sort=ending'];

/** Searches with and without text. Each request differs from the last, so no cache answers it. */
export function search({ cards, cookies, random }: ScenarioData): Scenario[] {
  const paths = (make: typeof searchFor) => cards.map((card) => make(card, random));
  return [
    {
      name: 'search, uncached',
      requests: visitor(paths(searchFor)),
      goal: '1,000/s, p99 40 ms',
      millionGoal: 'p50 30, p99 90 ms',
    },
    {
      name: 'filters without text',
      requests: visitor(paths(filtersFor)),
      goal: '800/s',
      millionGoal: 'p50 60, p99 130 ms',
    },
    {
      name: 'five terms of the search language',
      requests: member(paths(termsFor), cookies),
      goal: '650/s',
      millionGoal: 'p50 60, p99 120 ms',
    },
  ];
}

/**
 * A search for a card: its name, the first word of it, its name with number or set. One in five is misspelt, one in two
 * filters by game, one in ten requests a later page.
 */
function searchFor(card: CardSample, random: () => number): string {
  const name = card.name.toLowerCase().split(/\s+/).slice(0, 3).join(' ');
  const text = pick(random, [
    name,
    name.split(' ')[0] as string,
    `${name} ${card.number ?? ''}`.trim(),
    `${name} ${card.set_name.toLowerCase()}`,
  ]);
  const typed = random() < 0.2 ? (mistyped(text) ?? text) : text;
  const game = random() < 0.5 ? `&game=${card.game}` : '';
  const path = `/api/listings?q=${encodeURIComponent(typed)}${game}${pick(random, filters)}`;
  const cursor = encodeCursor(['price_asc', Math.floor(random() * 3_000), '0']);
  return random() < 0.1 ? `${path}&sort=price_asc&cursor=${cursor}` : path + pick(random, sorts);
}

/** Filters without words: a game, a range of prices of its own, sometimes a condition or a language. */
function filtersFor({ game }: CardSample, random: () => number): string {
  const from = Math.floor(random() * 5_000);
  const to = from + 500 + Math.floor(random() * 20_000);
  const more = pick(random, ['', '&condition=near_mint', '&language=en']);
  return `/api/listings?game=${game}&minPrice=${from}&maxPrice=${to}${more}${pick(random, sorts)}`;
}

/** Five terms of the search language: a word of the name, game, condition, price, and languages or a flag. */
function termsFor({ name, game }: CardSample, random: () => number): string {
  const [word = ''] = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const terms = [
    `name:${word}`,
    `game:${game}`,
    pick(random, ['cond>=nm', 'cond>=ex', 'cond<nm']),
    `price<${5 + Math.floor(random() * 95)}`,
    pick(random, ['lang:en,de', '-is:graded', 'is:offers']),
  ];
  return `/api/listings?q=${encodeURIComponent(terms.join(' '))}${pick(random, sorts)}`;
}
