import type { LucideIcon } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link, NavLink } from 'react-router';
import type { PlaceIcon } from '#kernel/place-icon.ts';
import { cn } from '../cn.ts';
import { shownCount } from '../count.ts';
import { Icon } from '../icon.tsx';
import { BrandMark } from './brand-mark.tsx';
import { frameIcon } from './place-icons.ts';

export interface NavPlace {
  to: string;
  label: string;
}

export interface SiteHeaderProps {
  brand: string;
  /** The address of an image that replaces the sign and the name; null: there is none. */
  logo: string | null;
  places: readonly NavPlace[];
  search: ReactNode;
  /** Right of the search: Sell, theme, messages, notifications, account; or Sign in and Create account. */
  children: ReactNode;
}

export function SiteHeader({ brand, logo, places, search, children }: SiteHeaderProps) {
  return (
    <header className="top">
      <div className="wrap top-in">
        <Link className="brand" to="/" aria-label={`${brand}, home`}>
          {logo ? (
            <img src={logo} alt="" />
          ) : (
            <>
              <BrandMark />
              <span>{brand}</span>
            </>
          )}
        </Link>
        <nav className="nav" aria-label="Main">
          {places.map((place) => (
            <NavLink key={place.to} to={place.to}>
              {place.label}
            </NavLink>
          ))}
        </nav>
        {search}
        <div className="acts">{children}</div>
      </div>
    </header>
  );
}

export interface CounterLinkProps {
  to: string;
  icon: LucideIcon;
  label: string;
  count: number;
  /** What they are to the person: `unread`, `new`. */
  waits?: string | null;
  testId: string;
  className?: string;
  /** More than its name, for who points at it or has it read. */
  tip?: string | null;
  /** Whether the box that it opens is open; absent where it opens none. */
  expanded?: boolean;
  onClick?: (event: MouseEvent<HTMLAnchorElement>) => void;
  onPointerDown?: () => void;
}

/** An icon that leads to a list, with how many things there wait unread. */
export function CounterLink({
  to,
  icon,
  label,
  count,
  waits = 'unread',
  testId,
  className,
  tip,
  expanded,
  ...presses
}: CounterLinkProps) {
  return (
    <Link
      className={cn('ib', className)}
      to={to}
      aria-label={count > 0 ? `${label}, ${shownCount(count)} ${waits}` : label}
      aria-description={tip ?? undefined}
      aria-haspopup={expanded === undefined ? undefined : 'dialog'}
      aria-expanded={expanded}
      data-tip={expanded ? undefined : (tip ?? label)}
      {...presses}
    >
      <Icon of={icon} size={20} />
      <b className={cn('dot', count === 0 && 'none')} data-testid={testId}>
        {shownCount(count)}
      </b>
    </Link>
  );
}

export interface BottomBarProps {
  items: readonly (NavPlace & {
    icon?: PlaceIcon | undefined;
    main?: boolean | undefined;
    end?: boolean | undefined;
    counter?: string | undefined;
  })[];
  /** Counter name → what waits there. */
  counts?: Readonly<Record<string, { n: number; waits: string | null }>>;
  /** One more button, after the places. */
  children?: ReactNode;
}

/** The main places on small screens, within the thumb's reach. */
export function BottomBar({ items, counts = {}, children }: BottomBarProps) {
  return (
    <nav
      className="tabbar"
      aria-label="Main, small screens"
      style={{ gridTemplateColumns: `repeat(${items.length + (children ? 1 : 0)}, 1fr)` }}
    >
      {items.map(({ to, label, icon, main, end, counter = '' }) => (
        <NavLink key={label} to={to} end={end} className={main ? 'tb-sell' : undefined}>
          {main ? (
            <span>
              <Icon of={frameIcon(icon)} size={24} />
            </span>
          ) : (
            <Icon of={frameIcon(icon)} size={22} />
          )}
          {label}
          <BarCount of={counts[counter]} testId={`bar-counter-${counter}`} />
        </NavLink>
      ))}
      {children}
    </nav>
  );
}

function BarCount({ of, testId }: { of: { n: number; waits: string | null } | undefined; testId: string }) {
  if (!of || of.n === 0) return null;
  return (
    <b className="dot">
      <span data-testid={testId}>{shownCount(of.n)}</span>
      <span className="sr"> {of.waits}</span>
    </b>
  );
}

export interface SiteFooterProps {
  brand: string;
  places: readonly NavPlace[];
  /** A permanent remark of the host, such as that this is a sandbox. */
  remark?: ReactNode;
}

export function SiteFooter({ brand, places, remark }: SiteFooterProps) {
  return (
    <footer className="foot">
      <div className="wrap">
        <span>
          © {brand}
          {remark && <> · {remark}</>}
        </span>
        <nav aria-label="Footer">
          {places.map((place) => (
            <Link key={place.to} to={place.to}>
              {place.label}
            </Link>
          ))}
        </nav>
      </div>
    </footer>
  );
}
