/** A number as it fits beside a link: `0` to `99`, then `99+`. */
export function shownCount(count: number): string {
  return count > 99 ? '99+' : String(count);
}
