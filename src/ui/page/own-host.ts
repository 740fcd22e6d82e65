import { useRouteLoaderData } from 'react-router';

/** The host under which this market is reached; null where the frame could not be read. */
export function useOwnHost(): string | null {
  const root = useRouteLoaderData<{ appUrl: string }>('root');
  return root && URL.canParse(root.appUrl) ? new URL(root.appUrl).host : null;
}
