import { type Html, html } from '../web/html.ts';
import type { Switches } from './switches.ts';

const tabs: readonly { tab: Switches['tab']; label: string }[] = [
  { tab: 'all', label: 'All loads' },
  { tab: 'vans', label: 'Vans' },
  { tab: 'reefers', label: 'Reefers' },
  { tab: 'decks', label: 'Flatbeds and step decks' },
];

/** The same switches in an address. */
function writeAddress(path: string, switches: Switches): string {
  const parameters = Object.entries(switches).filter(([, value]) => value !== undefined);
  return `${path}?${new URLSearchParams(parameters.map(([name, value]): [string, string] => [name, String(value)]))}`;
}

function renderShell(title: string, styles: readonly string[], script: string, switches: Switches, body: Html): Html {
  return html`<!doctype html>
<html lang="en"${switches.rtl === '1' ? html` dir="rtl"` : undefined}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="icon" href="/board/icon.svg" type="image/svg+xml">
    ${styles.map((style) => html`<link rel="stylesheet" href="/board/${style}">`)}
    <script type="module" src="/board/${script}"></script>
  </head>
  <body data-switches="${JSON.stringify(switches)}">${body}</body>
</html>
`;
}

function renderTab(switches: Switches, { tab, label }: (typeof tabs)[number]): Html {
  const current = tab === switches.tab ? html` aria-current="page"` : undefined;
  return html`<a href="${writeAddress('/board', { ...switches, tab })}" data-tab="${tab}"${current}>${label}</a>`;
}

/** A board of nobody's brand. Its scripts draw the loads. */
export function renderBoard(switches: Switches): Html {
  const frame = html`<iframe class="frame" title="Loads" src="${writeAddress('/board/frame', switches)}"></iframe>`;
  const body = html`
    <header class="top">
      <p class="brand">Demo Board</p>
      <nav aria-label="Board"><a href="${writeAddress('/board', { ...switches, tab: 'all' })}" aria-current="page">Search loads</a> <a href="/board/switches">Switches</a></nav>
      <p class="account">Bluff Line Logistics</p>
    </header>
    <main>
      <h1 class="unseen">Search loads</h1>
      <form class="search" aria-label="Search">
        <label>Origin <input name="origin" placeholder="City or state" autocomplete="off"></label>
        <label>Destination <input name="destination" placeholder="City or state" autocomplete="off"></label>
        <label>DH-O up to <input name="deadhead" type="number" min="0" max="450" placeholder="150"></label>
        <button type="submit">Search</button>
      </form>
      <nav class="tabs" aria-label="Searches">${tabs.map((tab) => renderTab(switches, tab))}</nav>
      <div class="bar"><p class="count" data-test="results-counter" role="status">Loading loads</p><p class="sort">Sort: Age</p></div>
      <div class="stage">${switches.layout === 'table-iframe' ? frame : undefined}</div>
    </main>`;
  return renderShell('Search loads, Demo Board', ['page.css', 'rows.css'], 'board.js', switches, body);
}

/** The page inside the frame: a plain table, as older boards have it. */
export function renderTableFrame(switches: Switches): Html {
  const body = html`<main><h1 class="unseen">Posted loads</h1><div class="pages"></div></main>`;
  return renderShell('Posted loads', ['table.css'], 'table.js', switches, body);
}
