import type { Card } from '#features/catalogue/contract.ts';
import { findCardsByIds } from '#features/catalogue/index.server.ts';
import { makeList } from '#features/want-lists/edit/make-list.server.ts';
import { commitPreview } from '#features/want-lists/import/change-preview.server.ts';
import { importWants } from '#features/want-lists/import/import-wants.server.ts';
import { dayMs } from '#kernel/time.ts';
import { before, type Chapter, memberOf } from './chapter.ts';
import { actorOf } from './simulator.ts';

const email = 'collector@example.test';

/** A public list of the collector's and a private one: of cards that are for sale, and of cards that are not. */
export const listsChapter: Chapter = {
  name: 'want lists',
  async make(demo) {
    const [simulator] = demo.simulators;
    if (!simulator) return;
    simulator.moveTo(before(demo, 4 * dayMs));
    const actor = actorOf(memberOf(demo, email).id);
    const cards = demo.cards.filter((_, n) => n % 7 === 0).slice(0, 18);
    const found = await findCardsByIds(
      simulator.platform.db,
      cards.map(({ id }) => id),
    );
    const printing = ({ name, setCode, number }: Card) => `1 ${name} (${setCode}) ${number ?? ''}`;
    const binder = [...found.values()].slice(0, 12).map(printing);
    const deck = ['2 Sol Ring', '4 Lightning Bolt', '1 Black Lotus', ...cards.slice(12).map(({ name }) => `1 ${name}`)];
    for (const [name, isPublic, lines] of [
      ['Missing from my binder', true, binder],
      ['For the next deck', false, deck],
    ] as const) {
      const id = await makeList(simulator.platform, actor, { name, isPublic });
      await importWants(simulator.platform, actor, id, lines.join('\n'));
      await commitPreview(simulator.platform, actor, id);
    }
  },
};
