import { useRouteLoaderData } from 'react-router';
import type { RootData } from './root.server.ts';

const bare: RootData = {
  brand: { name: 'Sleeved' },
  theme: { choice: 'system', source: 'none' },
  viewer: null,
  nonce: '',
  appUrl: '',
  sandbox: false,
  live: { url: null, since: 0 },
};

/** The frame's facts; where the root loader itself failed, enough to draw an error page. */
export function useRootData(): RootData {
  return useRouteLoaderData<RootData>('root') ?? bare;
}

export type Viewer = NonNullable<RootData['viewer']>;
