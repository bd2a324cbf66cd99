import { type Html, html } from '../web/html.ts';
import { type OddityControl, spoilings } from './oddities.ts';

export interface OddityField {
  name: string;
  label: string;
  unit?: string;
  /** The choices of a selection. Without them the field takes a number, or is a box to tick. */
  choices?: readonly string[];
  isBox?: true;
}

const basicFields: readonly OddityField[] = [
  { name: 'spoil', label: 'Spoil good answers', choices: spoilings },
  { name: 'spoilPercent', label: 'Share of answers', unit: '%' },
  { name: 'retryAfterSeconds', label: 'Retry-After of 429 and 503', unit: 's' },
];
const shownRequests = 10;
const timeFormat = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' });

function renderField(service: string, { name, label, unit, choices, isBox }: OddityField, value: unknown): Html {
  const id = `${service}-${name}`;
  const isSet = (choice: string) => (choice === value ? html` selected` : undefined);
  if (isBox)
    return html`
            <label class="check"><input type="checkbox" name="${name}"${value === true ? html` checked` : undefined}> ${label}</label>`;
  const input = choices
    ? html`<select id="${id}" name="${name}"><option value="">as usual</option>${choices.map((choice) => html`<option${isSet(choice)}>${choice}</option>`)}</select>`
    : html`<input id="${id}" name="${name}" type="number" min="0" step="any" value="${typeof value === 'number' ? value : undefined}">`;
  return html`
            <div class="field"><label for="${id}">${label}${unit === undefined ? undefined : html` <span class="unit">${unit}</span>`}</label>${input}</div>`;
}

/** A card with the oddities of a service and the last requests it got. Its form posts to `{page}/oddities/{name}`. */
export function renderOddityCard(page: string, control: OddityControl, ownFields: readonly OddityField[] = []): Html {
  const { name, title, requests, requestCount } = control;
  const oddities: Readonly<Record<string, unknown>> = control.oddities;
  return html`
      <article class="card" aria-labelledby="${name}-oddities">
        <h3 id="${name}-oddities">${title}</h3>
        <form class="faults" method="post" action="${page}/oddities/${name}" aria-label="Oddities of ${title}">
          <div class="fault-fields">${[...basicFields, ...ownFields].map((field) => renderField(name, field, oddities[field.name]))}
          </div>
          <div class="actions"><button class="button" type="submit">Set oddities</button></div>
        </form>
        <p class="about">${requestCount === 0 ? 'No request yet.' : `Requests: ${requestCount}. The last ones:`}</p>
        ${requests.slice(0, shownRequests).map(
          ({ at, method, path, status }) => html`
        <p class="mail-text">${timeFormat.format(new Date(at))} ${method} ${path} ${status ?? 'cut'}</p>`,
        )}
      </article>`;
}
