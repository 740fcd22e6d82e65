import { html } from 'hono/html';

const style = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
  body { margin: 0; display: grid; place-items: center; min-height: 100vh; }
  main { width: min(24rem, calc(100vw - 2rem)); }
  h1 { font-size: 1.5rem; line-height: 1.2; margin: 0 0 .5rem; }
  label { display: block; font-weight: 600; margin: 1.25rem 0 .25rem; }
  label.box { font-weight: 400; margin: .75rem 0 0; }
  input[type=email] { box-sizing: border-box; width: 100%; font: inherit; padding: .6rem; }
  .row { display: flex; justify-content: space-between; margin-top: 1.5rem; }
  button { font: inherit; padding: .6rem 1rem; min-height: 44px; }
  [role=alert] { color: light-dark(#b3261e, #ffb4ab); }
`;

/** The sandbox's sign-in page: any email works. */
export function signInPage(request: string, problem: string | null) {
  return shell(
    'Sign in',
    html`<p>This page replaces Google in the sandbox. Enter any email.</p>
      ${problem === null ? '' : html`<p role="alert">${problem}</p>`}
      <form method="post" action="authorize" novalidate>
        <input type="hidden" name="request" value="${request}" />
        <label for="email">Email</label>
        <input id="email" name="email" type="email" autocomplete="off" autocapitalize="none" autofocus />
        <label class="box"><input type="checkbox" name="no_email" /> Account has no email</label>
        <label class="box"><input type="checkbox" name="unverified" /> Email isn\u2019t confirmed</label>
        <label class="box"><input type="checkbox" name="photo" /> Account has a photo</label>
        <div class="row">
          <button type="submit" name="continue">Continue</button>
          <button type="submit" name="cancel">Cancel</button>
        </div>
      </form>`,
  );
}

export function errorPage(problem: string) {
  return shell('Sign-in failed', html`<p role="alert">${problem}</p>`);
}

function shell(title: string, body: unknown) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Sandbox Google</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`;
}
