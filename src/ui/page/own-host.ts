import { useRouteLoaderData } from 'react-router';

/** The host of this app; null where the layout data could not be loaded. */
export function useOwnHost(): string | null {
  const root = useRouteLoaderData<{ appUrl: string }>('root');
  return root && URL.canParse(root.appUrl) ? new URL(root.appUrl).host : null;
}
