import * as z from 'zod';
import { requiredLine } from '#features/members/contract.ts';
import { cardReportFields, noteLength } from './model/card-report.rules.ts';

/** Public API, browser and server. */

export const cardReportRefusals = { alreadyOpen: 'card_report_open' } as const;

export const cardReportInput = z.strictObject({
  field: z.enum(cardReportFields, 'Select what is wrong.').meta({ description: 'The detail that is wrong.' }),
  note: requiredLine('Correct data', noteLength, 'Enter the correct data and where you found it.').meta({
    description: 'The correct data, and where to check it.',
  }),
});
export type CardReportInput = z.output<typeof cardReportInput>;

export { fieldLabels } from './model/card-report.rules.ts';
