import type { Driver } from '@headhaul/contracts/drivers';
import type { ReactNode } from 'react';
import { formatPhone } from '../../../shared/format/phone.ts';
import { truckLine } from '../labels.ts';
import { driverTypeLabels, endorsementLabels, formatDispatchFee, formatPay } from '../terms.ts';
import classes from './page.module.css';

interface Fact {
  name: string;
  value: ReactNode;
}

/** The facts about a driver, as text. Empty fields are not listed. */
export function DriverFacts({ driver }: { driver: Driver }) {
  const limits = [
    ...(driver.minRpmCents === null ? [] : [`From $${(driver.minRpmCents / 100).toFixed(2)} a mile`]),
    ...(driver.maxWeightLb === null ? [] : [`Up to ${driver.maxWeightLb.toLocaleString('en-US')} lb`]),
  ];
  const ids = [
    ...(driver.samsaraVehicleId === null ? [] : [`Samsara vehicle ${driver.samsaraVehicleId}`]),
    ...(driver.samsaraDriverId === null ? [] : [`Samsara driver ${driver.samsaraDriverId}`]),
    ...(driver.datatruckId === null ? [] : [`Datatruck ${driver.datatruckId}`]),
  ];
  return (
    <>
      <FactCard
        title="Pay and terms"
        facts={[
          { name: 'Type', value: driverTypeLabels[driver.type] },
          { name: 'Pay', value: formatPay(driver.pay) },
          { name: 'Dispatch fee', value: formatDispatchFee(driver.dispatchFee) },
          { name: 'Takes loads', value: limits.join('\n') },
          { name: 'Lanes', value: driver.preferredLanes },
          { name: 'Avoids', value: driver.avoidedStates.join(', ') },
        ]}
      />
      <FactCard
        title="Truck and contact"
        facts={[
          { name: 'Truck', value: truckLine(driver) },
          { name: 'Trailer', value: driver.trailerNumber },
          { name: 'Gear', value: driver.gear.join(', ') },
          { name: 'Phone', value: driver.phone === null ? null : <a href={`tel:${driver.phone}`}>{formatPhone(driver.phone)}</a> },
          { name: 'Email', value: driver.email === null ? null : <a href={`mailto:${driver.email}`}>{driver.email}</a> },
          { name: 'Language', value: driver.language },
          {
            name: 'CDL',
            value: [driver.cdlNumber, driver.cdlState, driver.cdlClass && `class ${driver.cdlClass}`]
              .filter((part) => part !== null)
              .join(', '),
          },
          { name: 'Endorsed', value: driver.endorsements.map((one) => endorsementLabels[one]).join(', ') },
          { name: 'Linked to', value: ids.join('\n') },
        ]}
      />
      {driver.notes === null ? null : (
        <section className={classes.card}>
          <div className={classes.head}>
            <h2>Notes</h2>
          </div>
          <p className={classes.note}>{driver.notes}</p>
        </section>
      )}
    </>
  );
}

function FactCard({ title, facts }: { title: string; facts: readonly Fact[] }) {
  return (
    <section className={classes.card}>
      <div className={classes.head}>
        <h2>{title}</h2>
      </div>
      <dl className={classes.facts}>
        {facts
          .filter(({ value }) => value !== null && value !== '')
          .map(({ name, value }) => (
            <FactLine key={name} name={name} value={value} />
          ))}
      </dl>
    </section>
  );
}

function FactLine({ name, value }: { name: string; value: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
