import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { LiveProvider, useConnectionAlert } from '#platform/realtime/client/react.tsx';
import { ConnectionAlert } from '#ui/feedback/connection-alert.tsx';
import { wantsLive } from '../rendering/navigation.ts';
import { useRootData } from '../rendering/root-data.ts';

/**
 * Opens the live connection where the specification requires one (UI-06: for members, and on the pages that the
 * features name), and shows when it is lost.
 */
export function LiveConnection({ children }: { children: ReactNode }) {
  const { viewer, live, frame } = useRootData();
  const { pathname } = useLocation();
  return (
    <LiveProvider
      wanted={wantsLive(frame.livePages, viewer !== null, pathname)}
      viewer={viewer?.id ?? null}
      since={live.since}
      url={live.url ?? undefined}
    >
      {children}
      <LostConnection />
    </LiveProvider>
  );
}

function LostConnection() {
  return <ConnectionAlert {...useConnectionAlert()} />;
}
