import type { Change } from './board-sites.ts';

// How the six boards' pages may look: rows of one height, and cells that cut off what is too wide. Ours, by the structure of the fixtures.

const cells = 'overflow: hidden; text-overflow: ellipsis; white-space: nowrap;';
const page =
  'body { margin: 0; font: 14px/20px Arial, sans-serif; } main { padding: 8px 16px; } iframe { width: 100%; height: 700px; border: 0; }';

/** By board and layout. */
const looks: Record<string, string> = {
  'dat wide': `.row-container { border-bottom: 1px solid #ccc; } .row-cells { display: flex; gap: 8px; align-items: center; height: 44px; }
    .table-cell { flex: 0 0 72px; ${cells} }`,
  'dat compact': `.row-container { border-bottom: 1px solid #ccc; } .row-cells { display: flex; gap: 12px; align-items: center; height: 64px; }
    .table-cell { flex: 0 0 80px; ${cells} } dat-route { flex: 0 0 200px; } .route-dh-container { display: none; } dat-company { flex: 1; min-width: 0; ${cells} }`,
  'truckstop grid': `[role='row'] { display: flex; gap: 6px; align-items: center; height: 40px; border-bottom: 1px solid #ccc; }
    [role='gridcell'] { flex: 1 1 60px; min-width: 0; ${cells} }`,
  '123loadboard list': `ul { margin: 0; padding: 0; list-style: none; } li { display: grid; grid-template-columns: repeat(6, 1fr); gap: 2px 8px; height: 68px; border: 1px solid #ccc; padding: 4px; box-sizing: border-box; }
    li > span { min-width: 0; ${cells} } aside { display: none; }`,
  'truckerpath cards': `section { display: grid; grid-template-columns: repeat(auto-fill, minmax(340px, 1fr)); gap: 12px; }
    article { display: grid; grid-template-columns: repeat(3, 1fr); gap: 2px 8px; padding: 8px; border: 1px solid #ccc; } article > * { min-width: 0; ${cells} }`,
  'sylectus table': `table { border-collapse: collapse; width: 100%; font-size: 12px; } th, td { border: 1px solid #ccc; padding: 2px 4px; text-align: start; }`,
  'relay cards': `.load-card { border: 1px solid #ccc; margin-bottom: 8px; } .load-card > div[id]:last-child { display: flex; gap: 10px; align-items: center; padding: 8px; height: 56px; box-sizing: border-box; overflow: hidden; }
    .load-card p { margin: 0; } .load-card [data-stop], .load-card [data-part] { flex: 0 1 120px; min-width: 0; ${cells} } .load-card [data-fact] { flex: 0 0 70px; ${cells} } .equipment-type-text { flex: 0 0 90px; ${cells} }`,
};

export const dress =
  (name: string): Change =>
  (html) =>
    html.replace('</head>', `<style>${page} ${looks[name] ?? ''}</style></head>`);
