import { Link } from 'react-router';
import type { SearchWarning } from '#features/catalogue/contract.ts';

/** What of the search isn't applied, a line each, with where to read on. */
export function SearchWarnings({ warnings }: { warnings: readonly SearchWarning[] }) {
  return warnings.map(({ code, operator, message }) => (
    <p key={`${operator} ${message}`} className="mb-4">
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
}
