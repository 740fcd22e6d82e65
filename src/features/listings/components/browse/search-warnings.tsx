import { Link } from 'react-router';
import type { SearchWarning } from '#features/catalogue/contract.ts';

/** What of the search isn't applied, a line each, with where to read on. */
export function SearchWarnings({ warnings }: { warnings: readonly SearchWarning[] }) {
  if (warnings.length === 0) return null;
  const lines = warnings.map(({ code, operator, message }) => (
    <p key={`${operator} ${message}`}>
      {message}{' '}
      {code === 'premium_operator' ? (
        <Link className="link" to="/premium">
          Compare plans
        </Link>
      ) : (
        <Link className="link" to="/search-help">
          Search help
        </Link>
      )}
    </p>
  ));
  return <div className="mb-4">{lines}</div>;
}
