import type { Requirement } from '#platform/payments/connect/connect.ts';

/** Beginning of Stripe's word for what is missing → what the seller does, and what Stripe is doing. The longest counts. */
const words: Readonly<Record<string, readonly [member: string, stripe: string]>> = {
  'defaults.payout_methods': ['Add a bank account.', 'Stripe is checking your bank account.'],
  external_account: ['Add a bank account.', 'Stripe is checking your bank account.'],
  'identity.individual.documents': [
    'Upload a photo of an identity document.',
    'Stripe is checking your identity document.',
  ],
  'identity.individual.date_of_birth': ['Enter your date of birth.', 'Stripe is checking your date of birth.'],
  'identity.individual.address': ['Enter your address.', 'Stripe is checking your address.'],
  'identity.individual.id_numbers': ['Enter your identity or tax number.', 'Stripe is checking your identity number.'],
  'identity.individual.given_name': ['Enter your name.', 'Stripe is checking your name.'],
  'identity.individual.surname': ['Enter your name.', 'Stripe is checking your name.'],
  'identity.individual.email': ['Enter your email address.', 'Stripe is checking your email address.'],
  'identity.individual.phone': ['Enter your phone number.', 'Stripe is checking your phone number.'],
  'identity.individual': ['Enter your personal details.', 'Stripe is checking your personal details.'],
  'identity.business_details.documents': ['Upload a business document.', 'Stripe is checking your business document.'],
  'identity.business_details': ['Enter your business details.', 'Stripe is checking your business.'],
  'identity.entity_type': ['Select whether you sell as a person or a company.', 'Stripe is checking your details.'],
  'identity.attestations': ['Accept Stripe’s terms.', 'Stripe is checking your details.'],
  identity: ['Complete your details.', 'Stripe is checking your details.'],
};
const other = ['Complete your details.', 'Stripe is checking your details.'] as const;

/** Stripe's word for what was wrong → the sentence; the others need none beside the requirement. */
const errors: Readonly<Record<string, string>> = {
  verification_document_not_uploaded: 'The document is missing.',
  verification_document_expired: 'The document has expired.',
  verification_document_too_large: 'The file is too large.',
  verification_document_not_readable: 'The document can’t be read.',
  verification_document_name_mismatch: 'The name on the document doesn’t match your account.',
  verification_document_dob_mismatch: 'The date of birth on the document doesn’t match your account.',
  verification_document_country_not_supported: 'Documents from this country aren’t accepted.',
  verification_failed_id_number_match: 'The number doesn’t match your name.',
  invalid_address_city_state_postal_code: 'The address can’t be found.',
};

/** What Stripe waits for, as a sentence. */
export function requirementSentence({ what, by }: Pick<Requirement, 'what' | 'by'>): string {
  const [found] = Object.keys(words)
    .filter((beginning) => what === beginning || what.startsWith(`${beginning}.`))
    .sort((a, b) => b.length - a.length);
  const [member, stripe] = (found !== undefined && words[found]) || other;
  return by === 'member' ? member : stripe;
}

/** What was wrong with it, as a sentence; null for nothing, and for words that say no more than the requirement. */
export function errorSentence({ error }: Pick<Requirement, 'error'>): string | null {
  return error !== null && Object.hasOwn(errors, error) ? (errors[error] ?? null) : null;
}
