import { Form, useNavigation } from 'react-router';
import { decimalOf } from '#kernel/numbers/money.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox, Select, TextInput } from '#ui/form/field.tsx';
import { ruleLimits } from '../model/bulk.process.ts';
import type { PriceRule } from '../rule.contract.ts';
import { byField } from './field-errors.ts';
import { PriceFields } from './price-fields.tsx';

/** The states that a rule may select, by their names in the form. */
const ruleTabs = [
  { name: 'live', label: 'Active listings' },
  { name: 'paused', label: 'Paused and expired listings' },
  { name: 'drafts', label: 'Drafts' },
] as const;

/** The form of a new or an existing rule. */
export function RuleForm({ rule, answer }: { rule?: PriceRule; answer: FormAnswer | undefined }) {
  const typed = answer?.problem
    ? (answer.values ?? {})
    : rule
      ? typedOf(rule)
      : { mostPercent: String(ruleLimits.usualStep), isOn: 'on' };
  const errors = byField(answer?.problem?.errors);
  const isBusy = useNavigation().state === 'submitting';
  return (
    <Form method="post" className="bulk-ask" noValidate>
      <input type="hidden" name="intent" value="save" />
      <TextInput
        label="Name"
        name="name"
        mark={false}
        maxLength={ruleLimits.nameLength}
        defaultValue={typed.name ?? ''}
        error={errors.name}
      />
      <Select label="Listings" name="tab" mark={false} defaultValue={typed.tab ?? 'live'}>
        {ruleTabs.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
      <TextInput
        label="Search"
        name="query"
        autoComplete="off"
        defaultValue={typed.query ?? ''}
        help="Uses advanced search, for example game:pokemon cond>=nm. Leave empty for all listings."
        error={errors.query}
      />
      <Select label="Price" name="do" mark={false} defaultValue={typed.do ?? 'lower market'}>
        <option value="lower market">Below market price</option>
        <option value="raise market">Above market price</option>
      </Select>
      <PriceFields by="market" typed={typed} errors={errors} />
      <Checkbox label="Run every night" name="isOn" defaultChecked={Boolean(typed.isOn)} />
      <Button type="submit" kind="primary" busy={isBusy} busyLabel="Saving…">
        {rule ? 'Save price rule' : 'Create price rule'}
      </Button>
    </Form>
  );
}

function typedOf({ name, filter, change, isOn }: PriceRule): Record<string, string> {
  const { market, floor, rounding, aboveCost, mostPercent } = change;
  return {
    name,
    tab: filter.status.includes('draft') ? 'drafts' : filter.status.includes('paused') ? 'paused' : 'live',
    query: filter.query,
    do: market > 0 ? 'raise market' : 'lower market',
    by: String(Math.abs(market)),
    floor: floor ? decimalOf(floor.amount) : '',
    rounding: rounding ?? '',
    currency: floor?.currency ?? 'USD',
    mostPercent: mostPercent === null ? '' : String(mostPercent),
    aboveCost: aboveCost ? 'on' : '',
    isOn: isOn ? 'on' : '',
  };
}
