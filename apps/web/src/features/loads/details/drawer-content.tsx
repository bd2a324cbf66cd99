import type { Load } from '@headhaul/contracts/loads/record';
import { shownGross, shownLoadedMiles, shownRpm } from '@headhaul/domain/loads/shown';
import { DrawerHead, DrawerSection } from '../../../shared/drawer/side-drawer.tsx';
import { FigureStrip } from '../../../shared/figures/figure-strip.tsx';
import { formatLaneMiles } from '../../../shared/format/distance.ts';
import { formatMoney, formatRpmMoney } from '../../../shared/format/money.ts';
import { Lane } from '../../../shared/list/rows/two-line.tsx';
import { LoadProfitSection } from '../../profit/load-profit.public.tsx';
import { Documents } from './documents/documents.tsx';
import classes from './drawer.module.css';
import { DriverRow } from './driver.tsx';
import { LoadEmails } from './emails.tsx';
import { useLoadFacts } from './facts.ts';
import { AboutLine, AttentionLine, StatusButton, StatusLine } from './head.tsx';
import { History } from './history/events.tsx';
import { LoadMap } from './map.tsx';
import { loadFigures } from './money/ledger.ts';
import { Money } from './money/money.tsx';
import { Notes } from './notes/notes.tsx';
import { LoadNotices } from './states.tsx';
import { Timeline } from './stops/timeline.tsx';

interface ContentProps {
  load: Load;
  onStatus: (status: Load['status']) => void;
}

function laneOf(load: Load) {
  return <Lane from={`${load.pickupCity}, ${load.pickupState}`} to={`${load.deliveryCity}, ${load.deliveryState}`} />;
}

export function DrawerContent({ load, onStatus }: ContentProps) {
  const { zone, views, claims, freeMinutes } = useLoadFacts(load);
  return (
    <>
      <LoadNotices load={load} />
      <DrawerHead title={laneOf(load)} line={<AboutLine load={load} />}>
        <StatusLine load={load} onChange={onStatus} />
        <AttentionLine load={load} freeMinutes={freeMinutes} />
      </DrawerHead>
      <DrawerSection isFlush>
        <DriverRow load={load} />
      </DrawerSection>
      <DrawerSection isFlush>
        <FigureStrip figures={loadFigures(load)} />
      </DrawerSection>
      <DrawerSection isFlush>
        <div className={classes.way}>
          <div className={classes.stops}>
            <Timeline load={load} views={views} />
          </div>
          <LoadMap load={load} className={classes.map} />
        </div>
      </DrawerSection>
      <Money load={load} claims={claims} />
      <LoadProfitSection load={load} />
      <Documents load={load} />
      <LoadEmails load={load} />
      <Notes load={load} zone={zone} />
      <History loadId={load.id} zone={zone} />
    </>
  );
}

/** The same content for a phone. Status and money come first, then the route. */
export function PhoneContent({ load, onStatus }: ContentProps) {
  const { zone, views, claims, freeMinutes } = useLoadFacts(load);
  const rpm = formatRpmMoney(shownRpm(load));
  const isEstimate = load.milesSource === 'ESTIMATE' && load.loadedMiles > 0;
  return (
    <>
      <LoadNotices load={load} />
      <section className={classes.phoneHead}>
        <div className={classes.phoneLine}>
          <StatusButton load={load} onChange={onStatus} />
          <b className={classes.gross}>{formatMoney(shownGross(load))}</b>
        </div>
        <h2>{laneOf(load)}</h2>
        <div className={classes.phoneLine}>
          <span>
            {formatLaneMiles(shownLoadedMiles(load), load.deadheadMiles)}
            {isEstimate ? ', est.' : ''}
          </span>
          <span>
            {rpm}/mi, cut {formatMoney(load.cutCents)}
          </span>
        </div>
        <p className={classes.about}>
          <AboutLine load={load} />
        </p>
        <AttentionLine load={load} freeMinutes={freeMinutes} />
      </section>
      <DrawerSection isFlush>
        <LoadMap load={load} className={classes.phoneMap} />
      </DrawerSection>
      <DrawerSection>
        <Timeline load={load} views={views} isWhole />
      </DrawerSection>
      <DrawerSection isFlush>
        <DriverRow load={load} />
      </DrawerSection>
      <Money load={load} claims={claims} />
      <LoadProfitSection load={load} />
      <Documents load={load} />
      <LoadEmails load={load} />
      <Notes load={load} zone={zone} />
      <History loadId={load.id} zone={zone} />
    </>
  );
}
