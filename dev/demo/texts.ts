import type { Condition } from '#features/listings/model/listing.rules.ts';
import { pick, type Random } from './seeded.ts';

const ofCondition: Partial<Record<Condition, readonly string[]>> = {
  mint: [
    'Straight from the pack into a sleeve, never played.',
    'As fresh as they come: corners, edges and surface without a mark.',
  ],
  near_mint: [
    'Pack fresh, sleeved since.',
    'No marks that I can find under a lamp.',
    'Kept in a side-loading binder, out of the light.',
  ],
  excellent: ['A touch of whitening on the back, front is clean.', 'One soft corner, otherwise like new.'],
  good: [
    'Light edge wear all round, no creases.',
    'Some whitening along the bottom edge; see the photo of the corner.',
  ],
  light_played: [
    'Played in sleeves: light scratches on the foil, edges fine.',
    'Visible wear on the back, sleeves up nicely.',
  ],
  played: ['Well loved. Fine for a deck, not for a grader.', 'A small crease in the lower corner, shown in the photo.'],
  poor: ['Creased and honest. A filler for the set.', 'Survived a school bag. Priced accordingly.'],
};

const ofSeller = [
  'Sent in a sleeve and a toploader.',
  'Posted within a day, packed flat between card.',
  'From a smoke-free home.',
  'More of this set in my other listings; post is paid once.',
  'Ask for another photo if you want one, I answer quickly.',
  'Offers are fine, but please stay within reason.',
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
        `Graded ${grading.company} ${grading.grade}. The certificate can be looked up.`,
      ])
    : pick(random, ofCondition[condition] ?? ['Condition as in the photos.']);
  return random() < 0.6 ? `${first} ${pick(random, ofSeller)}` : first;
}

export const disputeTexts = {
  not_received: 'Nothing has arrived, and the tracking has not moved for ten days.',
  not_as_described: 'Sold as near mint, but there is a crease across the lower third that the photos do not show.',
} as const;

export const cancelReasons = [
  'Found a damaged corner while packing, sorry.',
  'Sold at my table on Saturday before I could take it down.',
] as const;
export const refundReasons = ['Arrived bent, photos received.', 'Lost in the post.'] as const;

export const reviewTexts = {
  ofSellers: {
    5: [
      'Exactly as in the photos, and well packed.',
      'Arrived two days early, toploader and all.',
      'Card is even better than described. Would buy again.',
      'Quick answers, careful packing.',
      'Second order here, same care as the first.',
    ],
    4: [
      'Card as described; the post took a little longer.',
      'All good. A team bag around the sleeve would have been nice.',
    ],
    3: [
      'The card is fine, but it was sent four days later than promised.',
      'A bit more whitening than I expected from the photos.',
    ],
    2: ['Sold as near mint. I would call it excellent at best.', 'Loose in the envelope: one corner is soft now.'],
  },
  ofBuyers: [
    'Paid at once, a pleasure.',
    'Friendly buyer, any time again.',
    'Paid within minutes and confirmed the arrival.',
  ],
  replies: [
    'Sorry about that. I pack differently since.',
    'Thank you for saying so; the next one goes out the same day.',
  ],
} as const;
