/** Stands in for the error page where not even that can be fetched: the network is away. */
export function PlainError() {
  return (
    <div className="wrap">
      <h1>This page can’t be shown</h1>
      <p className="dim">Check your internet connection, then reload the page.</p>
    </div>
  );
}
