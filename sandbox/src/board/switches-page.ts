import { renderTop } from '../home/top.ts';
import { type Html, html, renderDocument } from '../web/html.ts';
import { breakages, layouts } from './switches.ts';

const numbers = [
  { name: 'seed', label: 'Seed', unit: '', about: 'Another seed is another market.' },
  { name: 'tick', label: 'Ages are written', unit: 'every … ms', about: '' },
  { name: 'live', label: 'New loads', unit: 'a second', about: '' },
  { name: 'churn', label: 'Rows are drawn again', unit: 'every … ms', about: 'The same loads in new elements.' },
  { name: 'swap', label: 'Rows exchange loads', unit: 'a second', about: 'In place, while you look at them.' },
  { name: 'zoom', label: 'Zoom', unit: '%', about: '' },
];
const flags = [
  { name: 'expand', label: 'Details open inside the row' },
  { name: 'spa', label: 'Tabs and searches change the address without loading the page' },
  { name: 'hash', label: 'Class names are new in each visit' },
  { name: 'rtl', label: 'Right to left' },
];

function renderSelect(name: string, label: string, values: readonly string[], first: string): Html {
  return html`
          <div class="field"><label for="${name}">${label}</label>
            <select id="${name}" name="${name}"><option value="">${first}</option>${values.map((value) => html`<option>${value}</option>`)}</select></div>`;
}

/** Where a developer chooses how the demo board behaves. */
export function renderSwitchesPage(): Html {
  const body = html`${renderTop()}
    <main class="home">
      <div class="home-head">
        <h1>Demo board</h1>
        <p class="lead">10,000 loads of a market day on a board that belongs to nobody. Brokers of the demo offices are among those who post.</p>
      </div>
      <section aria-labelledby="switches">
        <h2 id="switches">How it behaves</h2>
        <form class="card" method="get" action="/board" aria-labelledby="switches">
          <div class="fault-fields">${renderSelect('layout', 'Layout', layouts, 'wide')}${renderSelect('broken', 'Changed layout', breakages, 'as usual')}
          ${numbers.map(
            ({ name, label, unit, about }) => html`
          <div class="field"><label for="${name}">${label} <span class="unit">${unit}</span></label>
            <input id="${name}" name="${name}" type="number" inputmode="numeric" min="1" title="${about}"></div>`,
          )}
          </div>
          ${flags.map(
            ({ name, label }) => html`
          <label class="check"><input type="checkbox" name="${name}" value="1"> ${label}</label>`,
          )}
          <div class="actions"><button class="button" type="submit">Open the board</button></div>
        </form>
      </section>
    </main>`;
  return renderDocument({ title: 'Demo board, Headhaul sandbox', bodyClass: 'at-home', body });
}
