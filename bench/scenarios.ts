import type { Plan, Writes } from './plan.ts';
import { keptPages } from './record.ts';
import type { LoadRequest } from './rounds.ts';
import type { WriteName } from './written-rows.ts';

export interface Side {
  requests: LoadRequest[];
  headers?: Record<string, string>;
}

export interface Scenario {
  name: string;
  app: Side;
  /** What a bare server does for the same answer, and what that is. */
  bare: (Side & { does: string }) | null;
  /** The share of the bare server's rate that was asked for. */
  atLeast?: number;
  /** Answers a second that were asked for. */
  rate?: number;
  /** Milliseconds. */
  p99?: number;
  /** Where that was asked of so many connections alone. */
  p99At?: number;
  /** In place of `p99` on a large market. */
  largeP99?: number;
  /** Writes: each request of the list is sent once, this many a round. */
  onceEach?: number;
  /** No request is sent twice before the list is at its end: each round goes on where the one before it stopped. */
  isAnew?: boolean;
  /** Asked of the app beforehand, once each: what the bare server's process has drawn while it learnt, so that both have drawn as much when they are measured. */
  drawnBefore?: LoadRequest[];
}

/** The order is that of the report; what writes comes last, so that all reads meet the same market. */
export function makeScenarios(plan: Plan, writes: Writes): Scenario[] {
  const visitor = { 'accept-encoding': 'gzip' };
  const member = { ...visitor, cookie: plan.memberCookie };
  const asked = (paths: string[]) => paths.map((path) => ({ path }));
  const listingPages = plan.listingIds.slice(0, keptPages).map((id) => `/listings/${id}`);
  const select = (paths: string[]) => ({ requests: asked(paths), does: 'the same SELECTs, JSON.stringify' });
  // Each with a listing of its own, as the app's have, and none of theirs.
  const twin = (kind: WriteName, count: number) => ({
    requests: Array.from({ length: count }, (_, n) => ({ method: 'POST', path: `/write/${kind}/${writes.twinListingIds[n] ?? ''}` })),
    does: 'one transaction, the same rows',
  });
  const listingPaths = plan.listingIds.map((id) => `/api/listings/${id}`);
  return [
    { name: 'listing by id', app: { requests: asked(listingPaths), headers: visitor }, bare: select(listingPaths), atLeast: 0.5 },
    { name: 'browse', app: { requests: asked(plan.browse), headers: visitor }, bare: select(plan.browse), atLeast: 0.5 },
    { name: 'browse, filtered', app: { requests: asked(plan.filtered), headers: visitor }, bare: select(plan.filtered), atLeast: 0.5 },
    { name: 'search with filters', app: { requests: asked(plan.search), headers: visitor }, bare: select(plan.search), atLeast: 0.5, p99: 40 },
    {
      name: 'home page, visitor',
      app: { requests: asked(['/']), headers: visitor },
      bare: { requests: asked(['/bytes/']), does: 'the same bytes' },
      atLeast: 0.4,
    },
    {
      name: 'listing page, visitor',
      app: { requests: asked(listingPages), headers: visitor },
      bare: { requests: asked(listingPages.map((path) => `/bytes${path}`)), does: 'the same bytes' },
      atLeast: 0.4,
    },
    {
      name: 'home page, rendered',
      app: { requests: asked(['/']), headers: member },
      bare: { requests: asked(['/render/home']), does: 'React alone, same tree' },
      atLeast: 0.3,
    },
    {
      name: 'listing page, rendered',
      app: { requests: asked(plan.listingIds.map((id) => `/listings/${id}`)), headers: member },
      bare: { requests: asked(['/render/listing']), does: 'React alone, same tree' },
      atLeast: 0.3,
    },
    { name: 'create listing', app: { requests: writes.create }, bare: twin('create', writes.create.length), atLeast: 0.3, onceEach: 400 },
    { name: 'buy', app: { requests: writes.buy }, bare: twin('buy', writes.buy.length), atLeast: 0.3, rate: 300, onceEach: 800 },
  ];
}

/** What everything is put beside: the least that Node and PostgreSQL do on this machine. */
export function makeReferences(plan: Plan): Scenario[] {
  return [
    { name: 'bare Node: hello', app: { requests: [{ path: '/hello' }] }, bare: null },
    { name: 'bare Node: SELECT by primary key', app: { requests: plan.listingIds.map((id) => ({ path: `/select/${id}` })) }, bare: null },
  ];
}
