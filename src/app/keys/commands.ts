import type { LoaderFunctionArgs } from 'react-router';
import { listOwnListings } from '#features/listings/index.server.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { navigationLinks } from '#platform/frame.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { appPolicy } from '../app.policy.ts';
import type { CommandPlace } from './command-rows.ts';

const mostListings = 5;

export interface OwnPlaces {
  /** The member's pages that the frame of every page leaves out. */
  pages: CommandPlace[];
  listings: CommandPlace[];
}

/** What the search with commands finds for a member: their pages, settings and own listings. */
export async function loader(args: LoaderFunctionArgs): Promise<OwnPlaces> {
  const actor = requirePageActor(args, appPolicy, 'follow one’s own');
  const { platform } = pageScope(args.context);
  const search = new URL(args.request.url).searchParams.get('q')?.replaceAll('\0', '').trim().slice(0, 100) ?? '';
  const { items } =
    search === ''
      ? { items: [] }
      : await listOwnListings(platform, actor, new URLSearchParams({ status: 'all' }), { limit: mostListings, search });
  const regions = ['dashboard', 'dashboard-more', 'settings', 'operator'] as const;
  return {
    pages: regions.flatMap((region) =>
      navigationLinks(platform.frame, region, actor).map(({ to, label, about }) => ({ to, label, note: about })),
    ),
    listings: items.map(({ id, title, price }) => ({
      to: `/listings/${id}`,
      label: title,
      note: `Your listing · ${formatMoney(price)}`,
    })),
  };
}
