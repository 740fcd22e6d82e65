import { plural } from '#kernel/format.ts';
import { a4, mm, openPdf } from '#platform/pdf/document.server.ts';
import { type DocumentOrder, notPrinted } from './document-order.ts';

const left = 15 * mm;
const width = a4.width - 2 * left;
const bottom = a4.height - 18 * mm;
const columns = {
  box: left,
  place: left + 20,
  sku: left + 95,
  title: left + 175,
  order: left + width - 95,
  copies: left + width - 30,
} as const;

/** What to fetch from storage, sorted by storage location: one line for each item, with a box to tick. */
export async function pullSheet(
  orders: readonly DocumentOrder[],
  on: string,
  more: number,
): Promise<Buffer<ArrayBuffer>> {
  const rows = orders
    .flatMap((order) => order.items.map((item) => ({ ...item, number: order.number })))
    .sort((a, b) => byPlace(a.place, b.place) || byPlace(a.sku, b.sku) || a.title.localeCompare(b.title, 'en'));
  const said = rows.flatMap((row) => [row.title, row.about, row.place ?? '', row.sku ?? '', row.number]);
  const pdf = await openPdf('Pull sheet', [on, ...said]);
  const lacking = rows.some((row) =>
    [row.title, row.about, row.place ?? '', row.sku ?? ''].some((text) => pdf.lacks(text)),
  );
  const notes = [
    more > 0 &&
      plural(more, {
        one: '# more order to ship isn’t on this sheet. The sheet lists the orders paid first.',
        other: '# more orders to ship aren’t on this sheet. The sheet lists the orders paid first.',
      }),
    lacking && notPrinted,
  ]
    .filter(Boolean)
    .join(' · ');
  const copies = rows.reduce((sum, { quantity }) => sum + quantity, 0);

  let y = 0;
  const begin = () => {
    pdf.page();
    pdf.write('Pull sheet', { x: left, y: 15 * mm, width, size: 16, bold: true });
    const counts = [
      plural(orders.length, { one: '# order', other: '# orders' }),
      plural(copies, { one: '# copy', other: '# copies' }),
    ];
    pdf.write([...counts, on].join(' · '), {
      x: left,
      y: 23 * mm,
      width,
      size: 10,
    });
    if (notes !== '') pdf.write(notes, { x: left, y: 27 * mm, width, size: 9 });
    const head = { y: 32 * mm, size: 9, bold: true };
    for (const [text, x] of [
      ['Location', columns.place],
      ['SKU', columns.sku],
      ['Card', columns.title],
      ['Order', columns.order],
      ['Quantity', columns.copies],
    ] as const)
      pdf.write(text, { ...head, x, width: 80 });
    y = 38 * mm;
    pdf.rule(left, y - 4, width);
  };
  begin();
  for (const { title, about, quantity, place, sku, number } of rows) {
    if (y + 34 > bottom) begin();
    pdf.box(columns.box, y, 9);
    const ends = [
      pdf.write(place ?? '—', { x: columns.place, y, width: 70, lines: 2 }),
      pdf.write(sku ?? '—', { x: columns.sku, y, width: 75, lines: 2 }),
      pdf.write(about, {
        x: columns.title,
        y: pdf.write(title, { x: columns.title, y, width: 225, bold: true, lines: 2 }),
        width: 225,
        size: 9,
        lines: 2,
      }),
    ];
    pdf.write(number, { x: columns.order, y, width: 60 });
    pdf.write(String(quantity), { x: columns.copies, y, width: 30, bold: true });
    y = Math.max(...ends) + 6;
    pdf.rule(left, y - 3, width);
    y += 3;
  }
  return pdf.end();
}

/** By the numbers in it as well, so that box 9 comes before box 10; what has none comes last. */
function byPlace(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a.localeCompare(b, 'en', { numeric: true });
}
