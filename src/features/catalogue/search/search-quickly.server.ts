import type { QuickRead } from '#platform/feature.ts';
import { cardQuery } from '../contract.ts';
import { isAdvanced } from '../language/is-advanced.ts';
import { findCardPage, readWords } from './find-card-page.server.ts';

/** What is asked with each letter that a visitor types. Null for what the call itself has to refuse or answers otherwise: no words, the search language, a filter given twice. */
export const searchQuickly: QuickRead['read'] = async (platform, { question, address }) => {
  if (question === null || question.includes('#')) return null;
  const asked = new URLSearchParams(question);
  if (new Set(asked.keys()).size < asked.size) return null;
  const { success, data } = cardQuery.safeParse(Object.fromEntries(asked));
  const q = success && data.q ? readWords(data.q) : '';
  if (!success || q.trim() === '' || isAdvanced(q)) return null;
  return JSON.stringify(await findCardPage(platform, { actor: null, address }, { ...data, q }));
};
