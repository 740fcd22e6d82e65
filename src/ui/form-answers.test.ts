import { createMemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { keepFormAnswers } from './form-answers.ts';

/** A page whose reading waits as long as it is held. */
function page() {
  let held: Promise<void> | null = null;
  let release = () => {};
  const answers: unknown[] = [];
  const router = createMemoryRouter([
    { id: 'page', path: '/', loader: async () => ({ read: await held }), action: async () => answers.shift() },
    { id: 'other', path: '/other' },
  ]);
  routers.push(router);
  const kept = keepFormAnswers(router);
  return {
    router,
    said: () => kept.of('page'),
    hold: () => {
      held = new Promise((done) => {
        release = done;
      });
    },
    release: () => {
      held = null;
      release();
    },
    press: (answer: unknown) => {
      answers.push(answer);
      const formData = new FormData();
      formData.set('intent', 'save');
      return router.navigate('/', { formMethod: 'post', formData });
    },
  };
}
const routers: ReturnType<typeof createMemoryRouter>[] = [];
afterEach(() => {
  for (const router of routers.splice(0)) router.dispose();
});

test('[13-A4] what a form was told outlasts the news that re-read its page, until the next answer or another place', async () => {
  const { router, said, press } = page();
  await press({ saved: 'Saved.' });
  await router.revalidate();
  await router.revalidate();
  expect(router.state.actionData).toBeNull();
  expect(said()).toEqual({ saved: 'Saved.' });
  await press({ problem: 'No.' });
  expect(said()).toEqual({ problem: 'No.' });
  await press(null);
  expect(said()).toBeUndefined();
  await press({ saved: 'Again.' });
  await router.navigate('/other');
  expect(said()).toBeUndefined();
  await router.navigate('/');
  expect(said()).toBeUndefined();
});

test('[13-A4] the same where the news race the answer: while the page is still being read for it, and at once after', async () => {
  const { router, said, press, hold, release } = page();
  hold();
  const pressed = press({ saved: 'Saved.' });
  await new Promise<void>((answered) => {
    const stop = router.subscribe(({ navigation, actionData }) => {
      if (navigation.state !== 'loading' || !actionData) return;
      stop();
      answered();
    });
  });
  const read = router.revalidate();
  release();
  await Promise.all([pressed, read, router.revalidate()]);
  await router.revalidate();
  expect(router.state.actionData).toBeNull();
  expect(said()).toEqual({ saved: 'Saved.' });
});
