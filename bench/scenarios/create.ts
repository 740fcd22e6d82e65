import { pick } from '../../dev/demo/seeded.ts';
import { nth, post, type Scenario, type ScenarioData } from '../lib/scenario.ts';

const perRound = 400;

/** Creation of published listings by the API. */
export function create({ cards, sellers, rounds, random }: ScenarioData): Scenario[] {
  const listing = (catalogueCardId: string) => ({
    catalogueCardId,
    condition: 'near_mint',
    price: { amount: 100 + pick(random, [0, 250, 900, 1_600]), currency: 'EUR' },
    shipping: [{ name: 'Letter', price: { amount: 150, currency: 'EUR' }, tracked: false }],
    status: 'active',
  });
  // One round more, to warm up.
  const requests = Array.from({ length: (rounds + 1) * perRound }, (_, n) =>
    post('/api/listings', nth(sellers, n), listing(nth(cards, n).id)),
  );
  return [{ name: 'create', requests, goal: '150/s', millionGoal: null, perRound }];
}
