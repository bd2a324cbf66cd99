/**
 * What the user reads and presses is neither hidden nor moved by the page's style sheets: ours win by `!important`. Only px: the board decides
 * what an em is. Everything lies over the page, so nothing of the board moves.
 */
export const panelCss = `
:host {
  all: initial !important; position: fixed !important; inset: 0 0 0 auto !important; z-index: 2147483647 !important; display: block !important;
  width: 360px !important; max-width: 100% !important; color-scheme: light !important;
}
:host([data-side='left']) { inset: 0 auto 0 0 !important; }
section {
  display: flex; flex-direction: column; box-sizing: border-box; height: 100%; overflow: hidden; border: 0 solid #c3cbd8; border-width: 0 1px; outline: none;
  background: #ffffff; color: #141a24; box-shadow: 0 0 24px rgb(0 0 0 / 18%); font: 400 13px/18px system-ui, sans-serif;
}
.header { flex: none; padding: 8px 16px; border-bottom: 1px solid #e3e8ef; }
.name { display: flex; align-items: center; gap: 8px; min-height: 32px; }
.name svg { flex: none; width: 22px; height: 22px; }
.name b { font: 700 16px/20px system-ui, sans-serif; }
.name span { flex: 1; overflow: hidden; min-width: 0; color: #525c6e; text-overflow: ellipsis; white-space: nowrap; }
.bars { display: flex; gap: 4px; margin-top: 6px; }
.bars i { flex: 1; height: 4px; border-radius: 2px; background: #d5dbe5; }
.bars i.done { background: #1e60dc; }
.at { display: flex; justify-content: space-between; gap: 8px; margin-top: 8px; color: #525c6e; font-size: 12px; }
.body { flex: 1; min-height: 0; overflow: auto; }
.top { padding: 14px 16px 10px; }
.works { background: #e5f5ec; }
h2 { margin: 0 0 2px; font: 600 18px/24px system-ui, sans-serif; overflow-wrap: anywhere; }
h3 { margin: 0 0 4px; font: 600 13px/18px system-ui, sans-serif; }
p { margin: 0; color: #525c6e; }
.works p { color: #141a24; }
.note { padding: 14px 16px; }
ul { margin: 0; padding: 0; border-top: 1px solid #e3e8ef; list-style: none; }
li { display: grid; grid-template-columns: 16px 1fr auto; gap: 1px 10px; padding: 7px 16px; border-bottom: 1px solid #e3e8ef; }
li.ask { background: #fff6e5; box-shadow: inset 3px 0 0 #f79500; }
li > i {
  grid-row: span 2; align-self: center; width: 16px; height: 16px; border-radius: 8px; font: 700 11px/16px system-ui, sans-serif; text-align: center;
}
li.sure > i { background: #15803d; color: #ffffff; }
li.ask > i { background: #f79500; color: #3d2200; }
li.lost > i { background: #a3161b; color: #ffffff; }
li.none > i { background: #e3e8ef; color: #525c6e; }
li b { display: inline-block; min-width: 88px; font-weight: 600; }
li .what { overflow: hidden; min-width: 0; text-overflow: ellipsis; white-space: nowrap; }
li .why { grid-column: 2; color: #525c6e; font-size: 12px; overflow-wrap: anywhere; }
li.ask .why { color: #854b00; }
li.lost .why { color: #a3161b; }
li .acts { grid-column: 3; grid-row: 1 / span 2; display: flex; flex-wrap: wrap; align-items: center; justify-content: flex-end; gap: 4px; }
.share { display: flex; align-items: center; gap: 8px; color: #525c6e; font-variant-numeric: tabular-nums; white-space: nowrap; }
.bar { display: block; overflow: hidden; width: 56px; height: 4px; border-radius: 2px; background: #d5dbe5; }
.bar span { display: block; width: var(--share); height: 100%; background: #1e60dc; }
.bar.full span { background: #15803d; }
.footer { display: flex; flex: none; flex-wrap: wrap; gap: 8px; padding: 12px 16px; border-top: 1px solid #e3e8ef; }
.line { display: flex; flex: 1 0 100%; align-items: center; justify-content: space-between; gap: 8px; }
.counted b { font-weight: 600; }
.good { color: #12703a; }
.open { color: #854b00; }
button {
  box-sizing: border-box; min-height: 28px; margin: 0; padding: 0 8px; border: 0; border-radius: 6px; background: none; color: #154ebb; cursor: pointer;
  font: 600 13px/18px system-ui, sans-serif;
}
button:hover { background: #eaf1fe; }
button:focus-visible { outline: 2px solid #2f6fe6; outline-offset: 1px; }
button.icon { width: 28px; padding: 0; color: #525c6e; font-size: 16px; }
button.main { flex: 2 1 0; min-height: 36px; background: #1e60dc; color: #ffffff; white-space: nowrap; }
button.main:hover { background: #154ebb; }
button.plain { flex: 1 1 0; min-height: 36px; border: 1px solid #c3cbd8; color: #141a24; white-space: nowrap; }
button:disabled { opacity: 0.6; cursor: progress; }
button.small { border: 1px solid #c3cbd8; background: #ffffff; color: #141a24; }
.fault { color: #a3161b; font-weight: 600; }
.preview { overflow: auto; box-sizing: border-box; max-height: 46vh; margin: 12px 16px 0; padding: 8px 10px; border: 1px solid #d3d9e3; border-radius: 6px; background: #f6f8fb; color: #17202e; white-space: pre; font: 12px/16px ui-monospace, monospace; }
`;

