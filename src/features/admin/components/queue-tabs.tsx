import { Link } from 'react-router';

interface QueueTabsProps<Show extends string> {
  label: string;
  /** The page that the shelves are of; which one is its `show`. */
  at: string;
  shelves: readonly { show: Show; label: string }[];
  show: Show;
}

/** The parts of an operator's list, each an address of its own. */
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
