import { changeOf } from '#features/bulk/index.server.ts';
import { plural } from '#kernel/format.ts';
import { typedMoney } from '#kernel/numbers/typed-money.ts';
import { parseInput, text } from '#platform/http/page-form.server.ts';
import { rowFields } from '../components/import-words.ts';
import { type ChangeRowsInput, changeRowsSchema } from '../contract.ts';
import type { ChangedRows } from '../run/change-rows.server.ts';

const manyFields = 'which do by floor currency rounding mostPercent aboveCost shippingName shippingPrice';

/** The fields whose typed values the page shows again after a refusal. */
export const retained = ['intent', 'row', ...rowFields, ...manyFields.split(' ')];

/** The form for several rows as input. Refuses an invalid amount (422), by its field. */
export function readManyRows(form: FormData): ChangeRowsInput {
  const [name, shippingPrice] = [text(form, 'shippingName').trim(), text(form, 'shippingPrice').trim()];
  return parseInput(changeRowsSchema, {
    rows: text(form, 'which') === 'all' ? 'all' : form.getAll('rows').map(Number),
    ...(text(form, 'condition') && { condition: text(form, 'condition') }),
    ...(text(form, 'language') && { language: text(form, 'language') }),
    ...(text(form, 'do') && { price: changeOf(form) }),
    ...((name || shippingPrice) && {
      shipping: {
        name,
        price: { amount: typedMoney('shippingPrice', shippingPrice, 'USD'), currency: 'USD' },
        tracked: false,
      },
    }),
  });
}

export function changedInWords({ changed, withoutPrice }: ChangedRows): string {
  const done = plural(changed, { one: '# row changed.', other: '# rows changed.' });
  if (withoutPrice === 0) return done;
  const kept = plural(withoutPrice, {
    one: '# row keeps its price because there is nothing to compare it with.',
    other: '# rows keep their prices because there is nothing to compare them with.',
  });
  return `${done} ${kept}`;
}
