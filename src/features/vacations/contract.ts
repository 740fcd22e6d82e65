import * as z from 'zod';

export const vacationsRefusals = {
  /** 409: the member is not on vacation, so there is no return to wait for. */
  notAway: 'not_away',
  /** 409: the member has reached the limit of open return notices. */
  tooManyReturns: 'too_many_returns',
} as const;

export const returnNoticeSchema = z
  .object({
    memberId: z.string(),
    /** Whether I am notified when they are back. */
    asked: z.boolean(),
    /** The end of their vacation; null when they are not away. */
    until: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ReturnNotice' });
export type ReturnNotice = z.output<typeof returnNoticeSchema>;
