/** Public API, pure: values for browser and server. */
export {
  decisionLabel,
  decisionLimits,
  decisionTimes,
  type HouseRule,
  houseRuleCodes,
  houseRules,
  usualRule,
} from './model/decision.rules.ts';
export { aboutForAdmin } from './model/decision-subject.ts';
export { fillText, placeholders } from './model/statement-text.rules.ts';
