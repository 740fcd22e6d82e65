import { findPublicProfile } from '#features/members/index.server.ts';
import type { Platform } from '#platform/platform.ts';
import { priceOf } from '../components/browse-query.ts';
import { readOperators } from '../components/operators.ts';
import { isAdvanced } from './is-advanced.ts';
import { straighten } from './straighten.ts';

/**
 * An address of the API with the operators that are filters (`cond:nm+ price<20 seller:name`) taken out of `q` and put where the filters stand: what the page
 * of browse does by a redirect. A seller whom nobody knows stays a word.
 */
export async function spellOut({ db, clock }: Pick<Platform, 'db' | 'clock'>, params: URLSearchParams): Promise<URLSearchParams> {
  const q = straighten(params.get('q') ?? '');
  const typed = isAdvanced(q) ? null : readOperators(q);
  if (!typed) return params;
  const spelled = new URLSearchParams(params);
  const { minPrice, maxPrice, ...others } = typed.filters;
  for (const [name, value] of Object.entries({ ...others, minPrice: minorOf(minPrice), maxPrice: minorOf(maxPrice) })) {
    if (value === undefined) continue;
    spelled.delete(name);
    for (const each of [value].flat()) spelled.append(name, String(each));
  }
  const seller = typed.seller === null ? null : await findPublicProfile(db, typed.seller, clock.now());
  if (seller) spelled.set('seller', seller.id);
  spelled.set('q', typed.seller !== null && !seller ? `${typed.words} ${typed.seller}`.trim() : typed.words);
  return spelled;
}

const minorOf = (typed: string | undefined): string | undefined => (typed === undefined ? undefined : (priceOf(typed)?.toString() ?? undefined));
