import { useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { isUnder } from '#kernel/address.ts';
import { formatNumber } from '#kernel/format.ts';
import { countLinks, navigationLinks } from '#platform/frame.ts';
import { pageScope, requirePageActor } from '#platform/http/page.ts';
import { useLive } from '#platform/realtime/client/react.tsx';
import { shownCount } from '#ui/count.ts';
import { Icon } from '#ui/icon.tsx';
import { innerIcon } from '#ui/page/inner-icons.ts';
import type { Route } from './+types/dashboard-frame.ts';
import './dashboard.css';
import { appPolicy } from '../../app.policy.ts';
import { useCounts } from '../../header/live-counts.tsx';

export async function loader(args: Route.LoaderArgs) {
  const actor = requirePageActor(args, appPolicy, 'follow one’s own');
  const { platform } = pageScope(args.context);
  const places = navigationLinks(platform.frame, 'dashboard', actor);
  return {
    places,
    more: navigationLinks(platform.frame, 'dashboard-more', actor),
    counts: await countLinks(platform, places, actor.id),
  };
}

/** The dashboard's side navigation; an accent count only for what waits for the person. */
export default function DashboardFrame({ loaderData: { places, more, counts } }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const live = useCounts();
  const tabs = useRef<HTMLElement>(null);
  // The row of links is longer than a small screen; the current one is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place is another mark in the document.
  useEffect(() => {
    const here = tabs.current?.querySelector<HTMLElement>('[aria-current]');
    if (here && tabs.current)
      tabs.current.scrollLeft = here.offsetLeft - (tabs.current.clientWidth - here.offsetWidth) / 2;
  }, [pathname]);
  useLive('me', {});
  const beside = places.map((place) => {
    // The numbers of the frame are newer: they follow the live channel and the clock (LI-06).
    const { n, waits } = live[place.counter ?? ''] ?? counts[place.counter ?? ''] ?? { n: 0, waits: null };
    // Of two places that hold the page, the nearer one is where one is.
    const isOuter = places.some(({ to }) => to !== place.to && isUnder(place.to, to) && isUnder(to, pathname));
    return { ...place, end: place.end || isOuter, waits, count: waits === null ? n : 0, hot: waits === null ? 0 : n };
  });
  return (
    <div className="wrap dwrap">
      <nav className="dside" aria-label="Dashboard">
        <ul>
          {beside.map(({ to, label, icon, end, counter, count, hot, waits }) => (
            <li key={to}>
              <NavLink to={to} end={end}>
                <Icon of={innerIcon(icon)} />
                <span>{label}</span>
                {count > 0 && <em>{formatNumber(count)}</em>}
                {hot > 0 && (
                  <em className="hot" data-testid={`side-counter-${counter}`}>
                    {shownCount(hot)}
                    <span className="sr"> {waits}</span>
                  </em>
                )}
              </NavLink>
            </li>
          ))}
        </ul>
        <ul className="ds2">
          {more.map(({ to, label, icon }) => (
            <li key={to}>
              <NavLink to={to}>
                <Icon of={innerIcon(icon)} />
                <span>{label}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="min-w-0 pb-12">
        {/* On a small screen the places stand above the page; the side navigation has no room there. */}
        <nav className="tabs dtabs md:hidden" aria-label="Dashboard sections" ref={tabs}>
          {beside.map(({ to, label, end, hot }) => (
            <NavLink key={to} to={to} end={end}>
              {label}
              {hot > 0 && <em>{shownCount(hot)}</em>}
            </NavLink>
          ))}
        </nav>
        <Outlet />
      </div>
    </div>
  );
}
