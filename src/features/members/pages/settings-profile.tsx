import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text, typed } from '#platform/http/page-form.server.ts';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { Checkbox, TextInput } from '#ui/form/field.tsx';
import { type Checks, useFormChecks } from '#ui/form/form-checks.ts';
import { UnsavedChanges } from '#ui/form/unsaved/unsaved-changes.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { AvatarPanel } from '../components/avatar-panel.tsx';
import { BioField, DisplayNameField, LocationField, UsernameField } from '../components/person-fields.tsx';
import { SaveRow } from '../components/save-row.tsx';
import { socialServices as services } from '../components/social-services.ts';
import { profilePatch } from '../contract.ts';
import { getMemberProfile } from '../members.queries.server.ts';
import { memberPolicy } from '../model/member.policy.ts';
import { profileLimits } from '../model/messages.ts';
import { avatarRefusal, removeAvatar } from '../profile/avatar.server.ts';
import { updateProfile } from '../profile/update-profile.server.ts';
import { usernameProblem } from '../profile/username.rules.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, memberPolicy, 'change one’s own');
  const { platform } = pageScope(args.context);
  const { username, displayName, bio, location, contact, contactVisible, social, avatarUrl } = await getMemberProfile(
    platform.db,
    actor.id,
  );
  const refused = new URL(args.request.url).searchParams.get('refused');
  return {
    profile: { username, displayName, bio, location, contact, contactVisible, social },
    avatarUrl,
    refused: avatarRefusal(refused),
  };
}

const fields = ['username', 'displayName', 'bio', 'location', 'contact'];

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, memberPolicy, 'change one’s own');
  const socialFields = services.map(({ name }) => `social.${name}`);
  return answerForm(form, [...fields, ...socialFields, 'contactVisible'], async (): Promise<FormAnswer> => {
    if (text(form, 'intent') === 'remove-avatar') {
      await removeAvatar(platform, actor);
      return {};
    }
    const social = Object.fromEntries(services.map(({ name }) => [name, text(form, `social.${name}`).trim()]));
    const input = parseInput(profilePatch, {
      ...typed(form, fields),
      social,
      contactVisible: form.get('contactVisible') === 'on',
    });
    await updateProfile(platform, actor, input);
    return { saved: 'Saved' };
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Settings',
    description: 'Your public profile.',
    path: '/settings',
    noIndex: true,
  });

const checks: Checks = {
  username: (value) => usernameProblem(value.trim()) ?? undefined,
  location: (value) => (value.trim() === '' ? 'Enter your location.' : undefined),
};

export default function SettingsProfilePage() {
  const { profile, avatarUrl, refused } = useLoaderData<typeof loader>();
  const answer = useFormAnswer<FormAnswer>();
  const { problem, values, saved } = answer ?? {};
  const { errors, attempt, props } = useFormChecks(checks, problem);
  const busy = useNavigation().formData?.has('username') ?? false;
  return (
    <>
      <AvatarPanel username={profile.username} avatarUrl={avatarUrl} refused={refused} />
      <Panel title="Profile" note="Shown on your public profile.">
        <Form method="post" {...props}>
          <ErrorSummary errors={errors} message={problem?.errors ? undefined : problem?.message} attempt={attempt} />
          <UsernameField
            defaultValue={values?.username ?? profile.username}
            also="Your old username stays reserved so no one can impersonate you."
            error={errors.username}
          />
          <DisplayNameField
            defaultValue={values?.displayName ?? profile.displayName ?? ''}
            error={errors.displayName}
          />
          <BioField rows={5} defaultValue={values?.bio ?? profile.bio ?? ''} error={errors.bio} />
          <LocationField defaultValue={values?.location ?? profile.location ?? ''} error={errors.location} />
          <TextInput
            label="Contact"
            name="contact"
            maxLength={profileLimits.contact}
            defaultValue={values?.contact ?? profile.contact ?? ''}
            help="Another way to reach you. It’s shown only if you select “Show contact on public profile”."
            error={errors.contact}
          />
          <div className="mt-2">
            <Checkbox
              label="Show contact on public profile"
              name="contactVisible"
              defaultChecked={values ? values.contactVisible === 'on' : profile.contactVisible}
            />
          </div>
          <fieldset className="mt-6">
            <legend className="mb-4 font-semibold">Social links</legend>
            {services.map(({ name, label, example }) => (
              <TextInput
                key={name}
                label={label}
                name={`social.${name}`}
                type="url"
                inputMode="url"
                placeholder={example}
                defaultValue={values?.[`social.${name}`] ?? profile.social[name] ?? ''}
                error={errors[`social.${name}`]}
              />
            ))}
          </fieldset>
          <SaveRow label="Save profile" busy={busy} saved={saved} />
          <UnsavedChanges answer={answer} />
        </Form>
      </Panel>
    </>
  );
}
