import type { SearchWarning } from '#features/catalogue/contract.ts';
import { unknownOperators } from '#features/catalogue/language.ts';
import { definitionOf } from '#features/tiers/index.server.ts';
import type { Actor } from '#platform/identity/sessions/actor.ts';
import type { Platform } from '#platform/platform.ts';
import { isAdvanced } from '../language/is-advanced.ts';
import { keywordOperatorsIn } from '../language/keyword-operators.ts';
import { readOperators } from '../language/operators.ts';

/**
 * What of a search looks like an operator and is searched as keywords. Empty for an advanced search: one that can't be
 * read is refused.
 */
export async function searchWarnings(
  { db }: Pick<Platform, 'db'>,
  actor: Pick<Actor, 'id'> | null,
  q: string,
): Promise<SearchWarning[]> {
  if (isAdvanced(q)) return [];
  const operators = keywordOperatorsIn(q);
  const isKeyword = (name: string) => operators.some((operator) => operator.name === name);
  const hasAdvanced = operators.length > 0 && actor !== null && (await definitionOf(db, actor.id)).hasAdvancedSearch;
  const unapplied = ['set', 'no'].filter(isKeyword).map((name) => unappliedWarning(`${name}:`, hasAdvanced));
  const sellers = operators
    .filter(({ name }) => name === 'seller')
    .map(({ value }): SearchWarning => {
      const message = `No seller is called “${value}”. We searched for it as keywords.`;
      return { code: 'unknown_seller', operator: 'seller:', message };
    });
  return [...unapplied, ...sellers, ...unknownOperators(q, (term) => readOperators(term) !== null)];
}

function unappliedWarning(operator: string, hasAdvanced: boolean): SearchWarning {
  return hasAdvanced
    ? {
        code: 'keyword_operator',
        operator,
        message: `“${operator}” isn’t a filter on its own. We searched for it as keywords.`,
      }
    : {
        code: 'premium_operator',
        operator,
        message: `“${operator}” is part of Premium. We searched for it as keywords.`,
      };
}
