import { changeFee } from '#features/fees/index.server.ts';
import { makePremium } from '#features/orders/testing.ts';
import { activatePayouts } from '#features/payouts/accounts/accounts.testing.ts';
import { changeTax } from '#features/payouts/index.server.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { minuteMs } from '#kernel/time.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import { pick, type Random, seeded } from '../../../dev/demo/seeded.ts';

/** What one purchase goes through, from the cards that are put up for sale. */
export interface History {
  no: number;
  random: Random;
  buyer: TestMember;
  purchaseId: string;
  checkoutUrl: string;
  orders: readonly { id: string; sellerId: string }[];
  lines: readonly { listingId: string; quantity: number }[];
  currency: Currency;
  moves: string[];
}

export interface Seller extends TestMember {
  /** Their account at Stripe; null where they have none. */
  account: string | null;
}

/** A market in which several histories go on side by side, so that they meet at the sellers' balances. */
export interface World {
  market: TestMarket;
  sellers: Seller[];
  buyers: TestMember[];
  admin: TestMember;
  /** For what concerns all of the market: the clock, Stripe, the accounts. */
  random: Random;
  /** Members act by requests instead of by use cases. */
  byHttp: boolean;
  /** While Stripe is in trouble, nothing is settled. */
  isTroubled: boolean;
  events: string[];
}

export const any = <T>(random: Random, values: readonly T[]): T => pick(random, values);
export const chance = (random: Random, part: number): boolean => random() < part;
export const upTo = (random: Random, most: number): number => 1 + Math.floor(random() * most);

const trader = {
  kind: 'trader',
  legalName: 'Mint & More BV',
  street: 'Keizersgracht 1',
  postalCode: '1015 CJ',
  city: 'Amsterdam',
  country: 'NL',
  email: 'hello@mint.example',
  phone: '+31 20 123456',
  register: 'KvK',
  registerNumber: '12345678',
  vatId: 'NL123456789B01',
  certified: true,
};

async function newSeller(market: TestMarket, hasAccount: boolean, isTrader: boolean): Promise<Seller> {
  const seller = await market.signUp();
  await makePremium(market, seller);
  if (isTrader) await market.request('PUT', '/api/profile/seller', { as: seller, body: trader });
  return { ...seller, account: hasAccount ? await activatePayouts(market, seller) : null };
}

/** Four sellers: one is a trader, and one has no account at Stripe yet. Five buyers, a fee of 10 % and 0.30. */
export async function startWorld(seed: number, byHttp: boolean): Promise<World> {
  const market = await startTestMarket();
  const sellers: Seller[] = [];
  for (const no of [0, 1, 2, 3]) sellers.push(await newSeller(market, no !== 3, no === 0));
  const admin = await market.signUp();
  const buyers: TestMember[] = [];
  // A member may have five unpaid purchases.
  for (let no = 0; no < 5; no++) buyers.push(await market.signUp());
  await market.platform.pool.query("update auth_user set role = 'admin' where id = $1", [admin.id]);
  await changeFee(market.platform, admin.id, { basisPoints: 1_000, fixed: 30, note: null });
  await changeTax(market.platform, admin.id, { basisPoints: 1_900, name: 'VAT', note: null });
  await market.advance(minuteMs);
  const random = seeded(seed);
  return { market, sellers, buyers, admin, random, byHttp, isTroubled: false, events: [] };
}

export const rowsOf = async <T>({ market }: Pick<World, 'market'>, text: string, values: unknown[] = []) =>
  (await market.platform.pool.query(text, values)).rows as T[];
