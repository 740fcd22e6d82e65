import { Link, type LinkProps } from 'react-router';
import { usePrefetch } from './prefetch.ts';

/** A link that reads its page ahead while somebody makes for it. */
export function AheadLink(props: LinkProps) {
  return <Link prefetch={usePrefetch()} {...props} />;
}
