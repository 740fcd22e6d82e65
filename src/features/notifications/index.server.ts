/** Face, server: what other rooms may ask of notifications. */

export { exportNotifications } from './export.server.ts';
export { forgetPreferences } from './forget-preferences.server.ts';
export { type MemberMail, mailMember } from './mail-member.server.ts';
export { notificationsData } from './notifications.data.ts';
