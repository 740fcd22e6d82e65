import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { cardArtSvg, findCard } from '#features/catalogue/index.server.ts';
import { type Checklist, offersChecklist } from '#features/listings/checklist.ts';
import { keepPhotos } from '#features/orders/problems/problem-photos.server.ts';
import { seeded, seedOf } from './seeded.ts';
import type { Simulator } from './simulator.ts';
import { actorOf } from './simulator.ts';
import type { PlannedListing } from './stock.ts';

/**
 * What a careful seller has looked at of a dear card; every other one is careful. A card in worse condition shows it.
 */
export function checklistOf({ sellerEmail, card, condition, price, grading }: PlannedListing): Checklist | null {
  const random = seeded(seedOf(`checklist ${sellerEmail} ${card.id}`));
  if (grading !== null || !offersChecklist(price) || random() < 0.5) return null;
  const isFine = condition === 'mint' || condition === 'near_mint';
  const wear = () => (isFine ? 'clean' : random() < 0.5 ? 'slight' : 'clear');
  return {
    corners: wear(),
    edges: isFine && random() < 0.4 ? 'slight' : wear(),
    surface: wear(),
    centring: 'clean',
    front: true,
    back: random() < 0.7,
  };
}

const scratch = (path: string) =>
  `<path d="${path}" fill="none" stroke="#fff" stroke-opacity=".8" stroke-width="5" stroke-linecap="round"/>`;
const marks = [scratch('M40 610 C 210 560, 400 640, 600 585'), scratch('M70 800 l 60 45 M48 815 l 40 38')];

/** The buyer's photos of a crease and of a corner, drawn over the card. */
export async function showProblem(
  simulator: Simulator,
  order: { id: string; buyerId: string; cardId: string },
): Promise<void> {
  const card = await findCard(simulator.platform.db, order.cardId);
  if (!card) return;
  const folder = mkdtempSync(join(tmpdir(), 'sleeved-demo-'));
  try {
    const files = await Promise.all(
      marks.map(async (mark, n) => {
        const path = join(folder, `${n}.png`);
        const { size } = await sharp(Buffer.from(cardArtSvg(card).replace(/<\/svg>$/, `${mark}</svg>`)))
          .png()
          .toFile(path);
        return { path, name: `photo-${n + 1}.png`, bytes: size };
      }),
    );
    await keepPhotos(simulator.platform, actorOf(order.buyerId), order.id, files);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
