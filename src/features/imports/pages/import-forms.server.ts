import { changeOf } from '#features/bulk/index.server.ts';
import { plural } from '#kernel/format.ts';
import { typedCurrency, typedMoney } from '#kernel/numbers/typed-money.ts';
import { parseInput, text } from '#platform/http/page-form.server.ts';
import { rowFields } from '../components/import-words.ts';
import { type ChangeRowsInput, changeRowsSchema } from '../contract.ts';
import type { ChangedRows } from '../run/change-rows.server.ts';

const manyFields =
  'which do by floor currency rounding mostPercent aboveCost shippingName shippingPrice shippingCurrency';

/** The fields whose typed values the page shows again after a refusal. */
export const retained = ['intent', 'row', ...rowFields, ...manyFields.split(' ')];

/** The form for several rows as input. Refuses an invalid amount (422), by its field. */
export function readManyRows(form: FormData): ChangeRowsInput {
  return parseInput(changeRowsSchema, {
    rows: text(form, 'which') === 'all' ? 'all' : form.getAll('rows').map(Number),
    ...(text(form, 'condition') && { condition: text(form, 'condition') }),
    ...(text(form, 'language') && { language: text(form, 'language') }),
    ...(text(form, 'do') && { price: changeOf(form) }),
    ...typedShipping(form),
  });
}

/** The shipping method of a form; none where its fields are empty. */
export function typedShipping(form: FormData) {
  const [name, price] = [text(form, 'shippingName').trim(), text(form, 'shippingPrice').trim()];
  if (name === '' && price === '') return {};
  const currency = typedCurrency(text(form, 'shippingCurrency'));
  return {
    shipping: { name, price: { amount: typedMoney('shippingPrice', price, currency), currency }, tracked: false },
  };
}

export function changedInWords({ changed, withoutPrice, withoutShipping }: ChangedRows): string {
  const done = plural(changed, { one: '# row changed.', other: '# rows changed.' });
  const priced = [...withoutPrice]
    .sort(([, one], [, other]) => other - one)
    .map(
      ([why, rows]) => `${plural(rows, { one: '# row keeps its price.', other: '# rows keep their prices.' })} ${why}`,
    );
  const shipped = plural(withoutShipping, {
    one: '# row keeps its shipping because its price is in another currency.',
    other: '# rows keep their shipping because their prices are in another currency.',
  });
  return [done, ...priced, ...(withoutShipping > 0 ? [shipped] : [])].join(' ');
}
