import { parseInput, text } from '#platform/http/page-form.server.ts';
import { type RuleInput, ruleInput } from '../rule.contract.ts';
import { changeOf, statesOf } from './new-change.server.ts';

/** What the form of a rule keeps when it is refused. */
export const ruleFields = [
  'name',
  'tab',
  'query',
  'do',
  'by',
  'floor',
  'currency',
  'mostPercent',
  'aboveCost',
  'isOn',
] as const;

/** The form as the call takes it. Refuses (422) what can't be read, by its field. */
export function readRule(form: FormData): RuleInput {
  const filter = { status: statesOf(text(form, 'tab')) ?? statesOf('live'), query: text(form, 'query') };
  return parseInput(ruleInput, { name: text(form, 'name'), filter, change: changeOf(form), isOn: form.has('isOn') });
}
