/** Stripe's word for why a bank sent a payout back → what happened, and what the seller does. */
const words: Readonly<Record<string, readonly [happened: string, todo: string]>> = {
  account_closed: ['Your bank account is closed.', 'Enter another bank account.'],
  account_frozen: ['Your bank account is frozen.', 'Contact your bank, or enter another bank account.'],
  bank_account_restricted: ['Your bank account doesn’t accept payments like this.', 'Enter another bank account.'],
  bank_ownership_changed: ['Your bank account has moved to another bank.', 'Enter the new bank account.'],
  could_not_process: ['Your bank couldn’t process the payment.', 'Check the bank account.'],
  debit_not_authorized: ['Your bank account doesn’t accept payments like this.', 'Contact your bank.'],
  declined: ['Your bank declined the payment.', 'Contact your bank, or enter another bank account.'],
  incorrect_account_holder_address: ['The address doesn’t match the bank account.', 'Check the bank account.'],
  incorrect_account_holder_name: ['The name doesn’t match the bank account.', 'Check the bank account.'],
  incorrect_account_holder_tax_id: ['The tax number doesn’t match the bank account.', 'Check the bank account.'],
  invalid_account_number: ['The account number is wrong.', 'Check the bank account.'],
  invalid_currency: ['Your bank account doesn’t accept this currency.', 'Enter another bank account.'],
  no_account: ['Your bank account couldn’t be found.', 'Check the bank account.'],
  unsupported_card: ['Your bank doesn’t accept payments to this card.', 'Enter a bank account.'],
};
const other = ['Your bank sent the payment back.', 'Check the bank account.'] as const;

/** Why a payout failed, as two sentences: what happened, and what to do. */
export function failureWords(code: string | null): readonly [happened: string, todo: string] {
  return (code !== null && Object.hasOwn(words, code) && words[code]) || other;
}
