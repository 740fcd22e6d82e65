import type { WantStatus } from './model/want.process.ts';

/** Public API, pure: values for browser and server. */

/** Limits of a want, for the forms and the server. */
export const wantLimits = {
  highestPrice: 100_000_000,
  quantity: 999,
  title: 120,
  line: 300,
  description: 2_000,
  answer: 1_800,
} as const;

/** Why a wanted post can't be changed; an open one is past its end. */
export const endSentences: Readonly<Record<WantStatus, string>> = {
  open: 'This wanted post has expired. Renew it to change it.',
  filled: 'This card was found, so the wanted post can’t be changed. Create a new one.',
  closed: 'This wanted post was closed and can’t be changed. Create a new one.',
  expired: 'This wanted post has expired. Renew it to change it.',
};
