/**
 * The address of a page whose data a navigation inside the app asks for: the router writes `.data` after the path and
 * parameters of its own into the query. Whoever is to come back to the page must come back to this.
 */
export function pageAddress({ pathname, search }: { pathname: string; search: string }): string {
  return pagePath(pathname) + withoutRouterQuery(search);
}

export function pagePath(pathname: string): string {
  return pathname.replace(/\/_root\.data$/, '/').replace(/\.data$/, '');
}

/** `_routes`, and `index` where it has no value: with a value it is the page's own. */
export function withoutRouterQuery(search: string): string {
  const query = new URLSearchParams(search);
  if (!query.has('_routes') && !query.has('index', '')) return search;
  query.delete('_routes');
  query.delete('index', '');
  const rest = query.toString();
  return rest === '' ? '' : `?${rest}`;
}
