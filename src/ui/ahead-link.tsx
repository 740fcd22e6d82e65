import { Link, type LinkProps } from 'react-router';
import { useReadAhead } from './read-ahead.ts';

/** A link that reads its page's code ahead while somebody makes for it. */
export function AheadLink(props: LinkProps) {
  return <Link {...useReadAhead(props.to)} {...props} />;
}
