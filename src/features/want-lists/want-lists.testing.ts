import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { importCatalogueFiles } from '#features/catalogue/index.server.ts';
import { importTestCards, listed, premium } from '#features/listings/testing.ts';
import { startTestMarket, type TestMarket, type TestMember } from '#testing/server.ts';

const c21 = {
  game: 'magic',
  setCode: 'C21',
  setName: 'Commander 2021',
  finishes: ['nonfoil', 'foil'],
  rarity: 'uncommon',
};
const lea = {
  game: 'magic',
  setCode: 'LEA',
  setName: 'Limited Edition Alpha',
  finishes: ['nonfoil'],
  rarity: 'uncommon',
};
/** Cards with several printings, and one with brackets in its name. */
const more = [
  { ...c21, number: '263', name: 'Sol Ring', externalId: 'c21-263' },
  { ...lea, number: '269', name: 'Sol Ring', externalId: 'lea-269' },
  { ...c21, number: '234', name: 'Arcane Signet', externalId: 'c21-234', finishes: ['nonfoil', 'foil', 'etched'] },
  { ...c21, number: '90', name: 'Island', externalId: 'c21-90' },
  { ...c21, number: '91', name: 'Island', externalId: 'c21-91' },
  { ...lea, number: '12', name: 'B.F.M. (Big Furry Monster)', externalId: 'lea-12' },
  { ...lea, number: '13', name: "Lim-Dûl's Vault", externalId: 'lea-13' },
];

/** A running app with a member who has lists and one who sells, and helpers for both. */
export function listMarket() {
  const at = {} as { market: TestMarket; ann: TestMember; ben: TestMember; cards: Record<string, string> };
  beforeAll(async () => {
    at.market = await startTestMarket();
    at.ann = await premium(at.market, await at.market.signUp('list_keeper'));
    at.ben = await premium(at.market, await at.market.signUp('list_seller'));
    const folder = mkdtempSync(join(tmpdir(), 'cards-'));
    const file = join(folder, 'more.ndjson');
    writeFileSync(file, more.map((row) => JSON.stringify({ ...row, language: 'en', source: 'test' })).join('\n'));
    await importCatalogueFiles(at.market.platform, [file], () => {});
    rmSync(folder, { recursive: true });
    at.cards = await importTestCards(at.market);
  }, 60_000);
  afterAll(() => at.market?.close());
  const call = async (method: string, path: string, as: TestMember | null, body?: object) => {
    const answer = await at.market.request(method, `/api/want-lists${path}`, {
      ...(as && { as }),
      ...(body && { body }),
    });
    return { status: answer.status, body: answer.body };
  };
  const make = async (as: TestMember, name = 'Commander deck', isPublic = false): Promise<string> => {
    const { status, body } = await call('POST', '', as, { name, isPublic });
    expect([status, body.code]).toEqual([201, undefined]);
    return body.id;
  };
  const bring = async (as: TestMember, id: string, text: string) => {
    const { status, body } = await call('POST', `/${id}/import`, as, { text });
    expect([status, body.code]).toEqual([201, undefined]);
    return body;
  };
  return {
    at,
    call,
    make,
    bring,
    /** Creates a list with these lines. */
    makeWith: async (as: TestMember, text: string, isPublic = false): Promise<string> => {
      const id = await make(as, 'Commander deck', isPublic);
      await bring(as, id, text);
      expect((await call('POST', `/${id}/import/commit`, as)).status).toBe(200);
      return id;
    },
    read: async (id: string, as: TestMember | null) => (await call('GET', `/${id}`, as)).body,
    list: async (external: string, details: Parameters<typeof listed>[2] = {}, seller = at.ben) => {
      const made = await listed(at.market, seller, { catalogueCardId: at.cards[external] ?? '', ...details });
      await at.market.runJobs();
      return made;
    },
  };
}

export const usd = (amount: number) => ({ amount, currency: 'USD' as const });
