import type { Condition } from '#features/listings/model/listing.rules.ts';
import { pick, type Random } from './seeded.ts';

const ofCondition: Partial<Record<Condition, readonly string[]>> = {
  mint: ['Straight from the pack into a sleeve, never played.', 'Corners, edges and surface without a mark.'],
  near_mint: [
    'Pack fresh, sleeved since.',
    'No marks under a strong light.',
    'Stored in a side-loading binder, away from light.',
  ],
  excellent: ['Slight whitening on the back, front is clean.', 'One soft corner, otherwise like new.'],
  good: ['Light edge wear, no creases.', 'Some whitening along the bottom edge. See the photo of the corner.'],
  light_played: [
    'Played in sleeves. Light scratches on the foil, edges fine.',
    'Visible wear on the back, looks good in a sleeve.',
  ],
  played: [
    'Heavily played. Fine for a deck, not for grading.',
    'A small crease in the lower corner, shown in the photo.',
  ],
  poor: ['Creased. A filler for the set.', 'Creases and worn corners. Priced accordingly.'],
};

const ofSeller = [
  'Ships in a sleeve and a toploader.',
  'Ships within a day, packed flat between cardboard.',
  'From a smoke-free home.',
  'More of this set in my other listings.',
  'Need another photo? Send me a message.',
  'Reasonable offers welcome.',
];

/** What a seller says of a copy; about a third say nothing. */
export function describe(
  random: Random,
  condition: Condition,
  grading: { company: string; grade: number | string } | null,
): string | null {
  if (random() < 0.32) return null;
  const first = grading
    ? pick(random, [
        `${grading.company} ${grading.grade}, case without scratches.`,
        `Graded ${grading.company} ${grading.grade}. You can look up the certificate online.`,
      ])
    : pick(random, ofCondition[condition] ?? ['Condition as shown in the photos.']);
  return random() < 0.6 ? `${first} ${pick(random, ofSeller)}` : first;
}

export const disputeTexts = {
  not_received: 'Nothing has arrived, and the tracking hasn’t changed for 10 days.',
  not_as_described: 'Listed as near mint, but there is a crease across the lower third that isn’t in the photos.',
} as const;

export const cancelReasons = [
  'I found a damaged corner while packing.',
  'I sold it at a card show on Saturday.',
] as const;
export const refundReasons = ['Arrived bent, the buyer sent photos.', 'Lost in transit.'] as const;

export const reviewTexts = {
  ofSellers: {
    5: [
      'Exactly as in the photos, and well packed.',
      'Arrived two days early, in a toploader.',
      'The card is even better than described. Would buy again.',
      'Quick replies, careful packing.',
      'Second order here, same care as the first.',
    ],
    4: [
      'Card as described. Shipping took a little longer.',
      'All good. A team bag around the sleeve would have been nice.',
    ],
    3: ['The card is fine, but it shipped four days late.', 'A bit more whitening than I expected from the photos.'],
    2: ['Sold as near mint. I would call it excellent at best.', 'Loose in the envelope: one corner is soft now.'],
  },
  ofBuyers: [
    'Paid immediately. Thank you!',
    'Friendly buyer, would sell to again.',
    'Paid within minutes and confirmed delivery.',
  ],
  replies: ['Sorry about that. I’ve changed my packing since.', 'Thank you for the feedback. I now ship the same day.'],
} as const;
