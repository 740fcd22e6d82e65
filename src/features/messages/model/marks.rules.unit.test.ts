import { cpuUsage } from 'node:process';
import { describe, expect, test } from 'vitest';
import { marksOf } from './marks.rules.ts';

/** Messages about cards, with all their numbers: none gets a warning. */
const harmless = [
  'PSA 10 12345678 cert, straight from the vault.',
  'The cert number is 0123456789, look it up at PSA.',
  'BGS 9.5 0014325678 and PSA 9 83452217, 140 for both?',
  'CGC 4185632011 · 9.5 Mint+',
  'Set numbers: 004/102, 015/102, 058/102 and 063/102.',
  'I need 4/102, 6/102, 10/102, 15/102, 16/102 to finish Base Set.',
  'Would you take 1,250.00 for all 2,400 of them?',
  'Call it 20 and we have a deal.',
  'Call me crazy, but 350 is too much for a played one.',
  'Printed in 1999, bought in 2003, graded 2021-2022.',
  'Pokémon 1999 2000 2001 2002 complete sets',
  'The card is 63 x 88 mm, the box 200 × 300 × 150 mm.',
  'It weighs 1.8 g; the pack was 20.5 to 21.3 g.',
  'Tracking is 00340434161094042557, it should be there on Friday.',
  'LOT-2023-11-05-0042 in my notes, order 1m850d7t0j2ph0fmwgah.',
  'I paid 45.00 + 3.50 post = 48.50, sold 10 of 12.',
  '10 copies of Street Wraith and 4 of Cabal Therapy, please.',
  'I have 12 Court of Grace and 3 Command Tower, NM.',
  '2 Lonely Sandbar, 1 Forbidden Orchard, 7 Forest and 8 Island. 3 more from the street, 2 on the road.',
  'It is off the market, I sent it via DHL 5 days ago. LP00123456789012 is the parcel.',
  'It is 9 to 5 that he drives a hard bargain, 100 percent.',
  'Can you do 12 a card, or 30 for 3 cards? I will pay by the order here.',
  'Crypto Beasts is a set I never heard of; my pal paid 5 for one.',
  'A gift: cards from 1995 to 2005, 300 in all.',
  'Scryfall 550c74d4-1fcb-406a-b02a-639a760a4380, number 0270.',
] as const;

const addresses = [
  'Send it to 12 Long Mill Road, Leeds.',
  'My address: 221b Baker Street, London NW1 6XE',
  '1600 Pennsylvania Avenue NW, Washington',
  'Write to 45 Oak Ln., Springfield',
  'Ship to Apt 5, 900 N. Michigan Ave, Chicago',
  'PO Box 1234, Austin TX',
  'P.O. Box 77, Dublin',
  'Schick es an Hauptstraße 12, 10115 Berlin.',
  'Lange Gasse 7, Wien',
  'Am Marktplatz 3, 50667 Köln',
  'Musterstr. 5, Hamburg',
  'J’habite 12 rue de la Paix, 75002 Paris',
  '8 bis avenue Foch, Lyon',
  'Via Roma 15, 00184 Roma',
  'Calle Mayor 24, 28013 Madrid',
  'Kerkstraat 5, 1017 GA Amsterdam',
] as const;

const phones = [
  'Ring me: +49 170 1234567',
  '+1 (415) 555-2671 any time',
  'my number is 0044 20 7946 0958',
  'Text me at 415-555-2671',
  '(415) 555-2671',
  '415.555.2671',
  'call 07911 123456',
  'Ruf an: 0170 / 1234567',
  '06 12 34 56 78, le soir',
  'WhatsApp +33612345678',
  'Tel. 0311234567',
  'whatsapp: 3471234567',
] as const;

const payments = [
  'Pay me by PayPal friends and family.',
  'paypal.me/somebody',
  'Can you venmo me?',
  'Cash App is $cardking',
  'Zelle works for me',
  'Western Union only',
  'My IBAN is DE89 3704 0044 0532 0130 00',
  'Send it to DE89370400440532013000',
  'A bank transfer is cheaper for both of us.',
  'Wire the money first.',
  'I take bitcoin or USDT.',
  'Zahl per Überweisung, dann spare ich die Gebühr.',
  'Apple gift cards are fine too.',
  'We can do it outside of this site and save the fees.',
  'Revolut or Wise?',
] as const;

describe('[EN-07] marks of a message', () => {
  test.each(harmless)('a message about cards is not marked: %s', (text) => {
    expect(marksOf(text)).toEqual([]);
  });
  test.each(addresses)('a postal address is marked: %s', (text) => {
    expect(marksOf(text)).toContain('address');
  });
  test.each(phones)('a phone number is marked: %s', (text) => {
    expect(marksOf(text)).toContain('phone');
  });
  test.each(payments)('a payment outside the marketplace is marked: %s', (text) => {
    expect(marksOf(text)).toContain('payment');
  });
  test('alternative spellings are marked, once', () => {
    expect(marksOf('  Pay me by   PayPal,\n\nor call\n+49 170 1234567:\n12 Long\nMill Road')).toEqual([
      'address',
      'phone',
      'payment',
    ]);
    expect(marksOf('+49 170 1234567 and +49 170 7654321')).toEqual(['phone']);
    expect(marksOf('')).toEqual([]);
  });
  test('a text designed to be slow to match is processed quickly', () => {
    for (const text of [
      '1 a '.repeat(500),
      '1 '.repeat(1_000),
      'a'.repeat(2_000),
      `${'1 '.repeat(900)}x street`,
      '+'.repeat(2_000),
    ]) {
      const before = cpuUsage();
      marksOf(text);
      // CPU time: wall time would include other load on the machine.
      expect(cpuUsage(before).user).toBeLessThan(200_000);
    }
  });
});
