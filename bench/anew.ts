import type pg from 'pg';
import { encodeCursor } from '#kernel/paging.ts';
import { pick, seeded } from '../dev/demo/seeded.ts';
import { mistyped } from './mistype.ts';
import type { LoadRequest } from './rounds.ts';
import type { Scenario } from './scenarios.ts';

/** What is asked with a different question each time, so that nothing which the market remembers answers it. */
export interface AnewPlan {
  listingIds: string[];
  searches: string[];
  /** By filters alone, each with a range of prices of its own. */
  filtered: string[];
  /** In premium's language, of five terms. */
  worded: string[];
  /** Cards by the beginning of their name. */
  begun: string[];
  /** Listings whose pages the bare server draws: others for members than for visitors, and others than the app is asked for. */
  pages: { visitors: string[]; members: string[] };
  /** Cookies of members, who look in turn. */
  members: string[];
  /** One of the members. */
  sellerId: string;
}

const searchesAsked = 5_000;
const pagesAsked = 2_000;
const pagesDrawn = 500;
/** Of visitors, packed and not, and of members: each looks at listings of its own, since what a page needs beside its listing is kept for a minute, and who is the second to ask gets a page that is kept. */
const pageKinds = 3;
const pagesOfKind = (listingIds: string[]) => Math.min(pagesAsked, Math.floor(listingIds.length / (pageKinds + 2)));
export const membersAsking = 100;

export async function anewPlan(pool: pg.Pool, members: string[], sellerId: string): Promise<AnewPlan> {
  const { rows: ids } = await pool.query<{ id: string }>(`select id from listing where status = 'active' order by md5(id) limit 20000`);
  const { rows: cards } = await pool.query<SoughtCard>(
    `select c.name, c.number, c.game, s.name as set_name from card c join card_set s on s.game = c.game and s.code = c.set_code order by md5(c.id) limit $1`,
    [searchesAsked],
  );
  const random = seeded(11);
  const searches = cards.map((card) => searchOf(card, random));
  const filtered = cards.map((card) => filteredOf(card, random));
  const worded = cards.map((card) => wordedOf(card, random));
  const begun = cards.map((card) => begunOf(card, random));
  const listingIds = ids.map((row) => row.id);
  const drawn = listingIds.slice(pageKinds * pagesOfKind(listingIds));
  const pages = { visitors: drawn.slice(0, pagesDrawn), members: drawn.slice(pagesDrawn, 2 * pagesDrawn) };
  return { listingIds, searches, filtered, worded, begun, pages, members, sellerId };
}

interface SoughtCard {
  name: string;
  number: string | null;
  game: string;
  set_name: string;
}

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

/** A name, its first word, a name with its number or its set; one in five misspelt, one in two within its game, one in ten a later page. */
function searchOf(card: SoughtCard, random: () => number): string {
  const name = card.name.toLowerCase().split(/\s+/).slice(0, 3).join(' ');
  const text = pick(random, [name, name.split(' ')[0] as string, `${name} ${card.number ?? ''}`.trim(), `${name} ${card.set_name.toLowerCase()}`]);
  const typed = random() < 0.2 ? (mistyped(text) ?? text) : text;
  const asked = `/api/listings?q=${encodeURIComponent(typed)}${random() < 0.5 ? `&game=${card.game}` : ''}${pick(random, filters)}`;
  const from = encodeCursor(['price_asc', Math.floor(random() * 3_000), '0']);
  return random() < 0.1 ? `${asked}&sort=price_asc&cursor=${from}` : asked + pick(random, sorts);
}

/** Where somebody goes who knows the game and what it may cost. */
function filteredOf({ game }: SoughtCard, random: () => number): string {
  const from = Math.floor(random() * 5_000);
  return `/api/listings?game=${game}&minPrice=${from}&maxPrice=${from + 500 + Math.floor(random() * 20_000)}${pick(random, ['', '&condition=near_mint', '&language=en'])}${pick(random, sorts)}`;
}

/** Five terms of the language: a word of the name, game, condition, price and languages. */
function wordedOf({ name, game }: SoughtCard, random: () => number): string {
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

/** What the box asks while somebody types a card's name. */
function begunOf({ name }: SoughtCard, random: () => number): string {
  return `/api/catalogue/cards?limit=8&q=${encodeURIComponent(name.toLowerCase().slice(0, 3 + Math.floor(random() * 8)))}`;
}

/** Beside each a bare server that asks the database one statement (`one-statement.ts`); of pages it asks the app's own and renders React's tree of such a page (`looked-at.ts`). */
export function anewScenarios({ listingIds, searches, filtered, worded, begun, pages, members }: AnewPlan): Scenario[] {
  const packed = { 'accept-encoding': 'gzip' };
  const asked = (paths: string[]): LoadRequest[] => paths.map((path) => ({ path }));
  const byMember = (paths: string[]): LoadRequest[] => paths.map((path, i) => ({ path, headers: { cookie: members[i % members.length] as string } }));
  const bare = (paths: string[], does = 'one statement, JSON.stringify') => ({ requests: asked(paths), does });
  const byId = listingIds.map((id) => `/api/listings/${id}`);
  const most = pagesOfKind(listingIds);
  const pageOf = (id: string) => `/listings/${id}`;
  const pagesOf = (kind: number) => listingIds.slice(kind * most, (kind + 1) * most).map(pageOf);
  const beside = (who: keyof AnewPlan['pages'], how: string, headers: Record<string, string> = {}) => ({
    ...bare(
      pages[who].map((id) => `/look/${who}/${id}`),
      `the same statements, React alone, each another one, ${how}`,
    ),
    headers,
  });
  const listingPage = { atLeast: 0.6, drawnBefore: [...asked(pages.visitors.map(pageOf)), ...byMember(pages.members.map(pageOf))] };
  return [
    {
      name: 'search',
      app: { requests: asked(searches), headers: packed },
      bare: bare(searches.map((path) => `/one${path}`)),
      atLeast: 0.5,
      p99: 60,
      largeP99: 100,
    },
    {
      name: 'browse, filtered',
      app: { requests: asked(filtered), headers: packed },
      bare: bare(filtered.map((path) => `/one${path}`)),
      atLeast: 0.5,
    },
    // Each member's frame, counters and shelves are their own; what is beside them is kept, as it is for a home page that is asked again.
    { name: 'home page, members', app: { requests: byMember(members.map(() => '/')), headers: packed }, bare: null },
    { name: 'listing by id', app: { requests: asked(byId), headers: packed }, bare: bare(byId.map((path) => `/one${path}`)), atLeast: 0.6 },
    { name: 'five terms, members', app: { requests: byMember(worded), headers: packed }, bare: null, p99: 80, p99At: 10 },
    { name: 'type-ahead', app: { requests: asked(begun), headers: packed }, bare: null, p99: 30, p99At: 10 },
    { name: 'own listings, members', app: { requests: byMember(members.map(() => '/api/listings?seller=me')) }, bare: bare(['/one/own']) },
    {
      name: 'listing page, visitors',
      app: { requests: asked(pagesOf(0)), headers: packed },
      bare: beside('visitors', 'packed', packed),
      ...listingPage,
    },
    { name: 'listing page, visitors, plain', app: { requests: asked(pagesOf(1)) }, bare: beside('visitors', 'unpacked'), ...listingPage },
    { name: 'listing page, members', app: { requests: byMember(pagesOf(2)), headers: packed }, bare: beside('members', 'unpacked'), ...listingPage },
  ].map((scenario) => ({ ...scenario, isAnew: true }));
}
