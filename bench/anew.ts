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
  /** Cookies of members, who look in turn. */
  members: string[];
  /** One of the members. */
  sellerId: string;
}

const searchesAsked = 5_000;
const pagesAsked = 2_000;
export const membersAsking = 100;

export async function anewPlan(pool: pg.Pool, members: string[], sellerId: string): Promise<AnewPlan> {
  const { rows: ids } = await pool.query<{ id: string }>(`select id from listing where status = 'active' order by md5(id) limit 20000`);
  const { rows: cards } = await pool.query<SoughtCard>(
    `select c.name, c.number, c.game, s.name as set_name from card c join card_set s on s.game = c.game and s.code = c.set_code order by md5(c.id) limit $1`,
    [searchesAsked],
  );
  const random = seeded(11);
  return { listingIds: ids.map((row) => row.id), searches: cards.map((card) => searchOf(card, random)), members, sellerId };
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

/** Beside each a bare server that asks the database one statement (`one-statement.ts`); of pages it also renders React's tree of one such page. */
export function anewScenarios({ listingIds, searches, members }: AnewPlan): Scenario[] {
  const visitor = { 'accept-encoding': 'gzip' };
  const asked = (paths: string[]): LoadRequest[] => paths.map((path) => ({ path }));
  const byMember = (paths: string[]): LoadRequest[] => paths.map((path, i) => ({ path, headers: { cookie: members[i % members.length] as string } }));
  const bare = (paths: string[], does = 'one statement, JSON.stringify') => ({ requests: asked(paths), does });
  const byId = listingIds.map((id) => `/api/listings/${id}`);
  const pages = listingIds.slice(0, pagesAsked);
  const rendered = bare(
    pages.map((id) => `/one/page/${id}`),
    'one statement, React alone',
  );
  const listingPages = pages.map((id) => `/listings/${id}`);
  return [
    {
      name: 'search',
      app: { requests: asked(searches), headers: visitor },
      bare: bare(searches.map((path) => `/one${path}`)),
      atLeast: 0.5,
      p99: 60,
    },
    { name: 'listing by id', app: { requests: asked(byId), headers: visitor }, bare: bare(byId.map((path) => `/one${path}`)), atLeast: 0.6 },
    { name: 'own listings, members', app: { requests: byMember(members.map(() => '/api/listings?seller=me')) }, bare: bare(['/one/own']) },
    { name: 'listing page, visitors', app: { requests: asked(listingPages), headers: visitor }, bare: rendered, atLeast: 0.6 },
    { name: 'listing page, members', app: { requests: byMember(listingPages), headers: visitor }, bare: rendered, atLeast: 0.6 },
  ].map((scenario) => ({ ...scenario, isAnew: true }));
}
