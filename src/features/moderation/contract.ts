import * as z from 'zod';
import { line } from '#features/members/contract.ts';
import { reportSubjectKinds } from '#features/messages/words.ts';
import { formatNumber } from '#kernel/format.ts';
import { pageQuery, pageSchema, wholeListSchema } from '#kernel/numbers/paging-schema.ts';
import { isPlainText } from '#kernel/text/plain-text.ts';
import { appealOutcomes, decisionActs, decisionLimits, decisionTimes, houseRuleCodes } from './model/decision.rules.ts';
import { textReaders, unknownPlaceholder } from './model/statement-text.rules.ts';

/** Public API for the browser: the schemas of decisions. */

export const decisionRefusals = {
  /** 409: there is an appeal already. */
  appealed: 'appealed_already',
  /** 409: the time to appeal is over, or the decision has ended. */
  late: 'appeal_too_late',
  /** 409: there is no open appeal. */
  noAppeal: 'no_appeal',
  /** 409: another text has this name, or the number of texts is at its limit. */
  textTaken: 'text_taken',
} as const;

/** Free text: trimmed, not empty, printable characters. */
const words = (max: number) =>
  z
    .string({ error: 'Enter text.' })
    .trim()
    .min(3, 'Enter at least 3 characters.')
    .max(max, `Enter at most ${formatNumber(max)} characters.`)
    .refine(isPlainText, 'Remove characters that can’t be shown.');

export const ruleField = z.enum(houseRuleCodes, { error: 'Choose the broken rule.' });

const daysSentence = `Enter 1 to ${decisionTimes.limitDaysMost} days.`;
export const daysField = z
  .int({ error: daysSentence })
  .min(1, daysSentence)
  .max(decisionTimes.limitDaysMost, daysSentence)
  .default(decisionTimes.limitDays);
export const warningInput = z
  .strictObject({ rule: ruleField, reason: words(decisionLimits.reason) })
  .meta({ id: 'WarningIn' });
export const limitInput = warningInput.extend({ days: daysField }).meta({ id: 'MemberLimitIn' });

export const appealInput = z.strictObject({ text: words(decisionLimits.appeal) }).meta({ id: 'AppealIn' });
export const appealAnswerInput = z
  .strictObject({
    outcome: z.enum(appealOutcomes, { error: `outcome must be one of ${appealOutcomes.join(', ')}.` }),
    answer: words(decisionLimits.reason),
  })
  .meta({ id: 'AppealAnswerIn' });
export const noteInput = z.strictObject({ text: words(decisionLimits.note) }).meta({ id: 'CaseNoteIn' });

const textFields = {
  name: line('Name', decisionLimits.textName).refine((name) => name !== '', 'Enter a name.'),
  reader: z.enum(textReaders, { error: `reader must be one of ${textReaders.join(', ')}.` }),
  text: words(decisionLimits.text).superRefine((text, context) => {
    const unknown = unknownPlaceholder(text);
    if (unknown !== null)
      context.addIssue({
        code: 'custom',
        message: `${unknown} is not a placeholder. Use one from the list.`,
      });
  }),
};
export const statementTextInput = z.strictObject(textFields).meta({ id: 'StatementTextIn' });
export const statementTextChange = statementTextInput.partial().meta({ id: 'StatementTextChange' });
export type StatementTextInput = z.output<typeof statementTextInput>;
export type StatementTextChange = z.output<typeof statementTextChange>;
export const statementTextSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    reader: z.enum(textReaders),
    text: z.string(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'StatementText' });
export type StatementText = z.output<typeof statementTextSchema>;
export const statementTextsSchema = wholeListSchema(statementTextSchema);

const row = {
  id: z.string(),
  act: z.enum(decisionActs),
  /** The kind `member` is the account itself. No id and title where they would disclose a reporter. */
  subject: z.object({ kind: z.enum(reportSubjectKinds), id: z.string().nullable(), title: z.string().nullable() }),
  rule: z.enum(houseRuleCodes),
  reason: z.string(),
  decidedAt: z.iso.datetime(),
  until: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  appeal: z.object({ text: z.string(), at: z.iso.datetime() }).nullable(),
  answer: z.object({ outcome: z.enum(appealOutcomes), text: z.string(), at: z.iso.datetime() }).nullable(),
};

/** A decision for its member: only admins see who decided. */
export const decisionSchema = z
  .object({
    ...row,
    appealUntil: z.iso.datetime(),
    /** Whether an appeal is possible now; else why not. */
    appealIs: z.enum(['open', 'made', 'ended', 'late']),
  })
  .meta({ id: 'Ruling' });
export type Decision = z.output<typeof decisionSchema>;
export const decisionsQuery = z.object(pageQuery(25));
export const decisionPageSchema = pageSchema(decisionSchema);

const appealQueues = ['waiting', 'answered'] as const;
export const appealsQuery = z.object({
  show: z.enum(appealQueues, { error: `show must be one of ${appealQueues.join(', ')}.` }).default('waiting'),
  ...pageQuery(25),
});
export type AppealsQuery = z.output<typeof appealsQuery>;

/** The same for admins. */
export const decisionFactsSchema = z.object({
  ...row,
  memberId: z.string(),
  reportId: z.string().nullable(),
  decidedBy: z.string(),
  answeredBy: z.string().nullable(),
  /** Whether this admin may judge the appeal. */
  may: z.array(z.enum(['answer'])),
});
export type DecisionFacts = z.output<typeof decisionFactsSchema>;

export const caseNoteSchema = z.object({
  id: z.string(),
  by: z.string(),
  text: z.string(),
  createdAt: z.iso.datetime(),
});
export type CaseNote = z.output<typeof caseNoteSchema>;
