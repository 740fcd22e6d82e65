import { createListing } from '#features/listings/index.server.ts';
import { type Chapter, type Demo, type MadeListing, memberOf } from './chapter.ts';
import { checklistOf } from './evidence.ts';
import { demoMembers } from './members.ts';
import { seeded, shuffled } from './seeded.ts';
import { actorOf, type Simulator, share } from './simulator.ts';
import { type PlannedListing, planStock } from './stock.ts';

/** Everything that is for sale today. */
export const stockChapter: Chapter = {
  name: 'listings',
  async make(demo) {
    // Mixed, so that two simulators seldom wait for the same seller's lock.
    const planned = shuffled(seeded(11), planStock(demo.cards, demoMembers, demo.scale.listings));
    await share(
      demo.simulators,
      planned,
      async (simulator, plan) => {
        demo.listings.push(await putUp(demo, simulator, plan));
      },
      demo.progress,
    );
    // The order in which the simulators got there is random; later steps pick from this list.
    demo.listings.sort(
      (a, b) => a.publishedAt.getTime() - b.publishedAt.getTime() || a.sellerEmail.localeCompare(b.sellerEmail),
    );
  },
};

/** The seller puts a copy up for sale, with photos of it. */
export async function putUp(demo: Demo, simulator: Simulator, plan: PlannedListing): Promise<MadeListing> {
  const seller = memberOf(demo, plan.sellerEmail);
  const publishedAt = new Date(demo.now.getTime() - plan.publishedAgoMs);
  simulator.moveTo(publishedAt);
  const {
    card,
    condition,
    finish,
    language,
    grading,
    quantity,
    price,
    shipping,
    description,
    acceptsOffers,
    offerFloor,
    photos,
  } = plan;
  const input = {
    catalogueCardId: card.id,
    condition,
    finish: finish as 'normal' | null,
    language,
    grading,
    quantity,
    price,
    shipping,
    description,
    acceptsOffers,
    offerFloor,
  };
  const { id } = await createListing(
    simulator.platform,
    actorOf(seller.id),
    { ...input, checklist: checklistOf(plan), status: 'active' },
    { artViews: photos },
  );
  return {
    id,
    sellerId: seller.id,
    sellerEmail: seller.email,
    publishedAt,
    amount: price.amount,
    currency: price.currency,
    takesOffers: acceptsOffers && quantity === 1,
  };
}
