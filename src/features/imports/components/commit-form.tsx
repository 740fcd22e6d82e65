import { type FormEvent, useState } from 'react';
import { Form } from 'react-router';
import { conditionNames, conditions } from '#features/catalogue/words.ts';
import { formatList, plural } from '#kernel/format.ts';
import type { Currency } from '#kernel/numbers/money.ts';
import { Button } from '#ui/button.tsx';
import { Select, TextInput } from '#ui/form/field.tsx';
import { MoneyInput } from '#ui/form/money-input.tsx';
import { Note } from '#ui/page/panel.tsx';
import type { StockImport } from '../contract.ts';
import type { RowAnswer } from './import-words.ts';
import { unsavedRows } from './unsaved-rows.ts';

interface CommitFormProps {
  /** The sure ones. */
  rows: number;
  progress: StockImport['progress'];
  /** The currency of most rows. */
  currency: Currency;
  answer: RowAnswer | undefined;
}

/** Lists the ready rows, with a value for those that lack one. */
export function CommitForm({ rows, progress, currency, answer }: CommitFormProps) {
  const { withoutPrice, withoutFinish, withoutCondition, withoutShipping } = progress;
  const { values = {}, errors = {} } = answer ?? {};
  const [unsaved, setUnsaved] = useState<number[]>([]);
  const onSubmit = (event: FormEvent) => {
    const rows = unsavedRows();
    if (rows.length > 0) event.preventDefault();
    setUnsaved(rows);
  };
  return (
    <Form method="post" className="flex flex-wrap items-end gap-3" noValidate onSubmit={onSubmit}>
      {unsaved.length > 0 && (
        <Note tone="danger" role="alert" className="w-full">
          {plural(unsaved.length, {
            one: `Row ${unsaved[0]} has changes that aren’t saved. Save the row, then import.`,
            other: `Rows ${formatList(unsaved.map(String))} have changes that aren’t saved. Save the rows, then import.`,
          })}
        </Note>
      )}
      <input type="hidden" name="intent" value="commit" />
      <Select label="Import as" name="status" mark={false}>
        <option value="active">Active listings</option>
        <option value="draft">Drafts</option>
      </Select>
      {withoutFinish > 0 && (
        <Select
          label={plural(withoutFinish, {
            one: 'Finish for # row without one',
            other: 'Finish for # rows without one',
          })}
          name="finish"
          mark={false}
        >
          <option value="">Choose per row</option>
          <option value="normal">Non-foil</option>
          <option value="foil">Foil</option>
        </Select>
      )}
      {withoutCondition > 0 && (
        <Select
          label={plural(withoutCondition, {
            one: 'Condition for # row without one',
            other: 'Condition for # rows without one',
          })}
          name="condition"
          mark={false}
        >
          <option value="">Choose per row</option>
          {conditions.map((condition) => (
            <option key={condition} value={condition}>
              {conditionNames[condition]}
            </option>
          ))}
        </Select>
      )}
      {withoutPrice > 0 && (
        <TextInput
          label={plural(withoutPrice, {
            one: 'Price in US dollars for # row without one',
            other: 'Price in US dollars for # rows without one',
          })}
          name="price"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={values.price}
          error={errors.price}
        />
      )}
      {withoutShipping > 0 && <ShippingFields {...{ withoutShipping, currency, values, errors }} />}
      <Button type="submit" kind="primary" disabled={rows + withoutFinish === 0}>
        {rows === 0 && withoutFinish > 0
          ? 'Import rows'
          : plural(rows, { one: 'Import # row', other: 'Import # rows' })}
      </Button>
    </Form>
  );
}

interface ShippingFieldsProps extends RowAnswer {
  withoutShipping: number;
  currency: Currency;
}

/** A listing without a shipping method has free shipping, so the seller reads that first. */
function ShippingFields({ withoutShipping, currency, values, errors }: ShippingFieldsProps) {
  return (
    <>
      <Note className="w-full">
        {plural(withoutShipping, {
          one: '# row has no shipping method. Its listing will have free shipping, unless you enter one here.',
          other: '# rows have no shipping method. Their listings will have free shipping, unless you enter one here.',
        })}
      </Note>
      <input type="hidden" name="shippingCurrency" value={currency} />
      <TextInput
        label={plural(withoutShipping, {
          one: 'Shipping method for # row without one',
          other: 'Shipping method for # rows without one',
        })}
        name="shippingName"
        id="commit-shipping-name"
        mark={false}
        maxLength={60}
        placeholder="Tracked letter"
        autoComplete="off"
        defaultValue={values.shippingName}
        error={errors['shipping.name']}
      />
      <MoneyInput
        label="Shipping price"
        name="shippingPrice"
        id="commit-shipping-price"
        mark={false}
        currency={currency}
        placeholder="1.20"
        defaultValue={values.shippingPrice}
        error={errors.shippingPrice ?? errors['shipping.price']}
      />
    </>
  );
}
