import * as z from 'zod';
import { linkSentence, readLink } from '#features/ads/contract.ts';
import { line } from '#features/members/contract.ts';
import { formatNumber } from '#kernel/format.ts';
import { announcementKinds } from '#platform/site/announcement-kinds.ts';
import { contrastWithWhite, isReadableAccent } from '#ui/theme/accent.ts';

const siteLimits = { name: 40, announcement: 160 } as const;

const colorSentence = 'Enter a color as # and six hexadecimal digits, for example #0b6e4f.';

export const brandInput = z.strictObject({
  name: line('Name', siteLimits.name).refine((name) => name !== '', 'Enter the name of the site.'),
  accent: z
    .string(colorSentence)
    .transform((typed) => typed.trim().toLowerCase())
    .superRefine((hex, context) => {
      const problem = accentProblem(hex);
      if (problem) context.addIssue({ code: 'custom', message: problem });
    })
    .transform((hex) => (hex === '' ? null : hex)),
});
export type BrandInput = z.output<typeof brandInput>;

function accentProblem(hex: string): string | null {
  if (hex === '') return null;
  if (!/^#[0-9a-f]{6}$/.test(hex)) return colorSentence;
  // Cut, not rounded: 4.49 must not read as 4.5.
  const contrast = formatNumber(Math.floor(contrastWithWhite(hex) * 10) / 10);
  return isReadableAccent(hex)
    ? null
    : `White text on this color has a contrast of ${contrast}:1, and at least 4.5:1 is readable. Enter a darker color.`;
}

const moment = (sentence: string) => z.iso.datetime(sentence).transform((text) => new Date(text));

export const announcementInput = z
  .strictObject({
    text: line('Text', siteLimits.announcement).refine((text) => text !== '', 'Enter the text of the announcement.'),
    link: z.string(linkSentence).transform((typed, context) => {
      if (typed.trim() === '') return null;
      const link = readLink(typed.trim());
      if (link !== null) return link;
      context.addIssue({ code: 'custom', message: linkSentence });
      return z.NEVER;
    }),
    kind: z.enum(announcementKinds, 'Select information or warning.'),
    startsAt: moment('Enter a start date and time.'),
    endsAt: moment('Enter an end date and time.').nullable(),
  })
  .refine(({ startsAt, endsAt }) => endsAt === null || endsAt > startsAt, {
    path: ['endsAt'],
    message: 'Enter an end after the start.',
  });
export type AnnouncementInput = z.output<typeof announcementInput>;
