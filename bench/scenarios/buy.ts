import { nth, post, type Scenario, type ScenarioData } from '../lib/scenario.ts';

const perRound = 800;
/** A limit of the product. */
const unpaidOrdersPerMember = 5;

/** Orders with a checkout session at Stripe. */
export function buy({ payableIds, buyers, rounds }: ScenarioData): Scenario[] {
  // One round more, to warm up.
  const count = (rounds + 1) * perRound;
  const most = Math.min(payableIds.length, buyers.length * unpaidOrdersPerMember);
  if (most < count) throw new Error(`${most} listings can be bought, ${count} are needed: choose fewer --rounds`);
  // Consecutive requests have different buyers: orders of one buyer wait for the same lock.
  const requests = payableIds.slice(0, count).map((listingId, n) => post('/api/orders', nth(buyers, n), { listingId }));
  return [{ name: 'buy', requests, goal: '180/s', millionGoal: null, perRound }];
}
