import type { Load, Stop } from '@headhaul/contracts/loads/record';
import { equipmentLabels } from '@headhaul/domain/equipment';
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { suppressToast } from '../../../shared/api/api-failure.ts';
import { formatMoney } from '../../../shared/format/money.ts';
import { formatPhone } from '../../../shared/format/phone.ts';
import { SubPageHeader } from '../../../shared/list/work-header.tsx';
import { companyApi } from '../../company/company.api.ts';
import { formatWhen, plainWhen } from '../form/draft/read.ts';
import { formatEnum, referenceLabels } from '../form/labels.ts';
import { loadsApi } from '../loads.api.ts';
import { loadPagePath, loadsPath } from '../paths.ts';
import classes from './sheet-page.module.css';
import { LoadMissing, LoadSkeleton } from './states.tsx';
import { stopName } from './stops/stops.ts';

/** The sheet that the driver gets on paper, or as a PDF from the browser's print dialog. It shows the driver's pay only on request. */
export default function LoadSheetPage() {
  const { loadId = '' } = useParams();
  const navigate = useNavigate();
  const [hasPay, setHasPay] = useState(false);
  const { data: load, error, isFetching, refetch } = loadsApi.useGetLoadQuery({ ...suppressToast, params: { id: loadId } });
  if (load === undefined) {
    return error === undefined ? (
      <LoadSkeleton row={null} />
    ) : (
      <LoadMissing error={error} isRetrying={isFetching} onRetry={() => void refetch()} onClose={() => void navigate(loadsPath)} />
    );
  }
  return (
    <div className={classes.page}>
      <div className={classes.bar}>
        <SubPageHeader title="Load sheet" backTo={loadPagePath(loadId)} state={`Load ${load.loadNumber}, for the driver`}>
          <label className={classes.pay}>
            <input type="checkbox" checked={hasPay} onChange={(event) => setHasPay(event.currentTarget.checked)} />
            Show driver pay
          </label>
          <Button leftSection={<IconPrinter size={16} stroke={1.75} />} onClick={() => window.print()}>
            Print
          </Button>
        </SubPageHeader>
      </div>
      <Sheet load={load} hasPay={hasPay} />
    </div>
  );
}

function Sheet({ load, hasPay }: { load: Load; hasPay: boolean }) {
  const { data: company } = companyApi.useGetMyCompanyQuery();
  const facts = [
    `${equipmentLabels[load.equipment]}${load.lengthFt === null ? '' : ` ${load.lengthFt} ft`}`,
    load.commodity,
    load.weightLb === null ? null : `${load.weightLb.toLocaleString('en-US')} lb`,
    load.pallets === null ? null : `${load.pallets} pallets`,
    load.pieces === null ? null : `${load.pieces.toLocaleString('en-US')} pieces`,
    load.temperatureMinF === null && load.temperatureMaxF === null
      ? null
      : `keep at ${[load.temperatureMinF, load.temperatureMaxF].filter((one) => one !== null).join(' to ')} °F`,
    load.hazmatClass === null ? null : `hazmat class ${load.hazmatClass}`,
    ...load.requirements.map((one) => (one === 'TWIC' ? 'TWIC' : formatEnum(one).toLowerCase())),
  ].filter((one) => one !== null);
  const notes = load.notes.filter(({ kind }) => kind === 'DRIVER');
  return (
    <article className={classes.sheet}>
      <header className={classes.head}>
        <div>
          <h1>Load {load.loadNumber}</h1>
          <p>
            {load.pickupCity}, {load.pickupState} to {load.deliveryCity}, {load.deliveryState}
            {load.loadedMiles > 0
              ? `, ${load.loadedMiles.toLocaleString('en-US')} mi${load.milesSource === 'ESTIMATE' ? ' estimated' : ''}`
              : ''}
          </p>
        </div>
        <div className={classes.company}>
          <b>{company?.name}</b>
          {company?.mc == null ? null : <span>MC {company.mc}</span>}
          {company?.phone == null ? null : <span>{formatPhone(company.phone)}</span>}
          {load.dispatcherName === null ? null : <span>Dispatcher {load.dispatcherName}</span>}
        </div>
      </header>
      <dl className={classes.facts}>
        <Pair name="Driver" value={[load.driverName, load.coDriverName].filter(Boolean).join(' and ')} />
        <Pair name="Truck" value={load.truckNumber} />
        <Pair name="Trailer" value={load.trailerNumber} />
        <Pair name="Broker" value={load.brokerName} />
        <Pair name="Broker’s load number" value={load.brokerLoadNumber ?? load.rc} />
        {load.references.map(({ kind, value }) => (
          <Pair key={`${kind} ${value}`} name={referenceLabels[kind]} value={value} />
        ))}
        {hasPay ? <Pair name="Driver pay" value={load.countedPayCents === null ? null : formatMoney(load.countedPayCents)} /> : null}
      </dl>
      <p className={classes.freight}>{facts.join(', ')}</p>
      <ol className={classes.stops}>
        {load.stops.map((stop) => (
          <SheetStop key={stop.id} stop={stop} name={stopName(load.stops, stop)} />
        ))}
      </ol>
      {notes.length === 0 ? null : (
        <section className={classes.notes}>
          <h2>Notes</h2>
          {notes.map(({ id, body }) => (
            <p key={id}>{body}</p>
          ))}
        </section>
      )}
      <footer className={classes.foot}>Send the signed BOL and POD as soon as you have them. Call before you are late.</footer>
    </article>
  );
}

function Pair({ name, value }: { name: string; value: string | null }) {
  return value === null || value === '' ? null : (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function SheetStop({ stop, name }: { stop: Stop; name: string }) {
  const address = [stop.address, `${stop.city}, ${stop.state} ${stop.zip ?? ''}`.trim()].filter(Boolean).join(', ');
  const contact = [stop.contactName, stop.contactPhone === null ? null : formatPhone(stop.contactPhone)].filter(Boolean).join(', ');
  const more = [
    stop.reference === null ? null : `Number ${stop.reference}`,
    stop.pieces === null ? null : `${stop.pieces.toLocaleString('en-US')} pieces`,
    stop.weightLb === null ? null : `${stop.weightLb.toLocaleString('en-US')} lb`,
    stop.handling === 'DROP_AND_HOOK' ? 'Drop and hook' : null,
    stop.lumperNeeded ? 'Lumper needed, keep the receipt' : null,
  ].filter((one) => one !== null);
  return (
    <li>
      <h2>
        {name}
        <span>
          {stop.schedule === 'FCFS' ? 'FCFS, ' : 'Appointment '}
          {formatWhen(plainWhen(stop), stop.timeZone)}
        </span>
      </h2>
      {stop.facility === null ? null : <p className={classes.strong}>{stop.facility}</p>}
      <p>{address}</p>
      {contact === '' ? null : <p>{contact}</p>}
      {more.length === 0 ? null : <p>{more.join(', ')}</p>}
      {stop.instructions === null ? null : <p className={classes.instructions}>{stop.instructions}</p>}
      <p className={classes.signs}>
        <span>In</span>
        <span>Out</span>
        <span>Seal {stop.sealNumber ?? ''}</span>
      </p>
    </li>
  );
}
