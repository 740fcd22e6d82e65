export const announcementKinds = ['info', 'warning'] as const;
export type AnnouncementKind = (typeof announcementKinds)[number];
