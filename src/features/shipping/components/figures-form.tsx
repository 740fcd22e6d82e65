import { Form, useNavigation } from 'react-router';
import { decimalOf } from '#kernel/numbers/money.ts';
import type { FormAnswer } from '#platform/http/page-form.server.ts';
import { Button } from '#ui/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { TextInput } from '#ui/form/field.tsx';
import type { FiguresView } from '../contract.ts';
import { tableLimits as limits, type ShippingFigures } from '../model/shipping.rules.ts';

const labels: Record<keyof ShippingFigures, { label: string; help: string }> = {
  trackedFrom: { label: 'Tracking required from', help: 'Price of the cards in an order, in its currency.' },
  trackedFromForNew: {
    label: 'Tracking required from (new sellers)',
    help: 'Also for sellers with too many lost parcels.',
  },
  newUnderOrders: {
    label: 'Delivered orders of a new seller',
    help: 'A seller with fewer delivered orders is new.',
  },
  lossBasisPoints: {
    label: 'Lost parcels (%)',
    help: 'Sellers who lose more need tracking from the lower price.',
  },
  lossFromParcels: {
    label: 'Minimum number of parcels',
    help: 'The percentage counts from this number of parcels.',
  },
  gramsPerCard: { label: 'Card weight in grams', help: 'Assumed for each card.' },
  gramsPerSlab: { label: 'Graded card weight in grams', help: 'Assumed for each graded card.' },
  transitHomeDays: {
    label: 'Tracked delivery in days, same country',
    help: 'Assumed time on the way. We don’t read the carrier’s scans.',
  },
  transitAbroadDays: {
    label: 'Tracked delivery in days, other country',
    help: 'Assumed time on the way to another country.',
  },
  trackedWaitDays: {
    label: 'Wait after tracked delivery in days',
    help: 'After that, the buyer can report the order as not received.',
  },
  untrackedHomeDays: {
    label: 'Wait without tracking in days, same country',
    help: 'Counted from the day of shipping.',
  },
  untrackedAbroadDays: {
    label: 'Wait without tracking in days, other country',
    help: 'Counted from the day of shipping.',
  },
  untrackedCover: {
    label: 'Untracked loss that we bear, up to',
    help: 'For each order, in its currency. The seller bears the rest. With 0, the seller bears all of it.',
  },
  fraudCover: {
    label: 'Seller protection up to',
    help: 'For payment disputes about fraud, if the order was tracked and delivered. With 0, there is none.',
  },
};
/** Typed with decimals: amounts and a percentage. */
const withDecimals: readonly (keyof ShippingFigures)[] = [
  'trackedFrom',
  'trackedFromForNew',
  'lossBasisPoints',
  'untrackedCover',
  'fraudCover',
];

/** The figures of shipping for new orders. */
export function FiguresForm({ figures, answer }: { figures: FiguresView; answer: FormAnswer | undefined }) {
  const busy = useNavigation().formMethod === 'POST';
  const { problem, values } = answer?.problem ? answer : {};
  const names = Object.keys(labels) as (keyof ShippingFigures)[];
  return (
    <Form method="post" preventScrollReset noValidate aria-label="Shipping figures" className="mt-5">
      <input type="hidden" name="about" value="figures" />
      <ErrorSummary
        errors={problem?.errors}
        message={problem?.errors ? undefined : problem?.message}
        attempt={problem}
      />
      {names.map((name) => (
        <TextInput
          key={name}
          name={name}
          {...labels[name]}
          required
          inputMode="decimal"
          defaultValue={
            values?.[name] ?? (withDecimals.includes(name) ? decimalOf(figures[name]) : String(figures[name]))
          }
          error={problem?.errors?.[name]}
        />
      ))}
      <TextInput
        name="note"
        label="Reason"
        maxLength={limits.note}
        help="Shown on the Fees page."
        defaultValue={values?.note ?? ''}
        error={problem?.errors?.note}
      />
      <Button type="submit" kind="primary" className="mt-4" busy={busy} busyLabel="Changing…">
        Change shipping figures
      </Button>
    </Form>
  );
}
