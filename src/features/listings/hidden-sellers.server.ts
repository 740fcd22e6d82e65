import { hiddenFrom } from '#features/messages/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import type { FacetColumns } from './facet-columns.ts';

/** What asking whose listings somebody is not shown needs. */
export type BlockReader = Parameters<typeof hiddenFrom>[0];

/** Whose listings this viewer is not shown: of those whom they have blocked or who have blocked them. Nobody's for a visitor. */
export async function hiddenSellers(platform: BlockReader, viewerId: string | null): Promise<readonly string[]> {
  return [...(await hiddenFrom(platform, viewerId))];
}

/** The numbers of what these sellers have for sale; the columns in memory do not say whose a listing is. */
export async function numbersOfSellers({ pool }: Pick<Platform, 'pool'>, sellers: readonly string[] | undefined): Promise<number[]> {
  if (!sellers) return [];
  const text = `select n from listing where seller_id = any($1) and status = 'active'`;
  const { rows } = await pool.query<{ n: number }>({ name: 'listing-numbers-of-sellers', text, values: [sellers] });
  return rows.map(({ n }) => n);
}

/** All places of the columns but those of these numbers; null where that is all of them. */
export function placesWithout(columns: FacetColumns, numbers: readonly number[]): Int32Array | null {
  const hidden = new Set(numbers.map((n) => columns.placeOf(n)).filter((place) => place !== -1));
  if (hidden.size === 0) return null;
  const places = new Int32Array(columns.size - hidden.size);
  for (let at = 0, to = 0; at < columns.size; at++) if (!hidden.has(at)) places[to++] = at;
  return places;
}
