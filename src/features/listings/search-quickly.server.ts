import * as z from 'zod';
import { pageQuery } from '#kernel/paging-schema.ts';
import type { QuickRead } from '#platform/feature.ts';
import { queryLimits, readListingQuery } from './contract.ts';
import { spellOut } from './language/spell-out.server.ts';
import { findPage } from './search-listings.server.ts';

const paging = z.object(pageQuery(queryLimits.page));

/** A visitor's search as bytes. Null for what the call itself has to refuse, or answers otherwise: one's own listings, a search in the language, and what can't be read. */
export const searchQuickly: QuickRead['read'] = async (platform, { question, address }) => {
  if (question?.includes('#')) return null;
  const asked = new URLSearchParams(question ?? '');
  const [cursors, limits] = [asked.getAll('cursor'), asked.getAll('limit')];
  if (cursors.length > 1 || limits.length > 1) return null;
  const page = paging.safeParse({ cursor: cursors[0], limit: limits[0] });
  const params = await spellOut(platform, null, asked);
  if (!page.success || params.has('status') || params.get('seller') === 'me') return null;
  const { query, errors } = readListingQuery(params);
  if (query.advanced || Object.keys(errors).length > 0) return null;
  const { cursor, limit } = page.data;
  return await findPage(platform, { actor: null, address }, { ...query, cursor: cursor || null, limit });
};
