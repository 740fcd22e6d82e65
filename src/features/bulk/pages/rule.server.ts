import { parseInput, text } from '#platform/http/page-form.server.ts';
import { type RuleInput, ruleInput } from '../rule.contract.ts';
import { changeOf, statesOf } from './new-change.server.ts';

/** The fields of a rule that a refused form shows again. */
export const ruleFields = [
  'name',
  'tab',
  'query',
  'do',
  'by',
  'floor',
  'currency',
  'rounding',
  'mostPercent',
  'aboveCost',
  'isOn',
] as const;

/** The form as the API's input. Refuses invalid fields (422), by field. */
export function readRule(form: FormData): RuleInput {
  const filter = { status: statesOf(text(form, 'tab')) ?? statesOf('live'), query: text(form, 'query') };
  return parseInput(ruleInput, { name: text(form, 'name'), filter, change: changeOf(form), isOn: form.has('isOn') });
}
