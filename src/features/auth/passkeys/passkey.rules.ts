/** Browser-safe numbers of passkeys, separate from the schemas, which import their library. */
export const passkeyLimit = 10;
export const passkeyNameMax = 60;

/** A name that the member's other passkeys do not have: `Chrome on Linux`, then `Chrome on Linux 2`. */
export function freePasskeyName(suggested: string, taken: readonly string[]): string {
  if (!taken.includes(suggested)) return suggested;
  for (let number = 2; ; number++) if (!taken.includes(`${suggested} ${number}`)) return `${suggested} ${number}`;
}
