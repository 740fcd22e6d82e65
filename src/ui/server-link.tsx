import { type LinkProps, Link as RouterLink } from 'react-router';

/** An address within the market, from its root, that the router would write just as it stands. */
const plain = /^\/(?:[\w~%:-]+(?:\/[\w~%:-]+)*)?(?:\?[^#]+)?(?:#.+)?$/;

/**
 * A link as the server writes it: the router's own works out anew for each what stands there already, for an eighth of what a page of sixty links costs.
 * `dev/server-links.ts` puts it in the place of the router's where the server's pages are built; what is not plain is left to that.
 */
export function Link({ to, ...props }: LinkProps) {
  if (typeof to !== 'string' || props.prefetch === 'render' || props.mask || !plain.test(to)) return <RouterLink to={to} {...props} />;
  const { discover, prefetch, relative, reloadDocument, replace, mask, state, preventScrollReset, viewTransition, defaultShouldRevalidate, ...rest } =
    props;
  return <a {...rest} href={to} />;
}
