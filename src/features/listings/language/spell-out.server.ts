import { orOfWords } from '#features/catalogue/index.server.ts';
import { straighten } from '#features/catalogue/language.ts';
import { findPublicProfile } from '#features/members/index.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { priceOf } from '../components/browse/browse-query.ts';
import { isAdvanced } from './is-advanced.ts';
import { readOperators, type Typed } from './operators.ts';

type Reader = Pick<Platform, 'db' | 'pool' | 'cache' | 'clock' | 'bus'>;

/**
 * The typed search with operators turned into filters and its seller resolved: an unknown one stays as it was typed.
 * Null where there are none, or where they are part of an advanced search: a filter applies to the whole search; within an `or`, a
 * `not` or brackets it would have another meaning.
 */
export async function readTyped(
  { db, clock }: Reader,
  q: string,
): Promise<(Omit<Typed, 'seller'> & { sellerId: string | null }) | null> {
  const typed = isAdvanced(q) ? null : readOperators(q);
  if (!typed) return null;
  const { filters, words, seller: name } = typed;
  const seller = name === null ? null : await findPublicProfile(db, name, clock.now());
  if (name === null || seller) return { filters, words, sellerId: seller?.id ?? null };
  if (Object.keys(filters).length === 0) return null;
  return { filters, words: `${words} seller:${/\s/.test(name) ? `"${name}"` : name}`.trim(), sellerId: null };
}

/**
 * An address of the API with an `or` of words in brackets, and such operators moved from `q` to the filters: the browse
 * page does it by a redirect.
 */
export async function spellOut(
  platform: Reader,
  actor: Pick<Actor, 'id'> | null,
  params: URLSearchParams,
): Promise<URLSearchParams> {
  const query = straighten(params.get('q') ?? '');
  const q = await orOfWords(platform, actor, query, isAdvanced);
  const typed = await readTyped(platform, q);
  if (!typed && q === query) return params;
  const spelled = new URLSearchParams(params);
  spelled.set('q', q);
  if (!typed) return spelled;
  const { minPrice, maxPrice, ...others } = typed.filters;
  const filters = {
    ...others,
    minPrice: minorOf(minPrice),
    maxPrice: minorOf(maxPrice),
    ...(typed.sellerId && { seller: typed.sellerId }),
  };
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined) continue;
    spelled.delete(name);
    for (const each of [value].flat()) spelled.append(name, String(each));
  }
  spelled.set('q', typed.words);
  return spelled;
}

const minorOf = (typed: string | undefined): string | undefined =>
  typed === undefined ? undefined : priceOf(typed)?.toString();
