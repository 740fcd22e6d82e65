import { lazy, Suspense } from 'react';
import { Outlet } from 'react-router';
import type { Route } from './+types/page-boundary.ts';

/** Most visits never see it. */
const ErrorPage = lazy(() => import('./pages/error-page.tsx'));

/** Around every page and inside the frame: a page that can't be shown takes neither a toast nor the live connection with it. */
export default function PageBoundary() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Suspense>
      <ErrorPage error={error} />
    </Suspense>
  );
}
