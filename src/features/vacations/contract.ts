import * as z from 'zod';

export const vacationsRefusals = {
  /** 409: the member is not on vacation, so there is no return to be told of. */
  notAway: 'not_away',
  /** 409: as many returns as one may wait for at a time. */
  tooManyReturns: 'too_many_returns',
} as const;

export const returnNoticeSchema = z
  .object({
    memberId: z.string(),
    /** Whether I am told when they are back. */
    asked: z.boolean(),
    /** When they are; null where they are here. */
    until: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ReturnNotice' });
export type ReturnNotice = z.output<typeof returnNoticeSchema>;
