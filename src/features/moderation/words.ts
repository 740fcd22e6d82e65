/** Public API, pure: values for browser and server. */
export {
  decisionLimits,
  decisionTimes,
  decisionTitle,
  type HouseRule,
  houseRuleCodes,
  houseRules,
  usualRule,
} from './model/decision.rules.ts';
export { fillText, placeholders } from './model/statement-text.rules.ts';
