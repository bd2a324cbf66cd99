import type { PostingProfit } from '@headhaul/contracts/boards/postings';
import type { LoadProfit } from '@headhaul/contracts/profit';
import { boardFreightOf } from '@headhaul/domain/boards/freight';
import { formatCents, formatDollars } from '@headhaul/domain/format-money';
import { formatMissing } from '@headhaul/domain/profit/format-profit';
import { scalePlaces } from '@headhaul/domain/profit/scale-places';
import type { CSSProperties } from 'react';
import { AskMailButton } from '../ask/ask-mail.tsx';
import type { DriverChoice, RowView } from '../messages.ts';
import { Answered, Section } from './parts.tsx';
import type { ChosenDriver } from './use-driver.ts';
import { useQuestion } from './use-panel.ts';

/** The sign beside the rate per mile, and its words: a colour alone says nothing. */
const signs: Record<LoadProfit['scale']['verdict']['tone'], { sign: string; tone: string }> = {
  good: { sign: '▲', tone: 'good' },
  'under-target': { sign: '', tone: '' },
  'under-floor': { sign: '▼', tone: 'bad' },
  unknown: { sign: '', tone: '' },
};

const deadheadSources = {
  ENTERED: 'as the board shows it, from the place you searched',
  AVERAGE: 'your company’s average',
  MEASURED: 'from where the driver is empty',
};

function describeDeadhead({ deadhead }: PostingProfit): string {
  return deadhead === null
    ? 'Deadhead not known'
    : `Deadhead ${deadhead.miles.toLocaleString('en-US')} mi, ${deadheadSources[deadhead.source]}`;
}

/** At an edge the label is beside its mark, not over it. */
function sideOf(at: number): 'left' | 'middle' | 'right' {
  if (at < 25) return 'left';
  return at > 75 ? 'right' : 'middle';
}

/** Floor, target and ask on a ruler with the posted rate. Each is a number too, for whoever doesn't see the ruler. */
function Scale({ scale }: LoadProfit) {
  const { marks, ownAt, amberFrom, greenFrom } = scalePlaces(scale);
  if (marks.length === 0) return <p className="line quiet">Floor, target and ask aren’t known.</p>;
  return (
    <div className="scale">
      <div className="ruler" aria-hidden="true">
        {ownAt === null || scale.rateCents === null ? null : (
          <span className={`own own-${sideOf(ownAt)}`} style={{ left: `${ownAt}%` }}>
            <b>Posted {formatDollars(scale.rateCents)}</b>
          </span>
        )}
        <div className="ruler-bar" style={{ '--amber': `${amberFrom}%`, '--green': `${greenFrom}%` } as CSSProperties}>
          {marks.map(({ name, at }) => (
            <i key={name} style={{ left: `${at}%` }} />
          ))}
        </div>
      </div>
      <dl className="marks">
        {marks.map(({ name, cents, labelAt }) => (
          <div key={name} style={{ left: `${labelAt}%` }}>
            <dt>{name}</dt>
            <dd>{formatDollars(cents)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** What is shown is asked: whole dollars. */
const toWholeDollars = (cents: number) => Math.round(cents / 100) * 100;

function Figures({ value, row }: { value: PostingProfit; row: RowView }) {
  const { profit } = value;
  const { rpm, scale, netPerDayCents, missing, ledger, dieselSource } = profit;
  const { sign, tone } = signs[scale.verdict.tone];
  const verdict = scale.rateCents === null ? 'No rate posted' : scale.verdict.text;
  return (
    <>
      <div className="figures">
        <p className={`rpm ${tone}`}>
          <span aria-hidden="true">{sign}</span> <strong>{rpm === null ? '–' : formatCents(Math.round(rpm * 100))}</strong>{' '}
          <small>a mile, all miles</small>
        </p>
        <p className="net">
          <strong>{netPerDayCents === null ? '–' : formatDollars(netPerDayCents)}</strong> <small>net a day</small>
        </p>
      </div>
      <p className={`line ${tone}`}>{verdict}</p>
      <Scale {...profit} />
      {scale.askCents === null ? null : <AskMailButton row={row} askCents={toWholeDollars(scale.askCents)} />}
      <p className="line quiet">{describeDeadhead(value)}.</p>
      {missing.length === 0 ? null : <p className="line quiet">Not known: {missing.map(formatMissing).join(', ')}.</p>}
      <details>
        <summary>How it adds up</summary>
        <dl className="ledger">
          {ledger.map(({ name, note, amount, isKnown }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: Two lines may have one name, and lines never change places.
            <div key={index} className={isKnown ? '' : 'quiet'}>
              <dt>
                {name}
                {note === null ? null : <small>{note}</small>}
              </dt>
              <dd>{amount}</dd>
            </div>
          ))}
        </dl>
        <p className="line quiet">
          {[profit.basis, profit.days === null ? '' : profit.trip, dieselSource ?? '', scale.note].filter((part) => part !== '').join('. ')}
        </p>
      </details>
    </>
  );
}

interface DriverSelectProps {
  choice: DriverChoice;
  driverId: string | null;
  onChoose: (driverId: string | null) => void;
}

function DriverSelect({ choice: { drivers }, driverId, onChoose }: DriverSelectProps) {
  const nameOf = ({ name, truckNumber, readyCity, readyState }: DriverChoice['drivers'][number]) =>
    [
      name,
      truckNumber === null ? '' : `truck ${truckNumber}`,
      readyCity === null ? 'place not known' : `empty in ${readyCity}, ${readyState ?? ''}`,
    ]
      .filter((part) => part !== '')
      .join(', ');
  return (
    <div className="field">
      <label htmlFor="driver">Count with</label>
      <select id="driver" value={driverId ?? ''} onChange={(event) => onChoose(event.target.value === '' ? null : event.target.value)}>
        <option value="">No driver, company averages</option>
        {drivers.map((driver) => (
          <option key={driver.id} value={driver.id}>
            {nameOf(driver)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** What the load would bring, by the API's own sum. With a driver, the deadhead is from where that driver is empty. */
export function ProfitSection({ row, drivers }: { row: RowView; drivers: ChosenDriver }) {
  const { driverId } = drivers;
  // Who was chosen is known first, so that the same load isn't counted twice.
  const profit = useQuestion<'panel:profit'>(
    drivers.answer === null ? null : { type: 'panel:profit', load: boardFreightOf(row.load), driverId },
  );
  return (
    <Section title="Profit">
      <Answered question={drivers} what="your drivers">
        {(choice) => <DriverSelect choice={choice} driverId={driverId} onChoose={drivers.choose} />}
      </Answered>
      <Answered question={profit} what="the profit">
        {(value) => <Figures value={value} row={row} />}
      </Answered>
    </Section>
  );
}
