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
      <h1>This page can’t be shown</h1>
      <p className="dim">Check your internet connection. The page comes by itself as soon as it is back.</p>
    </div>
  );
}
