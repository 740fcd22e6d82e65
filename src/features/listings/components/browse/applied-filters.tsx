import { X } from 'lucide-react';
import { Link } from 'react-router';
import { Icon } from '#ui/icon.tsx';
import type { BrowseQuery } from './browse-address.ts';
import type { Applied } from './browse-query.ts';

/** Every filter in force; a press takes it away. */
export function AppliedFilters({
  applied,
  link,
}: {
  applied: readonly Applied[];
  link(without: Partial<BrowseQuery>): string;
}) {
  if (applied.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets stops being one in Safari
    <ul role="list" className="applied" aria-label="Applied filters">
      {applied.map(({ key, label, without }) => (
        <li key={key}>
          <Link className="ap" to={link(without)} preventScrollReset>
            <span title={label.length > 40 ? label : undefined}>{label}</span>
            <Icon of={X} size={14} />
            <span className="sr">, remove</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
