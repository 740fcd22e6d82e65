import type { Account, Step } from './connect-objects.ts';

/** Countries that a platform in the same region can send money to: the EEA, the UK, the US, Canada and Switzerland. */
const region = new Set(
  'AT BE BG CA CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK US'.split(' '),
);

export interface Capability {
  status: 'active' | 'pending' | 'rejected' | 'restricted' | 'unsupported';
  status_details: { code: string; resolution: string }[];
}

/** The capability `stripe_balance.stripe_transfers`: whether money can be sent to the account. */
export function capabilityOf({ sandbox }: Account): Capability {
  const says = (status: Capability['status'], code: string, resolution: string): Capability => ({
    status,
    status_details: [{ code, resolution }],
  });
  if (!region.has(sandbox.country)) return says('unsupported', 'unsupported_country', 'no_resolution');
  if (sandbox.step === 'rejected') return says('rejected', 'rejected_other', 'no_resolution');
  if (sandbox.isClosed || sandbox.isRestricted) return says('restricted', 'restricted_other', 'contact_stripe');
  if (sandbox.step === 'in_review') return says('pending', 'determining_status', 'no_resolution');
  if (sandbox.step === 'verified' || sandbox.step === 'document_asked') return { status: 'active', status_details: [] };
  return says('restricted', 'requirements_past_due', 'provide_info');
}

/** What Stripe wants of the seller, or still checks itself. A deadline has a date for the account as a whole only. */
export function requirementsOf({ sandbox }: Account): Record<string, unknown> {
  const status = sandbox.step === 'document_overdue' ? 'past_due' : 'currently_due';
  const entries = wantedIn[sandbox.step].map(({ what, by, error }) => ({
    awaiting_action_from: by,
    description: what,
    errors: error ? [{ code: error, description: 'Upload a photo of an identity document.' }] : [],
    impact: {
      restricts_capabilities: ['stripe_balance.stripe_transfers', 'stripe_balance.payouts'].map((capability) => ({
        capability,
        configuration: 'recipient',
        deadline: { status },
      })),
    },
    minimum_deadline: { status },
    requested_reasons: [{ code: 'routine_onboarding' }],
  }));
  const time = sandbox.deadlineAt === null ? {} : { time: new Date(sandbox.deadlineAt * 1_000).toISOString() };
  return { entries, summary: entries.length === 0 ? {} : { minimum_deadline: { status, ...time } } };
}

interface Wanted {
  what: string;
  by: 'user' | 'stripe';
  error?: string;
}

const document = 'identity.individual.documents.primary_verification';
const upload: Wanted = { what: document, by: 'user', error: 'verification_document_not_uploaded' };
const wantedIn: Record<Step, Wanted[]> = {
  new: [
    { what: 'identity.individual', by: 'user' },
    { what: 'defaults.payout_methods', by: 'user' },
  ],
  document_missing: [upload],
  document_asked: [upload],
  document_overdue: [upload],
  in_review: [{ what: document, by: 'stripe' }],
  verified: [],
  rejected: [],
};
