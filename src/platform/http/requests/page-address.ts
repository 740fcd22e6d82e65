/**
 * The address of a page from the request for its data: on navigation the router appends `.data` to the path and adds
 * parameters to the query. Redirects back to the page need this address.
 */
export function pageAddress({ pathname, search }: { pathname: string; search: string }): string {
  return pagePath(pathname) + withoutRouterQuery(search);
}

export function pagePath(pathname: string): string {
  return pathname.replace(/\/_root\.data$/, '/').replace(/\.data$/, '');
}

/** Removes `_routes`, and `index` without a value: with a value it belongs to the page. */
export function withoutRouterQuery(search: string): string {
  const query = new URLSearchParams(search);
  if (!query.has('_routes') && !query.has('index', '')) return search;
  query.delete('_routes');
  query.delete('index', '');
  const rest = query.toString();
  return rest === '' ? '' : `?${rest}`;
}
