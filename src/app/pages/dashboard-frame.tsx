import { Heart, House, Package, Plus, Settings, Tag, User } from 'lucide-react';
import { NavLink, Outlet } from 'react-router';
import { listOwnListings } from '#features/listings/index.server.ts';
import { countOrderNews } from '#features/orders/index.server.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { Icon } from '#ui/icon.tsx';
import { useRootData } from '../root-data.ts';
import type { Route } from './+types/dashboard-frame.ts';
import './dashboard.css';

export async function loader(args: Route.LoaderArgs) {
  const actor = requirePageActor(args);
  const { platform } = pageScope(args.context);
  const [own, orderNews] = await Promise.all([
    listOwnListings(platform, actor, new URLSearchParams('limit=1')),
    countOrderNews(platform.db, actor.id, false),
  ]);
  return { listings: Object.values(own.counts).reduce((sum, n) => sum + (n ?? 0), 0), orderNews };
}

/** The dashboard's side navigation; an accent count only for what waits for the person. */
export default function DashboardFrame({ loaderData }: Route.ComponentProps) {
  const { viewer } = useRootData();
  const places = [
    { to: '/dashboard', label: 'Overview', icon: House, end: true },
    { to: '/dashboard/listings', label: 'Listings', icon: Tag, count: loaderData.listings },
    { to: '/orders', label: 'Orders', icon: Package, hot: loaderData.orderNews },
    { to: '/favorites', label: 'Favourites', icon: Heart },
  ];
  return (
    <div className="wrap dwrap">
      <nav className="dside" aria-label="Dashboard">
        <ul>
          {places.map(({ to, label, icon, end, count, hot }) => (
            <li key={to}>
              <NavLink to={to} end={end}>
                <Icon of={icon} />
                <span>{label}</span>
                {count ? <em>{count.toLocaleString('en')}</em> : null}
                {hot ? (
                  <em className="hot" data-testid="counter-orders">
                    {hot}
                    <span className="sr"> new</span>
                  </em>
                ) : null}
              </NavLink>
            </li>
          ))}
        </ul>
        <ul className="ds2">
          <li>
            <NavLink to="/listings/create">
              <Icon of={Plus} />
              <span>Sell a card</span>
            </NavLink>
          </li>
          {viewer && (
            <li>
              <NavLink to={`/profile/${viewer.id}`}>
                <Icon of={User} />
                <span>Your shop</span>
              </NavLink>
            </li>
          )}
          <li>
            <NavLink to="/settings">
              <Icon of={Settings} />
              <span>Settings</span>
            </NavLink>
          </li>
        </ul>
      </nav>
      <div className="dmain min-w-0 pb-12">
        {/* On a small screen the places stand above the page; the side navigation has no room there. */}
        <nav className="tabs dtabs md:hidden" aria-label="Dashboard sections">
          {places.map(({ to, label, end, hot }) => (
            <NavLink key={to} to={to} end={end}>
              {label}
              {hot ? <em>{hot}</em> : null}
            </NavLink>
          ))}
        </nav>
        <Outlet />
      </div>
    </div>
  );
}
