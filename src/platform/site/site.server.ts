import * as z from 'zod';
import { hourMs } from '#kernel/time.ts';
import { readThrough } from '#platform/cache/read-through.ts';
import { defineEvent } from '#platform/outbox/events.ts';
import type { Platform } from '#platform/platform.ts';
import type { AnnouncementKind } from './announcement-kinds.ts';
import { siteAnnouncement, siteBrand } from './site.tables.ts';

export interface Brand {
  name: string;
  /** `#1a2b3c`; null: the color of the theme. */
  accent: string | null;
  /** The id of its file (`logo.ts`); null: the product's own sign. */
  logo: string | null;
}

export interface Announcement {
  id: string;
  text: string;
  /** An https address, or a path of this site. */
  link: string | null;
  kind: AnnouncementKind;
  startsAt: Date;
  /** Null: until it is deleted. */
  endsAt: Date | null;
}

interface SiteSettings {
  brand: Brand;
  announcement: Announcement | null;
}

/** The topic of all pages: each shows the brand and the announcement. */
export const siteTopic = 'site';
export const siteChanged = defineEvent('site.changed', z.object({}));

/** What admins set of the whole site. */
export interface Site {
  /** As this process last read it. */
  readonly brand: Brand;
  /** As it is now; cached until an event says that it has changed. */
  read(): Promise<SiteSettings>;
}

export function createSite({
  db,
  log,
  config,
  ...caching
}: Pick<Platform, 'db' | 'log' | 'config' | 'cache' | 'clock' | 'bus'>): Site {
  const ofHost: Brand = { name: config.brandName, accent: null, logo: null };
  let last: SiteSettings = { brand: ofHost, announcement: null };
  const readTables = async (): Promise<SiteSettings> => {
    const { name, accent, logo } = siteBrand;
    const [[brand], [announcement]] = await Promise.all([
      db.select({ name, accent, logo }).from(siteBrand),
      db.select().from(siteAnnouncement),
    ]);
    return { brand: brand ?? ofHost, announcement: announcement ?? null };
  };
  const options = { forMs: hourMs, tags: () => [siteTopic], bytes: () => 1_000 };
  return {
    get brand() {
      return last.brand;
    },
    // Pages without other data are shown even while the database is unreachable.
    read: async () => {
      try {
        last = await readThrough(caching, 'site', options, readTables);
      } catch (error) {
        log.error('the brand and the announcement could not be read', { error });
      }
      return last;
    },
  };
}
