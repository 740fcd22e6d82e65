import type { ReactNode } from 'react';
import { listAddress } from '#kernel/numbers/paging.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { PageLinks } from '#ui/page/page-links.tsx';
import { QueueTabs } from './queue-tabs.tsx';

interface QueuePageProps<Show extends string> {
  title: string;
  lead: string;
  /** Beside the title, where something belongs to the whole list. */
  aside?: ReactNode;
  /** The address of the page; its `show` parameter selects the queue. */
  at: string;
  shelves: readonly { show: Show; label: string; none: string }[];
  show: Show;
  /** The title of an empty queue, above its sentence. */
  empty?: string;
  page: { items: readonly unknown[]; nextCursor: string | null; isFirst: boolean };
  children: ReactNode;
}

/** A list of admin work, in queues and pages: reports, appeals, orders. */
export function QueuePage<Show extends string>({
  title,
  lead,
  aside,
  at,
  shelves: queues,
  show,
  empty = 'Queue is empty',
  page,
  children,
}: QueuePageProps<Show>) {
  const { items, nextCursor, isFirst } = page;
  return (
    <>
      <div className={aside ? 'page-h adm-h' : 'page-h'}>
        <div>
          <h1>{title}</h1>
          <p>{lead}</p>
        </div>
        {aside}
      </div>
      <section className="panel flush" aria-label={title}>
        <QueueTabs label={`${title}, queues`} at={at} shelves={queues} show={show} />
        {items.length === 0 ? (
          <div className="px-6 py-10">
            <EmptyState title={empty}>{queues.find((queue) => queue.show === show)?.none}</EmptyState>
          </div>
        ) : (
          children
        )}
      </section>
      <PageLinks
        label={`${title}, pages`}
        newest={!isFirst && ['First page', listAddress(at, { show })]}
        older={nextCursor !== null && ['Next page', listAddress(at, { show, cursor: nextCursor })]}
      />
    </>
  );
}
