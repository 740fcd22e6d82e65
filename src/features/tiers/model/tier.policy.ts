import { notAllowed, Refusal } from '#kernel/refusal.ts';
import { cancelSignedOut, noSubscription } from '#kernel/specified-texts.ts';
import { definePolicy } from '#platform/policy/policy.ts';

/** The subscription that a caller names, and the caller's own. */
export interface NamedSubscription {
  userId?: string | undefined;
  subscriptionId?: string | undefined;
  ownId: string;
}

export const tierPolicy = definePolicy('a subscription', {
  'read tiers': { needs: 'anybody', by: 'anybody', at: ['GET /api/tiers'] },
  'read one’s own': {
    needs: 'member',
    by: 'each member',
    at: ['GET /api/stripe/check-subscription', 'GET /api/stripe/invoices', 'page /settings/subscription'],
  },
  begin: {
    needs: 'member',
    by: 'each member',
    at: ['POST /api/stripe/create-checkout', 'POST /api/stripe/create-portal', 'page /premium'],
  },
  'apply to listings': {
    needs: 'member',
    by: 'each member, to their own',
    at: ['POST /api/stripe/update-listing-tiers'],
  },
  cancel: {
    needs: 'member',
    by: 'its member; another member’s is reported as unknown',
    at: ['POST /api/stripe/cancel-subscription'],
    signIn: cancelSignedOut,
    of(caller, { userId, subscriptionId, ownId }: NamedSubscription) {
      if (userId !== undefined && userId !== caller?.id)
        return notAllowed('You can only cancel your own subscription.');
      if (subscriptionId !== undefined && subscriptionId !== ownId)
        return new Refusal(404, 'no_subscription', noSubscription);
      return true;
    },
  },
  grant: {
    needs: 'operator',
    by: 'an admin',
    at: ['POST /api/admin/members/{id}/premium', 'DELETE /api/admin/members/{id}/premium'],
  },
});
