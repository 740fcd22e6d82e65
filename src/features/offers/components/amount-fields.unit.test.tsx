import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { formatMoney } from '#kernel/numbers/money.ts';
import { AmountFields } from './amount-fields.tsx';
import { CounterAmount, SellersPart } from './sellers-part.tsx';

const price = { amount: 1_000, currency: 'USD' } as const;
const drawn = (amount: string) =>
  renderToStaticMarkup(
    <AmountFields
      label="Price per card"
      help="You ask $10.00."
      price={price}
      lowest={null}
      consequence={(named) => `You keep most of ${formatMoney(named)}.`}
      values={{ amount }}
      errors={undefined}
    />,
  );

test('what follows from an amount is said of the one that is written, and of none that is none', () => {
  expect(drawn('8')).toContain('<p role="status" class="ofr-told">You keep most of $8.00.</p>');
  for (const none of ['', '0', 'much']) expect(drawn(none)).toContain('<p role="status" class="ofr-told"></p>');
});

test('a new counter-offer is empty; a refused one has the typed amount, its error and the fee sentence of it', () => {
  const counter = (typed?: string, error?: string) =>
    renderToStaticMarkup(
      <CounterAmount
        offer={{ id: 'o1', amount: price }}
        fee={{ basisPoints: 1_000, fixed: 0 }}
        typed={typed}
        problem={error === undefined ? undefined : { code: 'invalid', message: error, errors: { amount: error } }}
      />,
    );
  expect(counter()).toContain('value=""');
  expect(counter()).not.toContain('You earn');
  expect(counter('20')).toContain('You earn $18.00 of $20.00');
  const refused = counter('20', 'Enter at most $10.00.');
  expect(refused).toContain('<a href="#f-amount-o1">Enter at most $10.00.</a>');
  expect(refused).toMatch(/<input[^>]*aria-invalid="true"/);
});

test('a seller who accepts reads the amount after the fee', () => {
  const html = renderToStaticMarkup(
    <SellersPart offer={{ amount: price }} fee={{ basisPoints: 1_000, fixed: 0 }} lines={null} />,
  );
  expect(html).toContain('You earn $9.00 of $10.00');
});