/** The board behind is dimmed: it can be compared and not clicked. */
export const tableCss = `
:host {
  all: initial !important; position: fixed !important; inset: 0 !important; z-index: 2147483646 !important; display: block !important;
  box-sizing: border-box !important; padding: 24px 384px 24px 24px !important; background: rgb(20 26 36 / 45%) !important;
  color-scheme: light !important;
}
:host([data-side='left']) { padding: 24px 24px 24px 384px !important; }
div {
  overflow: auto; box-sizing: border-box; max-height: 100%; border-radius: 10px; background: #ffffff; color: #141a24;
  box-shadow: 0 12px 40px rgb(0 0 0 / 28%); font: 400 13px/18px system-ui, sans-serif;
}
table { width: 100%; border-collapse: collapse; }
caption { padding: 18px 20px; text-align: left; font: 600 18px/24px system-ui, sans-serif; }
caption b { color: #12703a; font-weight: 600; }
caption small { display: block; color: #525c6e; font: 400 13px/18px system-ui, sans-serif; }
th, td { padding: 10px 12px; border-top: 1px solid #e3e8ef; text-align: left; white-space: nowrap; }
th { color: #525c6e; font-weight: 400; }
td { max-width: 260px; overflow: hidden; text-overflow: ellipsis; }
.figure { text-align: right; font-variant-numeric: tabular-nums; }
.at { color: #525c6e; }
td.place { font-weight: 600; }
td.off { color: #525c6e; }
td.unread { color: #854b00; }
`;

/** Outlines of cells. The pointer goes through them. */
export const marksCss = `
:host { all: initial; position: fixed !important; inset: 0; z-index: 2147483644; display: block !important; overflow: hidden; pointer-events: none; }
i { position: fixed; box-sizing: border-box; border: 1px solid #8fb5f6; border-radius: 3px; background: rgb(30 96 220 / 8%); }
i.ask { border: 2px solid #f79500; background: rgb(247 149 0 / 12%); }
i.pick { border: 1px dashed #525c6e; background: none; }
i.row { border: 1px dashed #2f6fe6; border-radius: 6px; background: none; }
i.over { border: 2px solid #1e60dc; background: rgb(30 96 220 / 16%); }
i > b {
  position: absolute; inset: auto auto 100% -1px; box-sizing: border-box; overflow: hidden; max-width: calc(100% + 2px); padding: 0 4px; text-overflow: ellipsis; border-radius: 3px 3px 0 0; background: #1e60dc; color: #ffffff; white-space: nowrap;
  font: 600 11px/16px system-ui, sans-serif;
}
i.over > b { max-width: none; }
i.ask > b { background: #f79500; color: #3d2200; }
`;

/** Catches clicks while a cell is chosen, so that the board never hears of them. */
export const veilCss = `
:host { all: initial; position: fixed !important; inset: 0; z-index: 2147483645; display: block !important; cursor: crosshair; }
`;
