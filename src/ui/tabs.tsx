import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { NavLink } from 'react-router';

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
          {tab.count !== undefined && <em>{tab.count.toLocaleString('en')}</em>}
        </NavLink>
      ))}
    </nav>
  );
}

export interface TabsProps {
  label: string;
  /** Prefix of the ids that tie tabs and panels together. */
  id: string;
  value: string;
  onChange: (value: string) => void;
  tabs: readonly { value: string; label: ReactNode; count?: number }[];
  /** What the chosen tab shows. */
  children: ReactNode;
}

/** Tabs inside a page: arrows move and choose, Home and End jump. */
export function Tabs({ label, id, value, onChange, tabs, children }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.value === value);
    const next = nextIndex(event.key, at, tabs.length);
    const tab = next === null ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    onChange(tab.value);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next!]?.focus();
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-controls={`${id}-panel`}
            aria-selected={tab.value === value}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
          >
            {tab.label}
            {tab.count !== undefined && <em>{tab.count.toLocaleString('en')}</em>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-tab-${value}`}>
        {children}
      </div>
    </>
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
