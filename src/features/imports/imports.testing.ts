import { afterAll, beforeAll } from 'vitest';
import { importTestCards, testCards } from '#features/catalogue/testing.ts';
import { grantPremium } from '#features/tiers/index.server.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';
import type { ImportedRow } from './contract.ts';

/** A running app with a premium shop, and helpers for imports. */
export function importsMarket(options: Parameters<typeof startTestMarket>[0] = {}) {
  const at = {} as { market: TestMarket; shop: TestMember };
  const premium = async () => {
    const member = await at.market.signUp();
    await grantPremium(at.market.platform, { userId: member.id, by: 'test' });
    return member;
  };
  beforeAll(async () => {
    at.market = await startTestMarket(options);
    const crow = {
      game: 'magic',
      setCode: 'ALL',
      setName: 'Alliances',
      name: 'Storm Crow',
      number: '36',
      finishes: ['nonfoil', 'foil'],
      externalId: 'crow',
    };
    await importTestCards(at.market.platform, [...testCards, crow]);
    at.shop = await premium();
  }, 60_000);
  afterAll(() => at.market?.close());
  return {
    at,
    premium,
    bring: (text: string, as: TestMember = at.shop) =>
      at.market.request('POST', '/api/listings/import', { as, body: { text } }),
    see: (id: string, as: TestMember = at.shop) => at.market.request('GET', `/api/listings/import/${id}`, { as }),
  };
}

export const rowOf = (rows: ImportedRow[], n: number) => rows.find(({ row }) => row === n);

export const header =
  'TCGplayer Id,Product Line,Set Name,Product Name,Number,Rarity,Condition,Total Quantity,TCG Marketplace Price';
export const stock = [
  header,
  '1,Pokemon,Base Set,Charizard,004/102,Rare,Near Mint Holofoil,1,349.99',
  '2,Pokemon,Base Set,Pikachu,058/102,Common,Lightly Played,3,1.25',
  '3,Pokemon,Base Set,Blastose,002/102,Rare,Near Mint Holofoil,1,12.00',
  '4,Pokemon,Base Set,Blastoise,002/102,Rare,Minty,1,12.00',
  '5,Magic,Alliances,Force of Will,28,U,Near Mint,2,8.00',
].join('\n');
