import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importCatalogueFiles } from '#features/catalogue/index.server.ts';
import { actorOf } from '#testing/actor.ts';
import type { TestMarket, TestMember } from '#testing/server.ts';
import type { CreateListingInput, Listing } from './contract.ts';
import { createListing } from './lifecycle/create-listing.server.ts';

export { sweepRemovedPhotos } from './photos/sweep-removed-photos.server.ts';

const rows = [
  {
    game: 'pokemon',
    setCode: 'base1',
    setAbbr: 'BS',
    setName: 'Base Set',
    releaseDate: '1999-01-09',
    number: '4',
    printedTotal: 102,
    name: 'Charizard',
    rarity: 'Rare',
    finishes: ['holo'],
    externalId: 'base1-4',
  },
  {
    game: 'pokemon',
    setCode: 'base1',
    setAbbr: 'BS',
    setName: 'Base Set',
    releaseDate: '1999-01-09',
    number: '58',
    printedTotal: 102,
    name: 'Pikachu',
    rarity: 'Common',
    finishes: ['normal'],
    externalId: 'base1-58',
  },
  {
    game: 'pokemon',
    setCode: 'swsh7',
    setAbbr: 'EVS',
    setName: 'Evolving Skies',
    releaseDate: '2021-08-27',
    number: '215',
    printedTotal: 203,
    name: 'Umbreon VMAX',
    rarity: 'Secret Rare',
    finishes: ['holo'],
    externalId: 'swsh7-215',
  },
  {
    game: 'magic',
    setCode: 'LEA',
    setName: 'Limited Edition Alpha',
    releaseDate: '1993-08-05',
    number: '232',
    printedTotal: 295,
    name: 'Black Lotus',
    rarity: 'rare',
    finishes: ['nonfoil'],
    externalId: 'lea-232',
  },
  {
    game: 'magic',
    setCode: 'LEA',
    setName: 'Limited Edition Alpha',
    releaseDate: '1993-08-05',
    number: '161',
    printedTotal: 295,
    name: 'Lightning Bolt',
    rarity: 'common',
    finishes: ['nonfoil', 'foil'],
    externalId: 'lea-161',
  },
];

/** A few real cards, imported as on the command line. Returns their ids by external id. */
export async function importTestCards(
  market: TestMarket,
  more: readonly object[] = [],
): Promise<Record<string, string>> {
  const folder = mkdtempSync(join(tmpdir(), 'cards-'));
  const file = join(folder, 'cards.ndjson');
  writeFileSync(
    file,
    [...rows, ...more].map((row) => JSON.stringify({ ...row, language: 'en', source: 'test' })).join('\n'),
  );
  await importCatalogueFiles(market.platform, [file], () => {});
  rmSync(folder, { recursive: true });
  const found = await market.platform.pool.query<{ id: string; external_id: string }>(
    'select id, external_id from card',
  );
  return Object.fromEntries(found.rows.map((row) => [row.external_id, row.id]));
}

/** A listing made by the use case itself; live and cheap enough to need no photo unless said otherwise. */
export function listed(
  market: TestMarket,
  seller: TestMember,
  input: Partial<CreateListingInput> = {},
): Promise<Listing> {
  const base = { condition: 'near_mint', price: { amount: 1_299, currency: 'USD' }, status: 'active' } as const;
  const card = input.catalogueCardId ? {} : ({ game: 'pokemon', name: 'Charizard' } as const);
  return createListing(market.platform, actorOf(seller), { ...base, ...card, ...input });
}

/** Lifts the limit of two live listings, which most tests are not about. */
export async function premium(market: TestMarket, member: TestMember): Promise<TestMember> {
  await market.platform.pool.query("update profile set account_tier = 'premium' where user_id = $1", [member.id]);
  return member;
}

export { currentTable } from './search/embedded/embedded.server.ts';
export { ListingTable } from './search/embedded/listing-table.ts';
export { likeKeys, trigramKeys } from './search/matching/like-keys.ts';
