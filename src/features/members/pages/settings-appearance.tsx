import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { themeNames } from '#kernel/specified-texts.ts';
import { pageScope, requirePageActor, requirePageForm } from '#platform/http/page.ts';
import { answerForm, type FormAnswer, parseInput, text } from '#platform/http/page-form.server.ts';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { RadioCards } from '#ui/form/radio-cards.tsx';
import { SingleKeysSwitch } from '#ui/form/single-keys-switch.tsx';
import { useFormAnswer } from '#ui/form/use-form-answer.ts';
import { pageMeta } from '#ui/page/page-meta.ts';
import { Panel } from '#ui/page/panel.tsx';
import { decideTheme, readTheme, themeCookie } from '#ui/theme/theme.ts';
import { chooseTheme } from '#ui/theme/theme-browser.ts';
import { DisplayFields } from '../components/display-fields.tsx';
import { FormatFields } from '../components/format-fields.tsx';
import { SaveRow } from '../components/save-row.tsx';
import { ThemeSwatch } from '../components/theme-swatch.tsx';
import { profilePatch } from '../contract.ts';
import { getMemberProfile } from '../members.queries.server.ts';
import { memberPolicy } from '../model/member.policy.ts';
import { updateProfile } from '../profile/update-profile.server.ts';

export async function loader(args: LoaderFunctionArgs) {
  const actor = requirePageActor(args, memberPolicy, 'change one’s own');
  const { platform } = pageScope(args.context);
  const { theme, numberFormat, timeZone, displayCurrency, density, motion, games } = await getMemberProfile(
    platform.db,
    actor.id,
  );
  return {
    choice: decideTheme(theme, args.request.headers.get('cookie')).choice,
    numberFormat: numberFormat ?? '',
    timeZone: timeZone ?? '',
    displayCurrency: displayCurrency ?? '',
    timeZones: Intl.supportedValuesOf('timeZone'),
    density,
    motion,
    games,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { actor, platform, form } = await requirePageForm(args, memberPolicy, 'change one’s own');
  return answerForm(form, ['theme', 'numberFormat', 'timeZone', 'displayCurrency'], async () => {
    const { theme = 'system', ...others } = parseInput(profilePatch, {
      theme: text(form, 'theme'),
      ...(form.has('numberFormat') ? { numberFormat: text(form, 'numberFormat') } : {}),
      ...(form.has('timeZone') ? { timeZone: text(form, 'timeZone') } : {}),
      ...(form.has('displayCurrency') ? { displayCurrency: text(form, 'displayCurrency') } : {}),
      ...(form.has('density') ? { density: text(form, 'density') } : {}),
      ...(form.has('motion') ? { motion: text(form, 'motion') } : {}),
      ...(form.has('hasGames') ? { games: form.getAll('games') } : {}),
    });
    await updateProfile(platform, actor, { theme, ...others });
    const answer: FormAnswer = { saved: 'Saved' };
    // Without JavaScript the next page has only the cookie.
    return data(answer, {
      headers: { 'set-cookie': themeCookie(theme, platform.config.appUrl.startsWith('https://')) },
    });
  });
}

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, {
    title: 'Appearance',
    description: 'Theme, formats, density, motion and keyboard shortcuts.',
    path: '/settings/appearance',
    noIndex: true,
  });

const themes = [
  {
    value: 'system',
    label: themeNames.system,
    means: 'Light or dark, same as your device.',
    picture: <ThemeSwatch themes={['light', 'dark']} />,
  },
  {
    value: 'light',
    label: themeNames.light,
    means: 'White pages, dark text.',
    picture: <ThemeSwatch themes={['light']} />,
  },
  {
    value: 'dark',
    label: themeNames.dark,
    means: 'Dark gray pages, light text.',
    picture: <ThemeSwatch themes={['dark']} />,
  },
  {
    value: 'midnight',
    label: themeNames.midnight,
    means: 'Near-black pages with a blue glow.',
    picture: <ThemeSwatch themes={['midnight']} />,
  },
];

export default function SettingsAppearancePage() {
  const { choice, numberFormat, timeZone, timeZones, displayCurrency, ...display } = useLoaderData<typeof loader>();
  const { problem, values, saved } = useFormAnswer<FormAnswer>() ?? {};
  const busy = useNavigation().formMethod === 'POST';
  const choose = (value: string) => {
    const theme = readTheme(value);
    if (theme) chooseTheme(theme);
  };
  return (
    <>
      <Panel title="Appearance" note="Saved to your account and used in every browser you sign in with.">
        <Form method="post" noValidate>
          <ErrorSummary
            errors={problem?.errors}
            message={problem?.errors ? undefined : problem?.message}
            attempt={problem}
          />
          <RadioCards
            key={choice}
            legend="Theme"
            name="theme"
            mark={false}
            options={themes}
            defaultValue={choice}
            onChange={choose}
          />
          <FormatFields
            key={`${numberFormat} ${timeZone} ${displayCurrency}`}
            numberFormat={values?.numberFormat ?? numberFormat}
            timeZone={values?.timeZone ?? timeZone}
            timeZones={timeZones}
            displayCurrency={values?.displayCurrency ?? displayCurrency}
            errors={problem?.errors ?? {}}
          />
          <DisplayFields key={`${display.density} ${display.motion}`} {...display} errors={problem?.errors ?? {}} />
          <SaveRow label="Save appearance" busy={busy} saved={saved} />
        </Form>
      </Panel>
      <Panel title="Keyboard shortcuts" note="Saved in this browser only.">
        <SingleKeysSwitch />
      </Panel>
    </>
  );
}
