import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { defaultFigures } from '../model/payout-rule.ts';
import { HoldTable } from './hold-table.tsx';
import { SalesBlockNote } from './sales-block-note.tsx';

test('the hold of a seller with many orders is published with its condition', () => {
  expect(renderToStaticMarkup(<HoldTable {...defaultFigures} />)).toContain(
    'With 25 or more delivered orders, 1% or more payment disputes or 2% or more lost orders keep the hold at 3 days.',
  );
});

test('from when on a seller needs a payout account is published; a market that needs none says nothing', () => {
  const sentence = (figures: object) => renderToStaticMarkup(<SalesBlockNote {...defaultFigures} {...figures} />);
  expect(sentence({})).toContain(
    'With 3 paid orders or unsent earnings of 100.00, your listings can’t be bought until your account is active.',
  );
  expect(sentence({ blockFromOwed: null })).toContain('With 3 paid orders, your listings');
  expect(sentence({ blockFromOrders: null, blockFromOwed: null })).toBe('');
});
