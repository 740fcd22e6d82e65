import { houseRuleCodes, houseRules } from '#features/moderation/words.ts';

/** The marketplace's rules as options, to select the broken one. */
export function RuleOptions() {
  return houseRuleCodes.map((code) => (
    <option key={code} value={code}>
      {houseRules[code]}
    </option>
  ));
}
