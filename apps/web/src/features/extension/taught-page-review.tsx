import { type LearnedConfig, layoutOf } from '@headhaul/contracts/boards/learned-config';
import type { BoardField } from '@headhaul/domain/boards/board-load';
import { fieldLabels, labelOf } from '@headhaul/domain/boards/field-labels';
import type { ReactNode } from 'react';
import classes from './taught-pages.module.css';

type Layout = ReturnType<typeof layoutOf>;
type Step = NonNullable<Layout['fields'][keyof Layout['fields']]>;

const readings: Record<Step['as'], string> = {
  text: 'text',
  usd: 'dollars',
  usdPerMile: 'dollars per mile',
  miles: 'miles',
  pounds: 'pounds',
  feet: 'feet',
  cityState: 'city and state',
  age: 'age',
  dateRange: 'dates',
  phone: 'phone number',
  tel: 'phone number',
  mailto: 'email address',
  mc: 'MC number',
  creditScore: 'credit score',
  dtp: 'days to pay',
  intIn: 'whole number',
  pipe: 'part of a line',
};

const listedFields = Object.keys(fieldLabels) as (keyof Layout['fields'])[];
/** In the order in which the lesson lists them. */
export function stepsOf(learned: LearnedConfig): [BoardField, Step][] {
  const { fields } = layoutOf(learned);
  return listedFields.flatMap((field): [BoardField, Step][] => (fields[field] === undefined ? [] : [[field, fields[field]]]));
}

/** Everything that was learned of a page, so that nobody agrees to what isn't shown. */
export function TaughtPageReview({ learned }: { learned: LearnedConfig }) {
  const { container, row, key, anchors } = learned;
  const { heads } = layoutOf(learned);
  return (
    <>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Where on the row</th>
            <th scope="col">Read as</th>
          </tr>
        </thead>
        <tbody>
          {stepsOf(learned).map(([field, step]) => (
            <tr key={field}>
              <th scope="row">{labelOf(field)}</th>
              <td>
                <code>{step.sel[0]}</code>
                {step.attr === undefined ? '' : ', its link'}
                {step.part === undefined ? '' : `, part ${step.part + 1} of its line`}
              </td>
              <td>{readings[step.as]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <dl className={classes.facts}>
        <Fact name="List">
          <code>{container[0]}</code>
        </Fact>
        <Fact name="Rows">
          <code>{row[0]}</code>
        </Fact>
        <Fact name="Column heads">{heads === undefined ? 'Not checked' : heads.texts.map((text) => text || '(none)').join(' · ')}</Fact>
        {heads === undefined ? null : (
          <Fact name="Heads stand at">
            <code>{heads.sel}</code>
          </Fact>
        )}
        <Fact name="Tells loads apart">{describeKey(key)}</Fact>
        <Fact name="Our buttons stand at">
          <code>{anchors.row[0]}</code>
        </Fact>
      </dl>
      <p className={classes.hint}>Compare it with the board: what is read here decides which loads match and where emails go.</p>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function describeKey({ sel, attr, strip, shape }: LearnedConfig['key']): ReactNode {
  return (
    <>
      <code>{attr}</code>
      {sel === undefined ? ' of the row' : ' of '}
      {sel === undefined ? null : <code>{sel}</code>}
      {strip === undefined ? null : (
        <>
          , after <code>{strip}</code>
        </>
      )}
      {shape === undefined ? '' : ', the first that is a UUID'}
    </>
  );
}
