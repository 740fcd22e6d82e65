/** Public API, server. */

export {
  readUpdates,
  readUpdatesShown,
  replaceWords,
} from './entries/read-notifications.server.ts';
export { countersChanged } from './model/notification.events.ts';
export {
  aboutAccount,
  type EmailText,
  type MemberMail,
  mailFormerMember,
  mailMember,
} from './send/email-member.server.ts';
export { notify } from './send/notify.server.ts';
