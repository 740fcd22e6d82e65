import { useRouteLoaderData } from 'react-router';
import { defaultFormat } from '#kernel/format.ts';
import type { RootData } from './root.server.ts';

/** The last layout data of this browser session: error pages show its links. */
let lastFrame: RootData['frame'] = {
  places: { main: [], icons: [], menu: [], bar: [], footer: [] },
  counts: null,
  guarded: { under: [], alone: [] },
  livePages: [],
};

const bare: Omit<RootData, 'frame'> = {
  brand: { name: 'Sleeved', logo: null },
  accentSheet: null,
  announcement: null,
  theme: { choice: 'system', source: 'none' },
  format: defaultFormat,
  density: 'comfortable',
  motion: 'system',
  viewer: null,
  profileFiles: [],
  nonce: '',
  appUrl: '',
  sandbox: false,
  openSandbox: false,
  live: { url: null, since: 0 },
};

/** The frame's data; where the root loader failed, enough to render an error page. */
export function useRootData(): RootData {
  const data = useRouteLoaderData<RootData>('root');
  if (!data) return { ...bare, frame: lastFrame };
  if (typeof document !== 'undefined') lastFrame = data.frame;
  return data;
}

export type Viewer = NonNullable<RootData['viewer']>;
