/** Face, server: what other rooms may ask of notifications. */

export { aboutAccount, type LetterText, type MemberMail, mailFormerMember, mailMember } from './email-member.server.ts';
export { countersChanged } from './notification.events.ts';
export { notify } from './notify.server.ts';
export { readNews, readNewsShown, replaceWords } from './read-notifications.server.ts';
