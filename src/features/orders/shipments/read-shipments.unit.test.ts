import { expect, test } from 'vitest';
import { mostShipments, readShipments } from './read-shipments.ts';

const read = (text: string) =>
  readShipments(text).map(({ line, order, carrier, trackingNumber }) => [line, order, carrier, trackingNumber]);

test('lines are read with any separator, with and without a carrier', () => {
  const text =
    'JCZCZT2D, DHL, 0034\n\nJ1Q0XW7V;RX1\nABCDEFGH\tLa Poste\t6A 1\nABCDEFGJ 0077\nABCDEFGK DHL Paket 0078\nABCDEFGM';
  expect(read(text)).toEqual([
    [1, 'JCZCZT2D', 'DHL', '0034'],
    [3, 'J1Q0XW7V', '', 'RX1'],
    [4, 'ABCDEFGH', 'La Poste', '6A 1'],
    [5, 'ABCDEFGJ', '', '0077'],
    [6, 'ABCDEFGK', 'DHL Paket', '0078'],
    [7, 'ABCDEFGM', '', ''],
  ]);
});

test('a file with a header is read by the names of its columns, as the export of orders writes them', () => {
  const file =
    '\ufeffOrder number,Type,Items,Carrier,Tracking number\r\nJCZCZT2D,Sale,"1 × Mew, Jungle",DHL,0034\r\nJ1Q0XW7V,Sale,1 × Mew,,\r\n';
  expect(read(file)).toEqual([
    [2, 'JCZCZT2D', 'DHL', '0034'],
    [3, 'J1Q0XW7V', '', ''],
  ]);
  expect(read('Tracking;Order\n0034;JCZCZT2D')).toEqual([[2, 'JCZCZT2D', '', '0034']]);
});

test('an empty list, one that is too long and one with an open quotation mark are refused, with what to do', () => {
  const refusal = (text: string) => {
    try {
      readShipments(text);
    } catch (error) {
      return (error as { errors?: Record<string, string> }).errors?.lines;
    }
  };
  expect(refusal(' \n\n')).toMatch(/^Paste at least 1 line/);
  expect(refusal('Order number,Tracking number')).toMatch(/^Paste at least 1 line/);
  expect(refusal('JCZCZT2D,1\n'.repeat(mostShipments + 1))).toMatch(/at most 200 lines at a time/);
  expect(refusal('"JCZCZT2D,DHL,1')).toMatch(/Add the missing quotation mark/);
});
