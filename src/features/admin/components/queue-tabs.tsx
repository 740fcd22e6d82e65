import { Link } from 'react-router';

interface ShelfTabsProps<Show extends string> {
  label: string;
  /** The page that the shelves are of; which one is its `show`. */
  at: string;
  shelves: readonly { show: Show; label: string }[];
  show: Show;
}

/** The parts of an operator's list, each an address of its own. */
export function ShelfTabs<Show extends string>({ label, at, shelves, show }: ShelfTabsProps<Show>) {
  return (
    <nav className="tabs adm-tabs" aria-label={label}>
      {shelves.map((shelf) => (
        <Link key={shelf.show} to={`${at}?show=${shelf.show}`} aria-current={shelf.show === show ? 'page' : undefined} preventScrollReset>
          {shelf.label}
        </Link>
      ))}
    </nav>
  );
}
