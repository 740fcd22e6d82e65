/** Face for pages of other rooms. */
export { type TierRow, tierRows } from './tier-rows.ts';
