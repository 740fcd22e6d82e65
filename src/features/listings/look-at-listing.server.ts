import type { Platform } from '#platform/platform.ts';
import { getListingText } from './listing.queries.server.ts';
import { countView } from './views.server.ts';

/** A visitor's look at a listing, as the text that they are answered; it counts. Refuses as `getListing`. */
export async function lookAtListing(platform: Platform, id: string): Promise<string> {
  const text = await getListingText(platform, id);
  countView(platform, id);
  return text;
}
