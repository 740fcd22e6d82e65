import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon.tsx';

export interface ChipLinkProps {
  to: string;
  chosen?: boolean;
  large?: boolean;
  children: ReactNode;
}

/** A filter of its own address: games above the results. */
export function ChipLink({ to, chosen, large, children }: ChipLinkProps) {
  return (
    <Link to={to} preventScrollReset className={large ? 'chip lg' : 'chip'} aria-current={chosen ? 'true' : undefined}>
      {children}
    </Link>
  );
}

export interface ChipCheckProps {
  type?: 'checkbox' | 'radio';
  name: string;
  value: string;
  checked?: boolean;
  defaultChecked?: boolean;
  onChange?: () => void;
  children: ReactNode;
}

/** A chip that is a checkbox or radio, for forms that filter before scripts load. */
export function ChipCheck({ type = 'checkbox', children, ...input }: ChipCheckProps) {
  return (
    <label className="chip">
      <input type={type} {...input} />
      {children}
    </label>
  );
}

export interface AppliedFilter {
  label: string;
  /** The same results without it. */
  without: string;
}

/** What narrows the results now; pressing one takes it away. */
export function AppliedFilters({ filters }: { filters: readonly AppliedFilter[] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: a list without bullets stops being announced as one in Safari
    <ul role="list" className="applied" aria-label="Applied filters">
      {filters.map((filter) => (
        <li key={filter.label}>
          <Link className="ap" to={filter.without} preventScrollReset>
            {filter.label}
            <Icon of={X} size={14} />
            <span className="sr">, remove</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
