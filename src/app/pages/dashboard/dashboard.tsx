import { Plus } from 'lucide-react';
import { Link } from 'react-router';
import { countOf } from '#features/listings/widgets.tsx';
import { orderDeadlines } from '#features/orders/words.ts';
import { AccountBanner } from '#features/payouts/widgets.tsx';
import { planLine } from '#features/tiers/widgets.tsx';
import { formatList, formatNumber, plural } from '#kernel/format.ts';
import { formatMoney } from '#kernel/numbers/money.ts';
import { dayMonthYear, timeLeft } from '#kernel/time.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { CardBack } from '#ui/card/card-back.tsx';
import { ConditionBadge, GradeBadge } from '#ui/card/condition-badge.tsx';
import { PhotoImg } from '#ui/card/photo-img.tsx';
import { Price } from '#ui/card/price.tsx';
import { Icon } from '#ui/icon.tsx';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { appPolicy } from '../../app.policy.ts';
import { useRootData } from '../../rendering/root-data.ts';
import type { Route } from './+types/dashboard.ts';
import { type DashboardData, loadDashboard } from './dashboard.server.ts';
import { EarningsPanel } from './earnings-panel.tsx';
import { mostTasks } from './needs.server.ts';
import { NeedsPanel } from './needs-panel.tsx';

export async function loader(args: Route.LoaderArgs) {
  const actor = requirePageActor(args, appPolicy, 'follow one’s own');
  const isAll = new URL(args.request.url).searchParams.get('tasks') === 'all';
  return loadDashboard(pageScope(args.context).platform, actor, isAll ? mostTasks : undefined);
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Dashboard',
    description: 'Your sales, active listings and open tasks.',
    path: '/dashboard',
    noIndex: true,
  });

export default function Dashboard({ loaderData }: Route.ComponentProps) {
  const { live, paused, drafts, worth, views, favorites, needs, earnings, payouts, ending, hasListed, now } =
    loaderData;
  useLive('me', {});
  const rest = [paused > 0 && `${formatNumber(paused)} paused`, drafts > 0 && countOf(drafts, 'draft')]
    .filter(Boolean)
    .join(', ');
  const hasEarned = earnings.length > 0;
  const next = (
    <Ending
      listings={ending}
      now={now}
      rest={rest}
      looks={`${countOf(views, 'view')}, ${countOf(favorites, 'favorite')}`}
    />
  );
  return (
    <>
      <div className="dh">
        <div>
          <h1>Dashboard</h1>
          <p className="dim">{dayMonthYear(new Date(now))}</p>
        </div>
        <ButtonLink kind="primary" to="/listings/create">
          <Icon of={Plus} size={17} />
          List a card
        </ButtonLink>
      </div>
      <AccountBanner banner={payouts} className="mb-4" />
      {hasListed && (
        <ul className="kpis">
          <Kpi label="Earned this month" value={sumsOf(earnings, 1)} note={`${sumsOf(earnings, 12)} in 12 months`} />
          <Kpi
            label="Active listings"
            value={formatNumber(live)}
            note={
              worth.length > 0
                ? `${formatList(worth.map((sum) => formatMoney(sum)))} in total`
                : rest || 'none for sale'
            }
          />
          <Kpi
            label="Open offers"
            value={formatNumber(needs.offers.all)}
            today={needs.offers.today}
            note="awaiting your reply"
          />
          <Kpi label="To ship" value={formatNumber(needs.send.all)} today={needs.send.today} note="paid orders" />
        </ul>
      )}
      <div className="dcols over">
        <NeedsPanel className="d-wait" needs={needs} now={now} />
        {!hasListed ? <FirstSteps /> : hasEarned ? <EarningsPanel earnings={earnings} /> : next}
      </div>
      {hasListed && hasEarned && next}
      {loaderData.unchecked > 0 && <CheckHint n={loaderData.unchecked} />}
      <PlanLine tiers={loaderData.tiers} />
    </>
  );
}

