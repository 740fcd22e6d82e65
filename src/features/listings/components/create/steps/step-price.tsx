import { Suspense } from 'react';
import { Link } from 'react-router';
import { type Fee, feeSentence, leftOf } from '#features/fees/words.ts';
import type { ListedTable } from '#features/shipping/words.ts';
import { currencies, decimalOf, formatMoney, money } from '#kernel/numbers/money.ts';
import { Checkbox, Select, TextInput } from '#ui/form/field.tsx';
import { MoneyInput } from '#ui/form/money-input.tsx';
import { lazyPart } from '#ui/lazy-part.ts';
import { listingLimits as limits } from '../../../model/listing.rules.ts';
import { priceOfForm } from '../form/form-input.ts';
import { OfferFields } from '../form/offer-fields.tsx';
import { OnlyForYou } from '../form/only-for-you.tsx';
import type { StepProps } from '../form/parts.ts';
import { OwnShipping } from './own-shipping.tsx';
import { PriceRanges } from './price-ranges.tsx';
import { TableShipping } from './table-shipping.tsx';

/** Only sellers need it, and not before the price step. */
const WantedCount = lazyPart(() => import('./wanted-count.tsx'));

export interface StepPriceProps extends StepProps {
  scripted: boolean;
  photoCount: number;
  /** The fee of a sale that is made now. */
  fee: Fee;
  shipping: ListedTable;
  countries: readonly (readonly [code: string, name: string])[];
}

/** What it costs, how many there are, how it travels, and whether offers are welcome. */
export function StepPrice({ form, errors, change, scripted, photoCount, fee, shipping, countries }: StepPriceProps) {
  const amount = priceOfForm(form);
  const wantsPhoto = amount !== null && amount >= limits.photoRequiredFrom && photoCount === 0;
  return (
    <>
      <div className="grid grid-cols-2 gap-4 sm:grid-cols-[minmax(0,1fr)_120px_120px]" data-guide="price">
        <MoneyInput
          label={form.playset ? 'Price per playset' : 'Price per card'}
          name="price"
          fieldClass="max-sm:col-span-2"
          required
          currency={form.currency}
          error={errors.price}
          help={
            wantsPhoto
              ? `Listings of ${decimalOf(limits.photoRequiredFrom)} or more need at least 1 photo.`
              : 'Excluding shipping.'
          }
          value={form.price}
          onChange={(event) => change({ price: event.target.value })}
        />
        <Select
          label="Currency"
          name="currency"
          mark={false}
          value={form.currency}
          onChange={(event) => change({ currency: event.target.value as typeof form.currency })}
        >
          {currencies.map((code) => (
            <option key={code}>{code}</option>
          ))}
        </Select>
        <TextInput
          label="Quantity"
          name="quantity"
          mark={false}
          inputMode="numeric"
          error={errors.quantity}
          value={form.quantity}
          onChange={(event) => change({ quantity: event.target.value })}
        />
      </div>
      <div className="mt-3">
        <Checkbox
          id="f-playset"
          name="playset"
          label="Price and quantity are per playset of 4. For example, 2 playsets are listed as 8 copies."
          checked={form.playset}
          onChange={(event) => change({ playset: event.target.checked })}
        />
      </div>
      {amount !== null && (
        <p className="mt-4" data-testid="seller-gets">
          You earn <strong className="tnum">{formatMoney(leftOf(fee, money(amount, form.currency)))}</strong> per card
          plus the shipping price. {feeSentence(fee, money(amount, form.currency))}{' '}
          <Link className="link" to="/fees" target="_blank">
            Fees
          </Link>
        </p>
      )}
      {scripted && form.card && !form.isFree && (
        <Suspense>
          <WantedCount form={form} shipping={shipping} />
        </Suspense>
      )}
      {scripted && form.card && !form.isFree && (
        <PriceRanges
          cardId={form.card.id}
          condition={form.isGraded ? 'graded' : form.condition}
          currency={form.currency}
          finish={form.finish}
          language={form.language}
          onTake={(price) => change({ price: decimalOf(price.amount), currency: price.currency, playset: false })}
        />
      )}
      {shipping.methods ? (
        <TableShipping form={form} shipping={{ ...shipping, methods: shipping.methods }} />
      ) : (
        <OwnShipping
          form={form}
          errors={errors}
          change={change}
          scripted={scripted}
          sendsFrom={shipping.sendsFrom}
          countries={countries}
        />
      )}
      <OfferFields form={form} errors={errors} change={change} />
      <OnlyForYou form={form} errors={errors} change={change} />
    </>
  );
}
