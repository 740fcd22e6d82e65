/** Face, server: what other rooms may ask of notifications. */

export { forgetPreferences } from './forget-preferences.server.ts';
export { type MemberMail, mailMember } from './mail-member.server.ts';
