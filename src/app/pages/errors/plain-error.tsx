import { useEffect } from 'react';

/**
 * The fallback where the error page's code cannot be loaded because the network is down. It reloads once the network is
 * back.
 */
export function PlainError() {
  useEffect(() => {
    const again = () => location.reload();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, []);
  return (
    <div className="wrap">
      <h1>Couldn’t load this page</h1>
      <p className="dim">Check your internet connection. This page reloads automatically when you’re back online.</p>
    </div>
  );
}
