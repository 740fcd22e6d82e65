import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';
import type { ImportedRow, StockImport } from '../contract.ts';
import { CommitPanel } from './commit-panel.tsx';
import { ImportedRowView } from './imported-row.tsx';

const drawn = (element: ReactNode) =>
  renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />);

const own = (doubtful: number, rejected: number) =>
  ({
    ...{ id: 'a', status: 'committed', counts: { sure: 3, doubtful, rejected } },
    progress: {
      listed: 3,
      refused: 0,
      of: 3,
      withoutPrice: 0,
      withoutFinish: 0,
      withoutCondition: 0,
      unlisted: doubtful + rejected,
      willNeedPhoto: 0,
      forSale: 3,
      needPhoto: 0,
    },
  }) as StockImport;

test('rows without a candidate card are downloaded as a file; a card is chosen where there are candidates', () => {
  const said = (doubtful: number, rejected: number) =>
    drawn(
      <CommitPanel
        value={[{ amount: 123_456, currency: 'USD' }]}
        own={own(doubtful, rejected)}
        mayUndo={false}
        currency="USD"
        answer={undefined}
      />,
    );
  expect(said(0, 2)).toContain('2 rows aren’t imported. Correct them in the file.');
  expect(said(1, 2)).toContain('3 rows aren’t imported. Choose their cards below, or correct them in the file.');
  expect(said(1, 0)).toContain('1 row isn’t imported. Choose its card below, or correct it in the file.');
});

test('an import shows before and after what is for sale and what is a draft, and why', () => {
  const progress = {
    listed: 0,
    refused: 0,
    of: 35,
    withoutPrice: 0,
    withoutFinish: 0,
    unlisted: 35,
    willNeedPhoto: 30,
    forSale: 0,
    needPhoto: 0,
  };
  const panel = (more: object) =>
    drawn(
      <CommitPanel
        value={[{ amount: 123_456, currency: 'USD' }]}
        own={{ ...own(0, 0), ...more } as StockImport}
        mayUndo={false}
        currency="USD"
        answer={undefined}
      />,
    );
  expect(panel({ status: 'preview', progress })).toContain(
    '5 listings can be active. 30 listings will be drafts until you add photos.',
  );
  const after = panel({
    status: 'committed',
    progress: { ...progress, listed: 35, unlisted: 0, willNeedPhoto: 0, forSale: 5, drafts: 30, needPhoto: 30 },
    counts: { sure: 35, doubtful: 2, rejected: 1 },
  });
  for (const [to, said] of [
    ['/dashboard/listings?tab=live', '5 active listings'],
    ['/listings/import/a?show=photo', '30 drafts need a photo'],
    ['/listings/import/a?show=skipped', '3 rows not imported'],
  ])
    expect(after).toContain(`href="${to}" data-discover="true">${said}</a>`);
  expect(after).toContain('Total value: <strong>$1,234.56</strong>');
});

test('a listed row that stays is not shown as skipped', () => {
  const row = {
    row: 2,
    status: 'sure',
    said: 'Pikachu',
    card: null,
    candidates: [],
    quantity: 3,
    notes: [],
    unread: [],
    leftOut: true,
  } as unknown as ImportedRow;
  const said = (more: Partial<ImportedRow>) =>
    drawn(<ImportedRowView row={{ ...row, ...more }} isOpen={false} answer={undefined} search={null} hidden={{}} />);
  expect(said({ listingId: null, outcome: null })).toContain('Skipped');
  expect(said({ listingId: 'b', outcome: 'Not deleted. Copies were sold.' })).not.toContain('Skipped');
});

test('set and number are read apart, and rows without a shipping method are named before the import', () => {
  const row = {
    ...{ row: 1, status: 'sure', said: 'Blastoise', candidates: [], quantity: 1, notes: [], unread: [] },
    card: { id: 'a', name: 'Blastoise', setName: 'Base Set', number: '2', rarity: null, finishes: [] },
  } as unknown as ImportedRow;
  expect(drawn(<ImportedRowView row={row} isOpen={false} answer={undefined} search={null} hidden={{}} />)).toContain(
    'Base Set · 2 · 1 ×',
  );
  const progress = { ...own(0, 0).progress, listed: 0, withoutShipping: 2 };
  const panel = (errors: Record<string, string>) =>
    drawn(
      <CommitPanel
        value={[]}
        own={{ ...own(0, 0), status: 'preview', progress } as StockImport}
        mayUndo={false}
        currency="EUR"
        answer={{ errors, values: { shippingPrice: 'cheap' } }}
      />,
    );
  expect(panel({})).toContain('2 rows have no shipping method. Their listings will have free shipping, unless');
  expect(panel({})).toContain('name="shippingCurrency" value="EUR"');
  expect(panel({ shippingPrice: 'No amount.' })).toMatch(/id="commit-shipping-price-error"[^>]*>.*No amount\./);
});

test('an undo asks with the number of listings and what follows', () => {
  const asked = drawn(<CommitPanel value={[]} own={own(0, 0)} mayUndo={true} currency="USD" answer={undefined} />);
  expect(asked).toMatch(/<summary>.*Undo import….*Delete 3 listings of this import\?.*Delete 3 listings<\/button>/s);
  expect(asked).toContain('Their open offers end.');
});
