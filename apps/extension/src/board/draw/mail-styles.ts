/** Where the user sends by a press, the page's style sheets neither hide nor move it. Ours win by `!important` inside our element. */
export const notMoved = `
  opacity: 1 !important; filter: none !important; mask: none !important; clip-path: none !important; transform: none !important;
  translate: none !important; scale: none !important;`;

/** It would lie over the whole page, unseen, and the browser would say that nothing below is seen. */
export const noBackdrop = ':host::backdrop { display: none !important; }';

/**
 * One size in one cell, so that the rows line up like a column whatever they say. Words that change are laid out in here and not in the board's row.
 */
export const mailButtonCss = `
.mail {
  contain: strict; box-sizing: border-box; flex: 0 1 176px; min-width: 78px; display: inline-flex; align-items: center; gap: 6px; height: 24px;
  margin-inline-start: 6px; overflow: hidden; white-space: nowrap;
}
:host([data-table]) .mail { height: 18px; }
.mail[hidden], .mail [hidden] { display: none; }
.mail.blank { opacity: 0; }
.mail button { contain: none; flex: none; width: auto; min-width: 58px; max-width: 100%; border-color: #a5c3f7; color: #154ebb; text-overflow: ellipsis; }
.mail button.ready { width: 78px; }
.mail button.ready::before {
  content: ''; display: inline-block; width: 13px; height: 10px; margin-inline-end: 6px; background: currentcolor;
  clip-path: polygon(evenodd, 0 0, 13px 0, 13px 10px, 0 10px, 0 0, 0 1px, 6.5px 5.5px, 13px 1px, 13px 2.4px, 6.5px 6.9px, 0 2.4px, 0 1px);
}
.fits ~ .mail button.ready { border-color: #1e60dc; background: #1e60dc; color: #ffffff; }
/* What is to be checked comes first. */
.broker:not([data-risks='']) ~ .mail button.ready { border-color: #a5c3f7; background: #ffffff; color: #154ebb; }
.mail button.sent { border-color: transparent; background: #e7f6ee; color: #0d6b3c; font-size: 12px; font-weight: 500; }
.mail button[aria-disabled='true'] { cursor: progress; }
.note { min-width: 0; overflow: hidden; text-overflow: ellipsis; font: 400 12px/16px system-ui, sans-serif; }
.note.bad, .note.need { padding: 1px 5px; border-radius: 4px; background: #fdecec; color: #a3161b; font-weight: 600; }
.note.need { background: #fff3db; color: #7a4a00; }
/* The reason has the place until the pointer or the focus comes. The button comes at the other end, so nothing moves that may be read or
   pressed, and whoever goes down the column of buttons presses the reason. It can have the focus all the while. */
.mail:not(.held) .why, .held .note { display: none; }
.held button.ready {
  --unseen: var(--hh-rest) 0; --untouched: var(--hh-rest) none; position: absolute; inset-inline-end: 0; opacity: var(--unseen, 1);
  pointer-events: var(--untouched, auto);
}
.mail .why {
  flex: 1; min-width: 0; padding: 0; border-color: transparent; background: none; color: inherit; font: 400 12px/16px system-ui, sans-serif; line-height: 22px;
  text-align: start;
}
.held button.ready:not([hidden]) ~ .why { --narrow: var(--hh-rest) 0; margin-inline-end: var(--narrow, 84px); }
.mail .why:hover, .mail .why:focus-visible { text-decoration: underline; }
@supports (color: light-dark(#fff, #000)) {
  .mail button { border-color: light-dark(#a5c3f7, #46546e); color: light-dark(#154ebb, #8fb5f6); }
  .broker:not([data-risks='']) ~ .mail button.ready {
    border-color: light-dark(#a5c3f7, #46546e); background: light-dark(#ffffff, #161d28); color: light-dark(#154ebb, #8fb5f6);
  }
  .mail button.sent { background: light-dark(#e7f6ee, #12301f); color: light-dark(#0d6b3c, #7fd1a5); }
  .note.bad { background: light-dark(#fdecec, #451316); color: light-dark(#a3161b, #ff9a9a); }
  .note.need { background: light-dark(#fff3db, #35260c); color: light-dark(#7a4a00, #ffc65c); }
}`;

export const popoverWidth = 420;

/** A board with dark pages has them whatever the computer's setting is, so the popover has its own ground in both. */
export const mailPopoverCss = `
:host { all: initial; position: fixed !important; ${notMoved} visibility: visible !important; inset: auto; z-index: 2147483647; display: block !important; margin: 0; padding: 0; border: 0; background: none; }
${noBackdrop}
section { box-sizing: border-box; width: ${popoverWidth}px; max-width: calc(100vw - 16px); max-height: calc(100vh - 16px); overflow: auto; padding: 16px;
  border: 1px solid #d5dae2; border-radius: 8px; background: #ffffff; color: #141a24; box-shadow: 0 8px 24px rgb(12 21 38 / 18%);
  font: 400 13px/18px system-ui, sans-serif; }
section:focus { outline: none; }
h2 { margin: 0 0 8px; font-size: 15px; font-weight: 600; line-height: 20px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 2px 10px; margin: 0 0 8px; }
dt { color: #525c6e; }
dd { margin: 0; overflow-wrap: anywhere; }
ul { display: grid; gap: 4px; margin: 0 0 10px; padding: 0; list-style: none; }
li { padding: 6px 8px; border-radius: 6px; background: #fff6e5; color: #5c3700; overflow-wrap: anywhere; }
li.bad { background: #fdecec; color: #8a1116; font-weight: 600; }
.beginning { max-height: 72px; margin: 0 0 12px; overflow: auto; padding: 8px; border-radius: 6px; background: #f3f6fb; white-space: pre-wrap; overflow-wrap: anywhere; }
label { display: flex; gap: 8px; align-items: center; margin: 0 0 10px; font-weight: 600; }
input { width: 16px; height: 16px; margin: 0; accent-color: #1e60dc; }
footer { display: flex; gap: 8px; }
button { all: unset; box-sizing: border-box; height: 32px; padding: 0 14px; border: 1px solid #a5c3f7; border-radius: 6px; color: #154ebb; cursor: pointer; font-weight: 600; line-height: 30px; }
button.send { border-color: #1e60dc; background: #1e60dc; color: #ffffff; }
button.out { height: auto; padding: 0 4px; border: 0; line-height: 18px; text-decoration: underline; }
button:disabled { border-color: #d5dae2; background: #eceef2; color: #525c6e; cursor: default; }
button:focus-visible, input:focus-visible, .beginning:focus-visible { outline: 2px solid #1e60dc; outline-offset: 2px; }
@media (prefers-color-scheme: dark) {
  section { border-color: #46546e; background: #161d28; color: #eceef2; }
  dt { color: #a9b3c1; }
  li { background: #3a2a08; color: #ffd58a; }
  li.bad { background: #451316; color: #ffb3b3; }
  .beginning { background: #1f2937; }
  button { border-color: #46546e; color: #8fb5f6; }
  button.send { border-color: #2f6fe6; background: #1e60dc; color: #ffffff; }
  button:disabled { border-color: #46546e; background: #27303d; color: #a9b3c1; }
}`;
