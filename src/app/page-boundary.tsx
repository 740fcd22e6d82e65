import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { lazyPart } from '#ui/lazy-part.ts';
import type { Route } from './+types/page-boundary.ts';
import { PlainError } from './pages/plain-error.tsx';

/** Most visits never see it. */
const ErrorPage = lazyPart(() => import('./pages/error-page.tsx'), PlainError);

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
