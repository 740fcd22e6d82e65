import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { byField, PriceFields, priceBy, priceChoices } from '#features/bulk/widgets.tsx';
import { conditionNames, conditions, languageNames, languages } from '#features/catalogue/words.ts';
import { plural } from '#kernel/format.ts';
import { type Currency, currencies } from '#kernel/numbers/money.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { Select, TextInput } from '#ui/form/field.tsx';
import { Panel } from '#ui/page/panel.tsx';

interface ManyRowsProps {
  /** Rows that are not imported yet. */
  rows: number;
  /** The currency of most of them. */
  currency: Currency;
  answer: FormAnswer | undefined;
}

/** Sets values for the selected rows or for all. The checkboxes of the rows belong to this form. */
export function ManyRows({ rows, currency, answer }: ManyRowsProps) {
  const typed: Record<string, string> = answer?.values ?? { currency, shippingCurrency: currency };
  const errors = byField(answer?.problem?.errors);
  const [choice, setChoice] = useState(typed.do ?? '');
  const isBusy = useNavigation().state === 'submitting';
  const by = priceBy(choice);
  return (
    <Panel className="mb-4">
      <details className="many-rows" open={answer !== undefined}>
        <summary>Edit several rows: values, prices and shipping</summary>
        <Form method="post" id="many-rows" className="grid gap-4" preventScrollReset noValidate>
          <input type="hidden" name="intent" value="many" />
          <div className="many-fields">
            <Select
              label="Rows"
              name="which"
              id="many-which"
              mark={false}
              defaultValue={typed.which ?? ''}
              error={errors.rows}
            >
              <option value="">Selected rows</option>
              <option value="all">
                {plural(rows, { one: 'All rows not imported (#)', other: 'All rows not imported (#)' })}
              </option>
            </Select>
            <Select
              label="Condition"
              name="condition"
              id="many-condition"
              mark={false}
              defaultValue={typed.condition ?? ''}
            >
              <option value="">Don’t change</option>
              {conditions.map((condition) => (
                <option key={condition} value={condition}>
                  {conditionNames[condition]}
                </option>
              ))}
            </Select>
            <Select
              label="Language"
              name="language"
              id="many-language"
              mark={false}
              defaultValue={typed.language ?? ''}
            >
              <option value="">Don’t change</option>
              {languages.map((language) => (
                <option key={language} value={language}>
                  {languageNames[language]}
                </option>
              ))}
            </Select>
            <Select
              label="Prices"
              name="do"
              id="many-do"
              mark={false}
              defaultValue={choice}
              onChange={({ target }) => setChoice(target.value)}
            >
              <option value="">Don’t change</option>
              {priceChoices.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </Select>
            <TextInput
              label="Shipping method"
              name="shippingName"
              mark={false}
              maxLength={60}
              placeholder="Tracked letter"
              defaultValue={typed.shippingName}
              error={errors['shipping.name']}
              autoComplete="off"
            />
            <TextInput
              label="Shipping price"
              name="shippingPrice"
              mark={false}
              inputMode="decimal"
              autoComplete="off"
              placeholder="1.20"
              defaultValue={typed.shippingPrice}
              error={errors.shippingPrice ?? errors['shipping.price']}
            />
            <Select
              label="Shipping currency"
              name="shippingCurrency"
              mark={false}
              defaultValue={typed.shippingCurrency}
              help="Only rows with prices in this currency get the shipping method."
            >
              {currencies.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          </div>
          <div className="many-price" hidden={by === null}>
            <PriceFields by={by ?? 'percent'} typed={typed} errors={pricedErrors(errors)} />
          </div>
          <Button type="submit" className="justify-self-start" busy={isBusy} busyLabel="Changing rows…">
            Change rows
          </Button>
        </Form>
      </details>
    </Panel>
  );
}

/** The errors of a price change are named after its place in the input. */
const pricedErrors = (errors: Record<string, string>) =>
  byField(
    Object.fromEntries(Object.entries(errors).map(([name, said]) => [name.replace(/^price\./, 'change.'), said])),
  );
