import type { ActionFunctionArgs } from 'react-router';
import { pageScope } from '#platform/http/page.ts';
import { findListing } from '../read/listing.queries.server.ts';
import { countView } from '../read/views.server.ts';
import { rememberViewed } from '../viewed/viewed-listings.server.ts';

/** The beacon of a listing's page: one view by another member or a visitor. */
export async function action({ context, params }: ActionFunctionArgs) {
  const { platform, actor } = pageScope(context);
  const listing = await findListing(platform, params.id ?? '', actor?.id ?? null);
  if (listing && listing.seller.id !== actor?.id) {
    countView(platform, listing.id);
    if (actor) await rememberViewed(platform, actor.id, listing.id);
  }
  return new Response(null, { status: 204 });
}
