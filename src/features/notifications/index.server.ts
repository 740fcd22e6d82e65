/** Face, server: what other rooms may ask of notifications. */

export { readNews, readNewsShown, replaceWords } from './entries/read-notifications.server.ts';
export { countersChanged } from './model/notification.events.ts';
export { aboutAccount, type LetterText, type MemberMail, mailFormerMember, mailMember } from './send/email-member.server.ts';
export { notify } from './send/notify.server.ts';
