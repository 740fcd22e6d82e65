import { houseRuleCodes, houseRules } from '#features/moderation/words.ts';

/** The rules of the house, to choose the one that was broken. */
export function RuleOptions() {
  return houseRuleCodes.map((code) => (
    <option key={code} value={code}>
      {houseRules[code]}
    </option>
  ));
}