/** The link to premium, on small screens too, where the side navigation is absent. */
function PlanLine({ tiers }: Pick<DashboardData, 'tiers'>) {
  const { viewer } = useRootData();
  const { text, to, link } = planLine(tiers[viewer?.tier ?? 'free']);
  return (
    <p className="dim dplan">
      {text}{' '}
      <Link className="link" to={to}>
        {link}
      </Link>
    </p>
  );
}

/** An optional hint: an expensive card sells better with the seller's notes on its condition. */
function CheckHint({ n }: { n: number }) {
  return (
    <p className="dim dplan" data-testid="check-hint">
      {plural(n, {
        one: '# high-value listing has no condition checklist yet (corners, edges, surface, centering).',
        other: '# high-value listings have no condition checklist yet (corners, edges, surface, centering).',
      })}{' '}
      <Link className="link" to="/dashboard/listings?tab=live&sort=price-high">
        View listings
      </Link>
    </p>
  );
}

/** The earnings of the last months, by currency: `$120.00 and €8.00`. */
function sumsOf(earnings: DashboardData['earnings'], months: number): string {
  const sums = earnings.map(({ currency, months: all }) => ({
    currency,
    amount: all.slice(-months).reduce((sum, { amount }) => sum + amount, 0),
  }));
  const some = sums.filter(({ amount }) => amount !== 0);
  return some.length > 0
    ? formatList(some.map((sum) => formatMoney(sum)))
    : formatMoney({ amount: 0, currency: 'USD' });
}

/** `today`: how many of them end within a day, said in place of the note. */
function Kpi({ label, value, note, today = 0 }: { label: string; value: string; note: string; today?: number }) {
  return (
    <li className="kpi">
      <p className="k-l">{label}</p>
      <p className="k-v">{value}</p>
      <p className={today > 0 ? 'k-s due' : 'k-s'}>{today > 0 ? `${formatNumber(today)} due within 24 hours` : note}</p>
    </li>
  );
}

function Ending({
  listings,
  now,
  rest,
  looks,
}: {
  listings: DashboardData['ending'];
  now: string;
  rest: string;
  looks: string;
}) {
  return (
    <Panel
      id="ending"
      title="Ending soon"
      note={[`${looks} on active listings`, rest].filter(Boolean).join(' · ')}
      actions={
        <Link className="link" to="/dashboard/listings">
          All listings
        </Link>
      }
    >
      {listings.length === 0 ? (
        <p className="dim">You have no active listings. Publish a draft or renew an ended listing.</p>
      ) : (
        <ul className="drows">
          {listings.map((listing) => (
            <li key={listing.id}>
              <span className="mini-art">
                {listing.photo ? <PhotoImg photo={listing.photo} sizes="34px" alt="" /> : <CardBack />}
              </span>
              <div className="min-w-0 flex-1">
                <Link className="block truncate font-semibold hover:underline" to={`/listings/${listing.id}`}>
                  {listing.name}
                </Link>
                <p className="dim truncate text-[0.78125rem]">
                  {[
                    listing.gone ?? (listing.endsAt ? timeLeft(new Date(listing.endsAt), new Date(now)) : ''),
                    countOf(listing.views, 'view'),
                    listing.favorites > 0 && countOf(listing.favorites, 'favorite'),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              {listing.grading ? (
                <GradeBadge {...listing.grading} form="short" />
              ) : (
                <ConditionBadge condition={listing.condition} form="short" />
              )}
              <Price value={listing.price} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Instead of zeros: what a new seller does first. */
function FirstSteps() {
  const steps = [
    { title: 'List your first card', text: 'Add photos, the card, its condition and a price.' },
    { title: 'Receive an order', text: 'We’ll notify you when a buyer pays.' },
    {
      title: `Ship within ${orderDeadlines.sendWithin}`,
      text: 'Mark the order as shipped, and add the tracking number if you have one.',
    },
  ];
  return (
    <Panel title="Your first sale" id="first">
      <ol className="dfirst">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}</strong>
            <p className="dim">{text}</p>
          </li>
        ))}
      </ol>
      <p className="mt-5">
        <ButtonLink kind="primary" to="/listings/create">
          List a card
        </ButtonLink>
      </p>
    </Panel>
  );
}
