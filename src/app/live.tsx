import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { LiveProvider, useConnectionAlert } from '#platform/realtime/react.tsx';
import { ConnectionAlert } from '#ui/connection-alert.tsx';
import { useRootData } from './root-data.ts';

/** Pages that keep a connection for visitors too (UI-06): dashboard, messages, and the pages of one listing, profile or wanted post. */
const livePages = /^\/(dashboard|messages|listings\/[^/]+|profile\/[^/]+|wanted\/[^/]+)(\/|$)/;

/** Keeps the live connection where the specification wants one, and says when it is lost. */
export function LiveConnection({ children }: { children: ReactNode }) {
  const { viewer, live } = useRootData();
  const { pathname } = useLocation();
  return (
    <LiveProvider wanted={viewer !== null || livePages.test(pathname)} viewer={viewer?.id ?? null} since={live.since} url={live.url ?? undefined}>
      {children}
      <LostConnection />
    </LiveProvider>
  );
}

function LostConnection() {
  return <ConnectionAlert {...useConnectionAlert()} />;
}
