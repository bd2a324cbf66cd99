import type { BrokerDetails } from '@headhaul/contracts/brokers';
import type { Load } from '@headhaul/contracts/loads/record';
import { equipmentLabels } from '@headhaul/domain/equipment';
import { formatMinutes } from '@headhaul/domain/loads/detention';
import { fieldOfLoad, formatLoadField, type LoadFieldKey, loadFieldKeys } from '@headhaul/domain/loads/fields';
import { shownGross } from '@headhaul/domain/loads/shown';
import type { ReactNode } from 'react';
import { DrawerSection } from '../../../shared/drawer/side-drawer.tsx';
import { formatMiles } from '../../../shared/format/distance.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { formatPhone } from '../../../shared/format/phone.ts';
import { formatTerms } from '../../../shared/format/terms.ts';
import { StandingLine, useBrokerFactor } from '../../factoring/standing-line.public.tsx';
import { boardLabels, factoringLabels, formatEnum, loadTypeLabels, referenceLabels } from '../form/labels.ts';
import classes from './side.module.css';

type Fact = [name: string, value: ReactNode];

/** Names and values. A fact without a value is left out. */
function Facts({ facts }: { facts: readonly (Fact | null)[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map((fact) =>
        fact === null ? null : (
          <div key={fact[0]}>
            <dt>{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

function fact(name: string, value: ReactNode): Fact | null {
  return value === null || value === '' ? null : [name, value];
}

/** Whom to call at the broker, and the agreed terms. */
export function BrokerFacts({ load, broker }: { load: Load; broker: BrokerDetails | undefined }) {
  const { brokerContactName, brokerContactEmail, brokerContactPhone, brokerContactExt } = load;
  const phone = brokerContactPhone ?? broker?.phone ?? null;
  const factor = useBrokerFactor({ brokerId: load.brokerId });
  const detention =
    broker === undefined
      ? null
      : `${formatMinutes(broker.detentionFreeMinutes)} free${broker.detentionPerHourCents === null ? '' : `, then ${formatMoney(broker.detentionPerHourCents)} an hour`}`;
  return (
    <DrawerSection title="Broker">
      <Facts
        facts={[
          fact('Contact', brokerContactName),
          fact(
            'Phone',
            phone === null ? null : (
              <a href={`tel:${phone}`}>
                {formatPhone(phone)}
                {brokerContactExt === null ? '' : `, ext. ${brokerContactExt}`}
              </a>
            ),
          ),
          fact('Email', brokerContactEmail === null ? null : <a href={`mailto:${brokerContactEmail}`}>{brokerContactEmail}</a>),
          fact('Terms', formatTerms(load.paymentTermsDays)),
          fact('Detention', detention),
          load.factoringStatus === 'NOT_FACTORED' ? null : fact('Factoring', factoringLabels[load.factoringStatus]),
          fact('Factor', factor === undefined ? null : <StandingLine factor={factor} grossCents={shownGross(load)} />),
          fact('Blocked', broker?.mark === 'BLOCKED' ? <b className={classes.bad}>{broker.markReason ?? 'By your team'}</b> : null),
        ]}
      />
    </DrawerSection>
  );
}

export function ReferenceFacts({ load }: { load: Load }) {
  return (
    <DrawerSection title="References">
      <Facts
        facts={[
          fact('RC', load.rc),
          fact('Broker’s load number', load.brokerLoadNumber),
          ...load.references.map(({ kind, value }) => fact(referenceLabels[kind], value)),
          fact('Found on', boardLabels[load.board]),
          fact('Dispatcher', load.dispatcherName),
          fact('Tags', load.tags.join(', ')),
          load.urgency === 'NORMAL' ? null : fact('Urgency', formatEnum(load.urgency)),
        ]}
      />
    </DrawerSection>
  );
}

function temperature({ temperatureMinF: min, temperatureMaxF: max }: Load): string | null {
  if (min === null && max === null) return null;
  if (min === null || max === null || min === max) return `${min ?? max} °F`;
  return `${min} to ${max} °F`;
}

/** A flag that isn't set is left out. */
function plainFact(key: LoadFieldKey, value: Load[LoadFieldKey] | boolean): Fact | null {
  return value === false ? null : fact(fieldOfLoad(key).label, formatLoadField(key, value));
}

export function FreightFacts({ load }: { load: Load }) {
  return (
    <DrawerSection title="Freight">
      <Facts
        facts={[
          fact('Equipment', `${equipmentLabels[load.equipment]}${load.lengthFt === null ? '' : `, ${load.lengthFt} ft`}`),
          fact('Load type', loadTypeLabels[load.loadType]),
          ...loadFieldKeys.map((key) => (fieldOfLoad(key).hasFact ? plainFact(key, load[key]) : null)),
          fact('Temperature', temperature(load)),
          fact('The driver needs', load.requirements.map((one) => (one === 'TWIC' ? 'TWIC' : formatEnum(one))).join(', ')),
          fact('Driven', load.actualMiles === null ? null : formatMiles(load.actualMiles)),
        ]}
      />
    </DrawerSection>
  );
}
