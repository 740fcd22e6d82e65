import { demoPassword, signUpMember } from '#features/auth/index.server.ts';
import { updateProfile } from '#features/members/index.server.ts';
import { grantPremium } from '#features/tiers/index.server.ts';
import { dayMs } from '#kernel/time.ts';
import { before, type Chapter } from './chapter.ts';
import { demoMembers } from './members.ts';
import { actorOf, share } from './simulator.ts';

/** Forty people sign up, say who they are, and some of them are premium. */
export const membersChapter: Chapter = {
  name: 'members',
  async make(demo) {
    // All have the one password that is printed at the start: hashing it once is no secret lost, and forty times would
    // take seconds.
    const hash = demo.platform.identity.hashPassword(demoPassword);
    await share(
      demo.simulators,
      demoMembers,
      async (simulator, member) => {
        simulator.moveTo(before(demo, member.joinedDays * dayMs));
        const { email, username, name, location, bio, tier, role } = member;
        const platform = {
          ...simulator.platform,
          identity: { ...simulator.platform.identity, hashPassword: () => hash },
        };
        const { id } = await signUpMember(platform, {
          email,
          password: demoPassword,
          username,
          name,
          location,
          emailVerified: true,
          ...(role ? { role } : {}),
        });
        await updateProfile(platform, { ...actorOf(id), role: role ?? 'member' }, { bio, onboardingCompleted: true });
        if (tier === 'premium') await grantPremium(platform, { userId: id, by: 'demo market' });
        demo.members.set(email, { ...member, id });
      },
      demo.progress,
    );
  },
};
