/** The bank's answer by card number: Stripe's own test numbers. */
export type CardAnswer =
  | { kind: 'approved' }
  | { kind: 'authenticate' }
  | { kind: 'declined'; code: string; message: string };

export const testCards = [
  { number: '4242 4242 4242 4242', meaning: 'Payment succeeds' },
  { number: '4000 0025 0000 3155', meaning: 'Payment requires confirmation' },
  { number: '4000 0000 0000 0002', meaning: 'Card is declined' },
] as const;

/** Shown for subscriptions. */
export const renewalCard = { number: '4000 0000 0000 0341', meaning: 'First payment succeeds, renewals fail' } as const;

const answers: Record<string, CardAnswer> = {
  '4242424242424242': { kind: 'approved' },
  '5555555555554444': { kind: 'approved' },
  '4000000000000341': { kind: 'approved' },
  '4000002500003155': { kind: 'authenticate' },
  '4000000000000002': { kind: 'declined', code: 'card_declined', message: 'Your card was declined.' },
  '4000000000009995': { kind: 'declined', code: 'card_declined', message: 'Your card has insufficient funds.' },
  '4000000000000069': { kind: 'declined', code: 'expired_card', message: 'Your card has expired.' },
};

export function digitsOf(card: string): string {
  return card.replace(/[\s-]/g, '');
}

export function answerFor(card: string): CardAnswer {
  const digits = digitsOf(card);
  if (!/^\d{12,19}$/.test(digits) || !passesLuhn(digits)) {
    return { kind: 'declined', code: 'incorrect_number', message: 'Your card number is incorrect.' };
  }
  return (
    answers[digits] ?? {
      kind: 'declined',
      code: 'card_declined',
      message: 'Your card was declined. Only test cards work in the sandbox.',
    }
  );
}

/** The bank's answer to an automatic payment: an authenticated card is approved, the renewal test card fails. */
export function renewalAnswerFor(card: string): CardAnswer {
  if (digitsOf(card) === digitsOf(renewalCard.number))
    return { kind: 'declined', code: 'card_declined', message: 'Your card was declined.' };
  const answer = answerFor(card);
  return answer.kind === 'authenticate' ? { kind: 'approved' } : answer;
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}
