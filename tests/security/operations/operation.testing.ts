import type { TestMember } from '#testing/server.ts';
import type { World } from './world.testing.ts';

export interface Operation {
  /** The address with the victim's things in the place of its parameters. */
  path?: (world: World) => string;
  /** A body that its rightful sender could send, or the one that names the victim's things. */
  body?: (world: World, sender: TestMember) => unknown;
  /** What the policy is asked about: the victim's thing, as far as the rule looks at it. */
  thing?: (world: World, sender: TestMember) => unknown;
  /** Another member's part in a thing of the victim's, as the market intends. */
  touches?: true;
}

export const id = (
  path: (world: World) => string,
  thing: Operation['thing'] & object,
  rest: Operation = {},
): Operation => ({ path, thing, ...rest });
export const own = (body?: Operation['body']): Operation => (body ? { body } : {});
export const open = (rest: Operation = {}): Operation => rest;
export const listing = (verb: string, which: 'draft' | 'active' | 'paused' | 'doomed', rest?: Operation) =>
  id(
    ({ ids }) => `/api/listings/${ids[which]}${verb}`,
    ({ victim }) => ({
      sellerId: victim.id,
      publishedAt: which === 'active' || which === 'paused' ? new Date(0) : null,
    }),
    rest,
  );
export const order = (verb: string, which: 'sold' | 'bought' | 'shipped', body?: unknown) =>
  id(
    ({ ids }) => `/api/orders/${ids[which]}${verb}`,
    ({ victim }) =>
      which === 'sold' ? { sellerId: victim.id, buyerId: 'another' } : { sellerId: 'another', buyerId: victim.id },
    body === undefined ? {} : { body: () => body },
  );
/** The victim bought it and has not paid. */
export const purchase = (verb: string, body?: unknown) =>
  id(
    ({ ids }) => `/api/purchases/${ids.purchase}${verb}`,
    ({ victim }) => ({ buyerId: victim.id, sellerId: null }),
    body === undefined ? {} : { body: () => body },
  );
export const offer = (verb: string, which: 'offered' | 'offeredToo' | 'offeredLast' | 'made', body?: unknown) =>
  id(
    ({ ids }) => `/api/offers/${ids[which]}${verb}`,
    ({ victim }) =>
      which === 'made'
        ? { sellerId: 'another', buyerId: victim.id, madeBy: 'buyer' }
        : { sellerId: victim.id, buyerId: 'another', madeBy: 'buyer' },
    body === undefined ? {} : { body: () => body },
  );
export const thread = (verb: string, body?: unknown) =>
  id(
    ({ ids }) => `/api/threads/${ids.thread}${verb}`,
    ({ victim }) => ({ firstId: victim.id, secondId: 'another' }),
    body === undefined ? {} : { body: () => body },
  );
export const stock = (verb: string, body?: unknown) =>
  id(
    ({ ids }) => `/api/listings/import/${ids.stock}${verb}`,
    ({ victim }) => ({ sellerId: victim.id }),
    body === undefined ? {} : { body: () => body },
  );
export const bulk = (verb: string) =>
  id(
    ({ ids }) => `/api/listings/bulk/${ids.bulk}${verb}`,
    ({ victim }) => ({ sellerId: victim.id }),
  );
export const rule = (verb = '', body?: unknown) =>
  id(
    ({ ids }) => `/api/price-rules/${ids.rule}${verb}`,
    ({ victim }) => ({ sellerId: victim.id }),
    body === undefined ? {} : { body: () => body },
  );
export const priceRule = { name: 'Rule', change: { market: -5 } };
export const wanted = (path: string, body?: unknown) =>
  id(
    ({ ids }) => `/api/wanted/${ids.wanted}${path}`,
    ({ victim }) => ({ ownerId: victim.id }),
    body === undefined ? {} : { body: () => body },
  );
export const list = (path: string, body?: unknown) =>
  id(
    ({ ids }) => `/api/want-lists/${ids.list}${path}`,
    ({ victim }) => ({ ownerId: victim.id, isPublic: false }),
    body === undefined ? {} : { body: () => body },
  );
export const search = (body?: unknown) =>
  id(
    ({ ids }) => `/api/saved-searches/${ids.search}`,
    ({ victim }) => ({ ownerId: victim.id }),
    body === undefined ? {} : { body: () => body },
  );
export const address = (body?: unknown) =>
  id(
    ({ ids }) => `/api/addresses/${ids.address}`,
    ({ victim }) => ({ memberId: victim.id }),
    body === undefined ? {} : { body: () => body },
  );
export const shippingTable = {
  version: 0,
  sendsFrom: 'FR',
  shipDays: 2,
  methods: [{ destination: 'world', name: 'Letter', tracked: false, price: { amount: 200, currency: 'EUR' } }],
};
export const ofVictim = ({ victim }: World) => ({ userId: victim.id });
export const card = {
  game: 'pokemon',
  name: 'Eevee',
  condition: 'good',
  price: { amount: 700, currency: 'USD' },
  status: 'draft',
};
export const password = (_world: World, sender: TestMember) => ({ password: sender.password });
