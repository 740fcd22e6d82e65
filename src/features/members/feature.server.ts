import type { Feature } from '#platform/feature.ts';
import { runs } from '#platform/jobs/jobs.ts';
import { exportMember } from './export.server.ts';
import { addMembersApi } from './members.api.server.ts';
import * as events from './model/member.events.ts';
import {
  endVacationJob,
  reconcileVacationsJob,
  startVacationJob,
  sweepAvatarJob,
  takePhotoJob,
} from './model/member.jobs.ts';
import { memberPolicy } from './model/member.policy.ts';
import { membersData, membersRetained } from './model/members.data.ts';
import { sweepAvatar } from './profile/avatar.server.ts';
import { lockLeaving } from './profile/forget-profile.server.ts';
import { takeProviderPhoto } from './profile/provider-photo.server.ts';
import { endOnTime, reconcileVacations, startOnTime } from './vacation/end-vacation.server.ts';

export const feature: Feature = {
  name: 'members',
  policy: memberPolicy,
  personalData: membersData,
  retention: membersRetained,
  dataExport: { part: 'account', read: exportMember },
  // The profile is emptied with the ways in, by `entry`: its last mail needs the name of one and the address of the
  // other.
  erasure: { rank: 20, lock: lockLeaving, restore: { rows: { vacation: 'member_id = $1' } } },
  uploads: { api: /^\/api\/profile\/avatar$/, forms: /^\/settings\/avatar$/ },
  memberPages: ['/settings'],
  livePages: ['/profile/:id'],
  navigation: [
    { in: 'menu', rank: 40, to: '/settings', label: 'Settings', icon: 'settings', for: 'member' },
    { in: 'dashboard-more', rank: 20, to: '/profile/:me', label: 'View public profile', icon: 'person', for: 'member' },
    { in: 'dashboard-more', rank: 30, to: '/settings', label: 'Settings', icon: 'settings' },
    {
      in: 'settings',
      rank: 10,
      to: '/settings/profile',
      label: 'Profile',
      about: 'Photo, name and public details',
      icon: 'profile',
    },
    {
      in: 'settings',
      rank: 15,
      to: '/settings/vacation',
      label: 'Vacation mode',
      about: 'Pause your sales while you’re away',
      icon: 'vacation',
    },
    {
      in: 'settings',
      rank: 30,
      to: '/settings/appearance',
      label: 'Appearance',
      about: 'Theme, formats, density, motion and shortcuts',
      icon: 'appearance',
    },
  ],
  robotsDisallow: ['/settings'],
  api: addMembersApi,
  events: Object.values(events),
  jobs: [
    runs(sweepAvatarJob, (platform, { avatarId }) => sweepAvatar(platform, avatarId)),
    runs(takePhotoJob, (platform, { userId, address }) => takeProviderPhoto(platform, userId, address)),
    runs(startVacationJob, (platform, { vacationId }) => startOnTime(platform, vacationId)),
    runs(endVacationJob, (platform, { vacationId }) => endOnTime(platform, vacationId)),
    runs(reconcileVacationsJob, reconcileVacations),
  ],
  schedules: [{ job: reconcileVacationsJob, cron: '*/10 * * * *' }],
  channels: {
    // A profile is public; a hidden one answers the refetch with 404, so the event discloses nothing.
    profile: {
      description: {
        params: { id: 'of the member' },
        by: 'everyone',
        kinds: ['profile.changed', 'member.vacation-changed', 'member.suspended', 'member.restored', 'member.deleted'],
      },
      topics: async (_platform, _viewer, params) => (params.id ? [`profile:${params.id}`] : []),
    },
  },
};
