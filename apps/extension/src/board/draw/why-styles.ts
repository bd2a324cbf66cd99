export const whyWidth = 400;

/** Added to the clothes of the mail's popover. */
export const whyPopoverCss = `
section { position: relative; width: ${whyWidth}px; display: flex; flex-direction: column; }
h2 { margin: 0 32px 0 0; font-weight: 600; }
p { margin: 2px 0 8px; color: #525c6e; }
ul { flex: 0 1 auto; min-height: 26px; gap: 0; margin: 0 0 12px; overflow: auto; }
ul:focus-visible { outline: 2px solid #1e60dc; outline-offset: 2px; }
li { display: flex; gap: 8px; align-items: baseline; padding: 4px 0; background: none; color: inherit; }
i { flex: none; width: 16px; height: 16px; border-radius: 8px; font: 600 12px/16px system-ui, sans-serif; text-align: center; }
span { flex: 0 1 auto; }
b { flex: 1 1 auto; color: #525c6e; font-weight: 400; text-align: end; }
.FAIL i { background: #c01f25; color: #ffffff; }
.FAIL b { color: #a3161b; font-weight: 600; }
.UNKNOWN i { background: #ffe9c2; color: #5c3300; }
.UNKNOWN b { color: #7a4a00; font-weight: 600; }
.PASS i { background: #13844a; color: #ffffff; }
footer { flex-wrap: wrap; padding-top: 12px; border-top: 1px solid #d5dae2; }
button { padding: 0 12px; border-color: #b9c1cd; color: #141a24; white-space: nowrap; }
button.edit { margin-inline-start: auto; padding: 0 4px; border-color: transparent; color: #154ebb; }
button.close { position: absolute; inset-block-start: 10px; inset-inline-end: 10px; width: 28px; height: 28px; padding: 0; border: 0; color: inherit; font-size: 18px; line-height: 28px; text-align: center; }
button:hover { background: #f3f6fb; }
@media (prefers-color-scheme: dark) {
  p, b { color: #a9b3c1; }
  .FAIL b { color: #ff9a9a; }
  .UNKNOWN b { color: #ffc65c; }
  footer { border-color: #46546e; }
  ul:focus-visible { outline-color: #8fb5f6; }
  button { border-color: #46546e; color: #eceef2; }
  button.edit { color: #8fb5f6; }
  button:hover { background: #1f2937; }
}`;
