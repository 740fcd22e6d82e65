import { Link, type LoaderFunctionArgs, type MetaArgs, useLoaderData } from 'react-router';
import { type Ad, listAdsSchema } from '#features/ads/contract.ts';
import { listAds } from '#features/ads/index.server.ts';
import { formatNumber } from '#kernel/format.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { calendarDay } from '#kernel/time.ts';
import { pageRefusal, pageScope } from '#platform/http/page.ts';
import { parseInput } from '#platform/http/page-form.server.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { StatusDot } from '#ui/feedback/status-dot.tsx';
import { PageLinks } from '#ui/page/page-links.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { adStatus } from '../../components/ads/ad-status.ts';
import { requirePageAdmin } from '../../shell/page-admin.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  await requirePageAdmin(args, 'write ads');
  const { db, clock } = pageScope(args.context).platform;
  const cursor = new URL(args.request.url).searchParams.get('cursor') ?? undefined;
  try {
    return {
      ...(await listAds(db, clock.now(), parseInput(listAdsSchema, { ...(cursor ? { cursor } : {}) }))),
      isFirst: cursor === undefined,
    };
  } catch (error) {
    return pageRefusal(error);
  }
}

export const meta = ({ matches }: MetaArgs<typeof loader>) =>
  pageMeta(matches, {
    title: 'Ads',
    description: 'Ads with their views and clicks.',
    path: '/admin/ads',
    noIndex: true,
  });

export default function AdsPage() {
  const { items, nextCursor, isFirst } = useLoaderData<typeof loader>();
  return (
    <>
      <div className="page-h adm-h">
        <div>
          <h1>Ads</h1>
          <p>Shown to visitors and Free members below the results. Premium members see no ads.</p>
        </div>
        <ButtonLink kind="primary" to="/admin/ads/new">
          Create ad
        </ButtonLink>
      </div>
      <section className="panel flush" aria-label="Ads">
        {items.length === 0 ? (
          <div className="px-6 py-10">
            <EmptyState title="No ads yet">Until an ad is active, this space shows the benefits of Premium.</EmptyState>
          </div>
        ) : (
          <AdTable ads={items} />
        )}
      </section>
      <PageLinks
        label="More ads"
        newest={!isFirst && ['Newest', '/admin/ads']}
        older={nextCursor !== null && ['Older', listAddress('/admin/ads', { cursor: nextCursor })]}
      />
    </>
  );
}

function AdTable({ ads }: { ads: readonly Ad[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroller must be reachable by keyboard
    <section className="tw" tabIndex={0} aria-label="Ads, scrollable table">
      <table className="tbl adm-a adm-ads">
        <thead>
          <tr>
            <th>Ad</th>
            <th>Dates</th>
            <th scope="col" className="text-right">
              Weight
            </th>
            <th scope="col" className="text-right">
              Views
            </th>
            <th scope="col" className="text-right">
              Clicks
            </th>
            <th>Status</th>
          </tr>
        </thead>
        <tbody>
          {ads.map((ad) => {
            const { tone, word } = adStatus(ad.state);
            return (
              <tr key={ad.id}>
                <td className="adm-what">
                  <Link className="adm-name" to={`/admin/ads/${ad.id}`}>
                    {ad.text}
                  </Link>
                  <span className="adm-why">{ad.link}</span>
                </td>
                <td className="dim tnum">
                  {calendarDay(new Date(ad.from))} – {calendarDay(new Date(ad.to))}
                </td>
                <td className="text-right tabular-nums" data-label="Weight">
                  {ad.weight}
                </td>
                <td className="text-right tabular-nums" data-label="Views">
                  {formatNumber(ad.shown)}
                </td>
                <td className="text-right tabular-nums" data-label="Clicks">
                  {formatNumber(ad.pressed)}
                </td>
                <td>
                  <StatusDot tone={tone}>{word}</StatusDot>
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
