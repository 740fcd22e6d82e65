import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { plural } from '#kernel/format.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/form/field.tsx';
import type { Meant } from '../pages/new-change.server.ts';
import { choices, priceBy } from './bulk-words.ts';
import { byField } from './field-errors.ts';
import { PriceFields } from './price-fields.tsx';

interface ChangeFormProps {
  meant: Meant;
  count: number;
  answer: FormAnswer | undefined;
}

/** The form for the selected listings. Without script it shows all fields; price fields apply to prices only. */
export function ChangeForm({ meant, count, answer }: ChangeFormProps) {
  const typed = answer?.values ?? {};
  const errors = byField(answer?.problem?.errors);
  const [chosen, setChosen] = useState(typed.do || choices[0].name);
  const isBusy = useNavigation().state === 'submitting';
  const by = priceBy(chosen);
  return (
    <Form method="post" className="bulk-ask" noValidate>
      {meant.ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <input type="hidden" name="tab" value={meant.tab} />
      <input type="hidden" name="q" value={meant.search} />
      <Select
        label="Change"
        name="do"
        mark={false}
        defaultValue={chosen}
        onChange={(event) => setChosen(event.target.value)}
      >
        {choices.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </Select>
      <div className="bulk-ask" hidden={by === null}>
        <PriceFields by={by ?? 'percent'} typed={typed} errors={errors} />
      </div>
      <Button type="submit" kind="primary" busy={isBusy} busyLabel="Loading preview…">
        {plural(count, { one: 'Preview changes (# listing)', other: 'Preview changes (# listings)' })}
      </Button>
    </Form>
  );
}
