import { Suspense } from 'react';
import { Outlet } from 'react-router';
import { lazyPart } from '#ui/lazy-part.ts';
import { PlainError } from '../pages/errors/plain-error.tsx';
import type { Route } from './+types/page-boundary.ts';

/** Most visits never see it. */
const ErrorPage = lazyPart(() => import('../pages/errors/error-page.tsx'), PlainError);

/** The error boundary inside the layout: toasts and the live connection survive a failed page. */
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
