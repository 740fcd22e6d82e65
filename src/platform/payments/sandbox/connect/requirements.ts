import type { Account } from './connect-objects.ts';

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
  if (sandbox.step === 'verified') return { status: 'active', status_details: [] };
  return says('restricted', 'requirements_past_due', 'provide_info');
}

/** What is wanted of whom. A deadline has a date for the account as a whole only. */
export function requirementsOf(account: Account): Record<string, unknown> {
  const { step, deadlineAt } = account.sandbox;
  const document = 'identity.individual.documents.primary_verification';
  const entries =
    step === 'new'
      ? ['identity.individual', 'defaults.payout_methods'].map((what) => entryOf(what, 'user', 'currently_due', []))
      : step === 'document_missing'
        ? [
            entryOf(document, 'user', 'currently_due', [
              { code: 'verification_document_not_uploaded', description: 'Upload a photo of an identity document.' },
            ]),
          ]
        : step === 'in_review'
          ? [entryOf(document, 'stripe', 'currently_due', [])]
          : [];
  const time = deadlineAt === null ? {} : { time: new Date(deadlineAt * 1_000).toISOString() };
  return {
    entries,
    summary: entries.length === 0 ? {} : { minimum_deadline: { status: 'currently_due', ...time } },
  };
}

function entryOf(
  description: string,
  awaiting: 'user' | 'stripe',
  status: 'currently_due' | 'past_due',
  errors: { code: string; description: string }[],
) {
  const deadline = { status };
  const restricts = ['stripe_balance.stripe_transfers', 'stripe_balance.payouts'];
  return {
    awaiting_action_from: awaiting,
    description,
    errors,
    impact: {
      restricts_capabilities: restricts.map((capability) => ({ capability, configuration: 'recipient', deadline })),
    },
    minimum_deadline: deadline,
    requested_reasons: [{ code: 'routine_onboarding' }],
  };
}
