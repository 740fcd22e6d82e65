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
  /** The number of rows without a listing after the import, where the page has that tab. */
  skipped?: number;
  /** The label of rejected rows. */
  rejected: string;
}

/** Tabs by the status of rows, with their numbers. */
export function RowTabs({
  at,
  tab,
  counts: { sure, doubtful, rejected: none },
  needPhoto = 0,
  skipped = 0,
  rejected,
}: RowTabsProps) {
  const all = [
    ['', 'All', sure + doubtful + none],
    ['sure', 'Ready', sure],
    ['doubtful', 'Needs review', doubtful],
    ['rejected', rejected, none],
    ...(needPhoto > 0 || tab === 'photo' ? [['photo', 'Needs a photo', needPhoto] as const] : []),
    ...(skipped > 0 || tab === 'skipped' ? [['skipped', 'Not imported', skipped] as const] : []),
  ] as const;
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
