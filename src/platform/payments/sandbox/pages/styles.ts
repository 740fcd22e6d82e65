/** Styles of the hosted page: plain on purpose, to distinguish it from the app and from the real Stripe. */
export const checkoutStyles = `
:root { color-scheme: light dark; --bg: #f6f7f9; --surface: #fff; --fg: #1a1f36; --muted: #545b70; --line: #d9dce3; --edge: #7c8395; --accent: #4638c9; --on-accent: #fff; --danger: #b3261e; --danger-bg: #fdeceb; --notice: #fff4d6; --notice-fg: #5a4300; }
@media (prefers-color-scheme: dark) { :root { --bg: #14161c; --surface: #1d2029; --fg: #eceef4; --muted: #a9afc0; --line: #343947; --edge: #7c8395; --accent: #a8a2ff; --on-accent: #15122e; --danger: #ffb4ab; --danger-bg: #40201e; --notice: #3a2f10; --notice-fg: #f6dd96; } }
* { box-sizing: border-box; margin: 0; }
body { font: 16px/1.5 system-ui, sans-serif; background: var(--bg); color: var(--fg); }
.notice { background: var(--notice); color: var(--notice-fg); padding: 10px 16px; text-align: center; font-size: 14px; }
.checkout { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1.15fr); gap: 56px; max-width: 960px; margin: 0 auto; padding: 48px 24px 64px; }
.single { max-width: 480px; margin: 64px auto; padding: 32px; background: var(--surface); border: 1px solid var(--line); border-radius: 16px; display: grid; gap: 16px; }
h1 { font-size: 17px; font-weight: 600; } .single h1 { font-size: 22px; } h2 { font-size: 20px; margin-bottom: 16px; } h3 { font-size: 15px; margin-top: 12px; }
.summary h1 { color: var(--muted); font-weight: 500; }
.portal { display: grid; gap: 24px; max-width: 720px; margin: 0 auto; padding: 40px 20px 64px; } .portal h1 { font-size: 28px; } .portal .pay p { margin-bottom: 14px; } .saved { font-weight: 600; }
.total span { font-size: 16px; font-weight: 500; color: var(--muted); letter-spacing: 0; }
.total { font-size: 38px; font-weight: 700; letter-spacing: -0.02em; font-variant-numeric: tabular-nums; margin: 4px 0 24px; }
dl { display: grid; gap: 12px; margin-bottom: 24px; } dl div { display: flex; justify-content: space-between; gap: 24px; } dd { font-variant-numeric: tabular-nums; white-space: nowrap; }
dt { overflow-wrap: anywhere; } dt span { color: var(--muted); } .sum { border-top: 1px solid var(--line); padding-top: 12px; font-weight: 600; }
.pay { background: var(--surface); border: 1px solid var(--line); border-radius: 16px; padding: 28px; }
.fields { display: grid; grid-template-columns: 1fr 1fr; gap: 14px 12px; margin-bottom: 20px; } .wide { grid-column: 1 / -1; } .field { min-width: 0; }
label { display: block; font-size: 14px; font-weight: 500; margin-bottom: 4px; }
input, select { width: 100%; font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--edge); border-radius: 8px; padding: 9px 12px; min-height: 44px; }
input::placeholder { color: var(--muted); opacity: 1; }
[aria-invalid] { border-color: var(--danger); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.error { color: var(--danger); font-size: 14px; margin-top: 4px; }
.alert { background: var(--danger-bg); color: var(--danger); border-radius: 8px; padding: 10px 12px; margin-bottom: 16px; }
button { font: inherit; font-weight: 600; border-radius: 8px; border: 1px solid var(--edge); background: var(--surface); color: inherit; padding: 10px 16px; min-height: 44px; cursor: pointer; }
.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); } .pay .primary { width: 100%; }
.quiet { border-color: transparent; background: none; padding-inline: 0; color: var(--accent); text-decoration: underline; text-underline-offset: 3px; } a { color: var(--accent); }
.cards { margin-top: 20px; font-size: 14px; color: var(--muted); } .cards summary { cursor: pointer; font-weight: 600; }
table { width: 100%; border-collapse: collapse; margin: 8px 0; } th { text-align: left; font-weight: 500; } th, td { padding: 6px 8px 6px 0; border-bottom: 1px solid var(--line); } code { white-space: nowrap; color: var(--fg); }
@media (max-width: 800px) { .checkout { grid-template-columns: minmax(0, 1fr); gap: 24px; padding: 24px 16px 48px; } .pay { padding: 20px; } }
`;
