import { notFound } from '#kernel/refusal.ts';
import { type Caller, definePolicy } from '#platform/policy/policy.ts';

/** The facts of a decision that rules need: its member. */
export interface PolicyDecision {
  memberId: string;
}

export const unknownDecision = 'We couldn’t find this decision. Check the link.';
const theirs = (caller: Caller, { memberId }: PolicyDecision) => caller?.id === memberId || notFound(unknownDecision);
const whose = 'the member it is about; others get 404';

export const decisionPolicy = definePolicy('a decision', {
  list: {
    needs: 'member',
    by: 'each member, of decisions about them',
    at: ['GET /api/rulings', 'page /settings/decisions'],
  },
  see: { needs: 'member', by: whose, at: ['GET /api/rulings/{id}', 'page /settings/decisions/:id'], of: theirs },
  appeal: {
    needs: 'member',
    by: `${whose}; once, before the deadline`,
    at: ['POST /api/rulings/{id}/appeal'],
    of: theirs,
  },
});
