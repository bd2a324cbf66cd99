import { demoPeople } from '@headhaul/contracts/demo-people';
import type { Faults } from '../resident/faults.ts';
import type { Resident } from '../resident/resident.ts';
import { type Html, html, renderDocument } from '../web/html.ts';
import { renderTop } from './top.ts';

function describeFaults({ latencyMs, errorStatus, errorPercent = 100, refuse }: Faults): string[] {
  const words: string[] = [];
  if (refuse === true) words.push('Drops every connection');
  if (latencyMs !== undefined && latencyMs > 0) words.push(`Delays ${latencyMs} ms`);
  if (errorStatus !== undefined && errorPercent > 0) words.push(`Answers ${errorStatus} to ${errorPercent}% of requests`);
  return words;
}

function renderState(resident: Resident): Html {
  if (!resident.isListening()) return html`<span class="pill bad">Stopped</span>`;
  const faults = describeFaults(resident.faults());
  if (faults.length === 0) return html`<span class="pill good">Works</span>`;
  return html`${faults.map((fault) => html`<span class="pill warn">${fault}</span>`)}`;
}

interface NumberField {
  name: 'latencyMs' | 'errorStatus' | 'errorPercent';
  label: string;
  unit: string;
  min: number;
  max: number;
  example: string;
}

const numberFields: readonly NumberField[] = [
  { name: 'latencyMs', label: 'Delay', unit: 'ms', min: 0, max: 120_000, example: '0' },
  { name: 'errorStatus', label: 'Answer with status', unit: '', min: 400, max: 599, example: 'none' },
  { name: 'errorPercent', label: 'Share of requests', unit: '%', min: 0, max: 100, example: '100' },
];

function renderNumber(service: string, field: NumberField, value: number | undefined): Html {
  const id = `${service}-${field.name}`;
  return html`
          <div class="field">
            <label for="${id}">${field.label}${field.unit === '' ? undefined : html` <span class="unit">${field.unit}</span>`}</label>
            <input id="${id}" name="${field.name}" type="number" inputmode="numeric" min="${field.min}" max="${field.max}" placeholder="${field.example}" value="${value}">
          </div>`;
}

function renderResident(resident: Resident): Html {
  const { name, title, about, lookAt } = resident.service;
  const faults = resident.faults();
  return html`
      <article class="card" aria-labelledby="${name}-title">
        <div class="card-head">
          <h3 id="${name}-title">${title}</h3>
          <div class="state">${renderState(resident)}</div>
        </div>
        <p class="about">${about}</p>
        <p class="address"><code>${resident.address}</code> <a href="${lookAt.isAtHome ? '' : resident.address}${lookAt.path}">${lookAt.label}</a></p>
        <form class="faults" data-service="${name}" aria-label="Faults of ${title}">
          <div class="fault-fields">${numberFields.map((field) => renderNumber(name, field, faults[field.name]))}
          </div>
          <label class="check"><input type="checkbox" name="refuse"${faults.refuse === true ? html` checked` : undefined}> Drop every connection</label>
          <p class="field-error" role="alert" hidden></p>
          <div class="actions">
            <button class="button" type="submit">Set faults</button>
            <button class="button quiet" type="button" data-clear>Clear</button>
          </div>
        </form>
      </article>`;
}

function renderPeople(): Html {
  const rows = demoPeople.map(
    ({ label, name, familyName, email, about }) => html`
          <tr>
            <th scope="row">${label}</th>
            <td data-label="Name">${name} ${familyName}</td>
            <td data-label="Email">${email}</td>
            <td data-label="About">${about}</td>
          </tr>`,
  );
  return html`
        <table>
          <thead><tr><th scope="col">Who</th><th scope="col">Name</th><th scope="col">Email</th><th scope="col">About</th></tr></thead>
          <tbody>${rows}
          </tbody>
        </table>`;
}

export function renderHomePage({ address, residents }: { address: string; residents: readonly Resident[] }): Html {
  const example = residents[0]?.service.name ?? 'google';
  const body = html`${renderTop()}
    <main class="home">
      <div class="home-head">
        <h1>The outside world on one laptop</h1>
        <p class="lead">Each program here speaks the protocol of the service it stands in for. Headhaul talks to them as it would to the real ones, and you decide what goes wrong.</p>
      </div>
      <noscript><p class="notice">The fault forms need JavaScript. The commands at the foot of this page work without it.</p></noscript>
      <section aria-labelledby="board">
        <h2 id="board">Demo board</h2>
        <p class="section-lead">A load board with 10,000 loads, for the extension. <a href="/board">Open the board</a>, or <a href="/board/switches">choose how it behaves</a>.</p>
      </section>
      <section aria-labelledby="people">
        <h2 id="people">Demo people</h2>
        <p class="section-lead">Choose one of them on a sign-in page, or type in anyone else.</p>
        <div class="table-box">${renderPeople()}
        </div>
      </section>
      <section aria-labelledby="runs">
        <h2 id="runs">What runs</h2>
        <div class="cards">${residents.map(renderResident)}
        </div>
      </section>
      <section aria-labelledby="commands">
        <h2 id="commands">From a program</h2>
        <pre tabindex="0" role="region" aria-label="Commands to copy"><code>curl ${address}/health
curl ${address}/services
curl -X PUT ${address}/services/${example}/faults -H 'content-type: application/json' \\
  -d '{"latencyMs": 800, "errorStatus": 503, "errorPercent": 25}'
curl -X PUT ${address}/services/${example}/faults -H 'content-type: application/json' -d '{"refuse": true}'
curl -X DELETE ${address}/services/${example}/faults</code></pre>
      </section>
    </main>`;
  return renderDocument({ title: 'Headhaul sandbox', bodyClass: 'at-home', body, script: '/home.js' });
}
