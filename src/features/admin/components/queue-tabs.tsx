import { Link } from 'react-router';

interface QueueTabsProps<Show extends string> {
  label: string;
  /** The address of the page; its `show` parameter selects the queue. */
  at: string;
  shelves: readonly { show: Show; label: string }[];
  show: Show;
}

/** The queues of an admin list, each with its own address. */
export function QueueTabs<Show extends string>({ label, at, shelves: queues, show }: QueueTabsProps<Show>) {
  return (
    <nav className="tabs adm-tabs" aria-label={label}>
      {queues.map((queue) => (
        <Link
          key={queue.show}
          to={`${at}?show=${queue.show}`}
          aria-current={queue.show === show ? 'page' : undefined}
          preventScrollReset
        >
          {queue.label}
        </Link>
      ))}
    </nav>
  );
}
