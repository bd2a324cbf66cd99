/** Only px: the board decides what an em is. Everything lies over the page, so nothing of the board moves. */
export const panelCss = `
:host { all: initial; position: fixed !important; inset: 12px 12px 12px auto; z-index: 2147483647; display: block !important; width: 346px; color-scheme: light; pointer-events: none; }
:host([data-side='left']) { inset: 12px auto 12px 12px; }
section {
  display: flex; flex-direction: column; box-sizing: border-box; max-height: 100%; overflow: hidden; border: 1px solid #d5dbe5; border-radius: 10px; background: #ffffff;
  color: #141a24; box-shadow: 0 12px 40px rgb(0 0 0 / 28%); font: 400 13px/18px Inter, system-ui, sans-serif; pointer-events: auto;
}
header { display: flex; align-items: center; gap: 8px; padding: 10px 12px; border-bottom: 1px solid #e3e8ef; }
header b { flex: 1; font-weight: 600; }
header span { color: #525c6e; font-size: 12px; }
main { overflow: auto; padding: 14px 16px; }
h2 { margin: 0 0 4px; font: 600 18px/22px Inter, system-ui, sans-serif; }
p { margin: 0 0 10px; color: #525c6e; }
ul { margin: 0 -16px; padding: 0; list-style: none; }
li { display: grid; grid-template-columns: 18px 1fr auto; gap: 2px 8px; padding: 8px 16px; border-bottom: 1px solid #e3e8ef; }
li.ask { background: #fff6e5; box-shadow: inset 3px 0 0 #f79500; }
li > i { grid-row: span 2; font-style: normal; font-weight: 700; }
li.sure > i { color: #15803d; }
li.ask > i { color: #854b00; }
li.none > i { color: #6b7484; }
li b { font-weight: 600; }
li .what { overflow: hidden; min-width: 0; text-overflow: ellipsis; white-space: nowrap; }
li .why { grid-column: 2; color: #525c6e; font-size: 12px; overflow-wrap: anywhere; }
li .acts { grid-column: 3; grid-row: 1 / span 2; display: flex; flex-wrap: wrap; align-items: center; justify-content: flex-end; gap: 4px; }
footer { display: flex; flex-wrap: wrap; gap: 8px; padding: 12px 16px; border-top: 1px solid #e3e8ef; }
button {
  box-sizing: border-box; min-height: 28px; margin: 0; padding: 0 8px; border: 0; border-radius: 6px; background: none; color: #154ebb; cursor: pointer;
  font: 600 13px/18px Inter, system-ui, sans-serif;
}
button:hover { background: #eaf1fe; }
button:focus-visible { outline: 2px solid #2f6fe6; outline-offset: 1px; }
button.main { flex: 1; min-height: 36px; background: #1e60dc; color: #ffffff; }
button.main:hover { background: #154ebb; }
button.plain { min-height: 36px; border: 1px solid #c3cbd8; color: #141a24; }
button.small { border: 1px solid #c3cbd8; background: #ffffff; color: #141a24; }
.fault { color: #a3161b; font-weight: 600; }
.good { color: #15803d; }
`;

export const tableCss = `
:host { all: initial; position: fixed !important; inset: 12px 370px 12px 12px; z-index: 2147483646; display: block !important; color-scheme: light; pointer-events: none; }
:host([data-side='left']) { inset: 12px 12px 12px 370px; }
div {
  overflow: auto; box-sizing: border-box; max-height: 100%; border: 1px solid #d5dbe5; border-radius: 10px; background: #ffffff; color: #141a24;
  box-shadow: 0 12px 40px rgb(0 0 0 / 28%); font: 400 13px/18px Inter, system-ui, sans-serif; pointer-events: auto;
}
table { width: 100%; border-collapse: collapse; }
caption { padding: 14px 16px 10px; text-align: left; font: 600 18px/22px Inter, system-ui, sans-serif; }
caption small { display: block; color: #525c6e; font: 400 13px/18px Inter, system-ui, sans-serif; }
th, td { padding: 8px 12px; border-top: 1px solid #e3e8ef; text-align: left; white-space: nowrap; }
th { color: #525c6e; font-weight: 400; }
td { max-width: 260px; overflow: hidden; text-overflow: ellipsis; }
td.off { color: #525c6e; }
td.unread { color: #854b00; }
`;

/** Outlines of cells. The pointer goes through them. */
export const marksCss = `
:host { all: initial; position: fixed !important; inset: 0; z-index: 2147483644; display: block !important; overflow: hidden; pointer-events: none; }
i { position: fixed; box-sizing: border-box; border: 1px solid #8fb5f6; border-radius: 3px; background: rgb(30 96 220 / 8%); }
i.ask { border: 2px solid #f79500; background: rgb(247 149 0 / 12%); }
i.pick { border: 1px dashed #525c6e; background: none; }
i.over { border: 2px solid #1e60dc; background: rgb(30 96 220 / 16%); }
i > b {
  position: absolute; inset: auto auto 100% -1px; padding: 0 5px; border-radius: 3px 3px 0 0; background: #1e60dc; color: #ffffff; white-space: nowrap;
  font: 600 11px/16px Inter, system-ui, sans-serif;
}
i.ask > b { background: #f79500; color: #3d2200; }
`;

/** Catches clicks while a cell is chosen, so that the board never hears of them. */
export const veilCss = `
:host { all: initial; position: fixed !important; inset: 0; z-index: 2147483645; display: block !important; cursor: crosshair; }
`;
