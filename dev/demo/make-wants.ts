import { makeWant } from '#features/wanted/lifecycle/make-want.server.ts';
import { matchWant } from '#features/wanted/match/match-wants.server.ts';
import { money } from '#kernel/numbers/money.ts';
import { dayMs } from '#kernel/time.ts';
import { before, type Chapter, memberOf } from './chapter.ts';
import { demoMembers } from './members.ts';
import { seeded, seedOf } from './seeded.ts';
import { actorOf, share } from './simulator.ts';

const words = [
  'For my binder. Played is fine.',
  'The last card I need for this set.',
  'For a deck, the cheaper the better.',
  null,
] as const;

/** What members look for: of the cards that people seek, some with terms. */
export const wantsChapter: Chapter = {
  name: 'wanted posts',
  async make(demo) {
    const wishes = demoMembers.flatMap((member) => {
      const random = seeded(seedOf(`wants ${member.email}`));
      const count = member.email === 'collector@example.test' ? 4 : Math.floor(random() * 3);
      return Array.from({ length: count }, () => ({
        member,
        card: demo.cards[Math.floor(random() * demo.cards.length)],
        part: random(),
      }));
    });
    await share(
      demo.simulators,
      wishes,
      async (simulator, { member, card, part }) => {
        if (!card) return;
        simulator.moveTo(before(demo, Math.floor(part * 40 * dayMs)));
        const description = words[Math.floor(part * words.length)] ?? null;
        const id = await makeWant(simulator.platform, actorOf(memberOf(demo, member.email).id), {
          card: { id: card.id },
          lowestCondition: part < 0.5 ? 'good' : null,
          highestPrice: part < 0.7 ? money(500 + Math.round(part * 60) * 100, 'USD') : null,
          ...(description && { description }),
        });
        simulator.moveTo(demo.now);
        await matchWant(simulator.platform, id);
      },
      demo.progress,
    );
  },
};
