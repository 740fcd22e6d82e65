import { newId } from '#kernel/ids.ts';
import { recordAct } from '#platform/audit/audit.ts';
import { type Tx, write } from '#platform/outbox/write.ts';
import type { Platform } from '#platform/platform.ts';
import { siteChanged, siteTopic } from '#platform/site/site.server.ts';
import { siteAnnouncement, siteBrand } from '#platform/site/site.tables.ts';
import type { AnnouncementInput, BrandInput } from './site.input.ts';

/** Changes the name and the accent color, for the next page of every process. */
export function changeBrand(platform: Platform, by: string, brand: BrandInput): Promise<void> {
  return write(platform, async (tx) => {
    await tx.db.insert(siteBrand).values(brand).onConflictDoUpdate({ target: siteBrand.onlyRow, set: brand });
    await recordSiteAct(platform, tx, { by, act: 'brand.changed', data: { ...brand } });
  });
}

/** Replaces the announcement. Members who closed the former one see the new one. */
export function announce(platform: Platform, by: string, input: AnnouncementInput): Promise<void> {
  return write(platform, async (tx) => {
    const set = { id: newId(), ...input };
    await tx.db.insert(siteAnnouncement).values(set).onConflictDoUpdate({ target: siteAnnouncement.onlyRow, set });
    await recordSiteAct(platform, tx, { by, act: 'announcement.saved', data: { text: input.text } });
  });
}

export function deleteAnnouncement(platform: Platform, by: string): Promise<void> {
  return write(platform, async (tx) => {
    const [gone] = await tx.db.delete(siteAnnouncement).returning({ text: siteAnnouncement.text });
    if (gone) await recordSiteAct(platform, tx, { by, act: 'announcement.deleted', data: { text: gone.text } });
  });
}

/** Records what an admin did to the site, and lets every page read it again. */
export async function recordSiteAct(
  { clock }: Platform,
  tx: Tx,
  act: { by: string; act: string; data: Record<string, unknown> },
): Promise<void> {
  const now = clock.now();
  await recordAct(tx, { ...act, subject: 'site' }, now);
  tx.append(siteChanged, { subject: 'site', version: now.getTime(), topics: [siteTopic] });
}
