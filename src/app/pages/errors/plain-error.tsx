import { useEffect } from 'react';

/**
 * Stands in for the error page where not even that can be fetched: the network is away. Its return brings the page by
 * itself.
 */
export function PlainError() {
  useEffect(() => {
    const again = () => location.reload();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  return (
    <div className="wrap">
      <h1>This page can’t be shown</h1>
      <p className="dim">Check your internet connection. The page comes by itself as soon as it is back.</p>
    </div>
  );
}
