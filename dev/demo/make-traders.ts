import { writeMarketText } from '#features/legal/index.server.ts';
import { setTraderStatus } from '#features/traders/index.server.ts';
import { type Chapter, memberOf } from './chapter.ts';
import { actorOf } from './simulator.ts';

/** The shop sells as a trader, and the market has an imprint. */
export const tradersChapter: Chapter = {
  name: 'professional sellers',
  async make(demo) {
    const { id } = memberOf(demo, 'shop@example.test');
    await setTraderStatus(demo.platform, actorOf(id), {
      kind: 'trader',
      legalName: 'Mint & More BV',
      street: 'Meir 12',
      postalCode: '2000',
      city: 'Antwerp',
      country: 'BE',
      email: 'orders@mint-and-more.example',
      phone: '+32 3 555 01 23',
      register: 'Kruispuntbank van Ondernemingen',
      registerNumber: '0123.456.749',
      vatId: 'BE0123456749',
      withdrawal:
        'Tell us within 14 days, then send the cards to Mint & More, Meir 12, 2000 Antwerp, within another 14 days. We pay return shipping within Belgium.',
      certified: true,
    });
    const by = memberOf(demo, 'admin@example.test').id;
    await writeMarketText(demo.platform, by, 'imprint', {
      text: '**Sleeved demo site**\n\nThis is a test site. Payments are simulated, and no cards are shipped.',
    });
  },
};
