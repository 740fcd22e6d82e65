import { member, type Scenario, type ScenarioData } from '../lib/scenario.ts';

/** Carts of 200 lines and 20 sellers, one at a time: what a buyer waits for. */
export function cart({ cartCookies }: ScenarioData): Scenario[] {
  const row = (name: string, path: string): Scenario => ({
    name,
    requests: member(
      cartCookies.map(() => path),
      cartCookies,
    ),
    goal: 'p95 80 ms',
    millionGoal: null,
    connections: 1,
  });
  if (cartCookies.length === 0) return [];
  return [row('cart of 200 lines', '/api/cart'), row('cart of 200 lines, page', '/cart')];
}
