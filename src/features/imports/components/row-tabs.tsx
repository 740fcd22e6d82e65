import { Link } from 'react-router';
import { formatNumber } from '#kernel/format.ts';
import { listAddress } from '#kernel/numbers/paging.ts';
import { PageLinks } from '#ui/page/page-links.tsx';
import { type RowTab, rowsAtOnce } from '../rows-shown.ts';

interface RowsProps {
  /** The path of the page. */
  at: string;
  tab: RowTab;
}

const addressOf = (at: string, show: RowTab, from = 0) =>
  listAddress(at, { show, from: from === 0 ? '' : String(from) });

interface RowTabsProps extends RowsProps {
  counts: Record<'sure' | 'doubtful' | 'rejected', number>;
  /** The number of rows that need a photo, where the page has that tab. */
  needPhoto?: number;
  /** The label of rejected rows. */
  rejected: string;
}

type Shown = readonly [show: RowTab, label: string, count: number];

/** Tabs of a preview, by the status of rows, with their numbers. */
export function RowTabs({
  counts: { sure, doubtful, rejected: none },
  needPhoto = 0,
  rejected,
  ...rows
}: RowTabsProps) {
  return (
    <Tabs
      {...rows}
      all={[
        ['', 'All', sure + doubtful + none],
        ['sure', 'Ready', sure],
        ['doubtful', 'Needs review', doubtful],
        ['rejected', rejected, none],
        ...(needPhoto > 0 || rows.tab === 'photo' ? [['photo', 'Needs a photo', needPhoto] as const] : []),
      ]}
    />
  );
}

interface ResultTabsProps extends RowsProps, Pick<RowTabsProps, 'counts'> {
  /** The number of rows that have a listing. */
  listed: number;
  needPhoto: number;
  isUndone: boolean;
}

/** Tabs of an import that was started: what became a listing, and what did not. */
export function ResultTabs({
  counts: { sure, doubtful, rejected },
  listed,
  needPhoto,
  isUndone,
  ...rows
}: ResultTabsProps) {
  const count = sure + doubtful + rejected;
  return (
    <Tabs
      {...rows}
      all={[
        ['', 'All', count],
        ['listed', isUndone ? 'Still listed' : 'Imported', listed],
        ...(needPhoto > 0 || rows.tab === 'photo' ? [['photo', 'Needs a photo', needPhoto] as const] : []),
        ['skipped', isUndone ? 'Not listed' : 'Not imported', count - listed],
      ]}
    />
  );
}

function Tabs({ at, tab, all }: RowsProps & { all: readonly Shown[] }) {
  return (
    <nav className="tabs mb-4" aria-label="Rows by status">
      {all.map(([show, label, count]) => (
        <Link key={show} to={addressOf(at, show)} aria-current={show === tab ? 'page' : undefined} preventScrollReset>
          {label} {formatNumber(count)}
        </Link>
      ))}
    </nav>
  );
}

/** Links to the next rows and back to the first. */
export function RowPages({ at, tab, from, hasMore }: RowsProps & { from: number; hasMore: boolean }) {
  return (
    <PageLinks
      label="Pages of rows"
      className="mb-12 justify-center"
      newest={from > 0 && ['First rows', addressOf(at, tab)]}
      older={hasMore && ['More rows', addressOf(at, tab, from + rowsAtOnce)]}
    />
  );
}
