import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import { formatNumber } from '#kernel/format.ts';

export interface LinkTabsProps {
  label: string;
  tabs: readonly { to: string; label: ReactNode; count?: number; end?: boolean | undefined }[];
}

/** Tabs that are pages or filters with an address of their own: plain links. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav className="tabs" aria-label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end={tab.end} preventScrollReset>
          {tab.label}
          {tab.count !== undefined && <em>{formatNumber(tab.count)}</em>}
        </NavLink>
      ))}
    </nav>
  );
}

/** Where an arrow, Home or End leads in a ring of `length`; null for other keys. */
export function nextIndex(key: string, at: number, length: number): number | null {
  if (length === 0) return null;
  if (key === 'ArrowRight' || key === 'ArrowDown') return (at + 1) % length;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (at - 1 + length) % length;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  return null;
}
