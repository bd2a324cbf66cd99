import type { Load } from '@headhaul/contracts/loads/record';
import { Button } from '@mantine/core';
import { IconCopyPlus, IconPencil, IconPrinter } from '@tabler/icons-react';
import { Link, Navigate, useNavigate, useParams } from 'react-router';
import { suppressToast } from '../../../shared/api/api-failure.ts';
import { DrawerHead, DrawerSection } from '../../../shared/drawer/side-drawer.tsx';
import { FigureStrip } from '../../../shared/figures/figure-strip.tsx';
import { Lane } from '../../../shared/list/rows/two-line.tsx';
import { SubPageHeader } from '../../../shared/list/work-header.tsx';
import { useIsMobile } from '../../../shared/ui/viewport.ts';
import { LoadProfitSection } from '../../profit/load-profit.public.tsx';
import { toRow } from '../cache/cached-lists.ts';
import { loadsApi } from '../loads.api.ts';
import { duplicateLoadPath, editLoadPath, loadSheetPath, loadsPath } from '../paths.ts';
import { useStatusChange } from '../status/use-status-change.tsx';
import { Documents } from './documents/documents.tsx';
import LoadDrawer from './drawer.tsx';
import { DriverRow } from './driver.tsx';
import { LoadEmails } from './emails.tsx';
import { useLoadFacts } from './facts.ts';
import { AboutLine, AttentionLine, StatusLine } from './head.tsx';
import { History } from './history/events.tsx';
import { LoadMap } from './map.tsx';
import { formatRc, loadFigures } from './money/ledger.ts';
import { Money } from './money/money.tsx';
import { LoadMore } from './more-menu.tsx';
import { Notes } from './notes/notes.tsx';
import classes from './page.module.css';
import { BrokerFacts, FreightFacts, ReferenceFacts } from './side.tsx';
import { LoadMissing, LoadNotices, LoadSkeleton } from './states.tsx';
import { Timeline } from './stops/timeline.tsx';

/** One load on its own page. Without a load id in the address it goes to the list. */
export default function LoadDetailsPage() {
  const { loadId } = useParams();
  const isMobile = useIsMobile();
  const navigate = useNavigate();
  const close = () => void navigate(loadsPath);
  if (loadId === undefined) return <Navigate to={loadsPath} replace />;
  if (isMobile) return <LoadDrawer loadId={loadId} position={null} onStep={() => undefined} onClose={close} />;
  return <WholeLoad key={loadId} loadId={loadId} onClose={close} />;
}

function WholeLoad({ loadId, onClose }: { loadId: string; onClose: () => void }) {
  const { data: load, error, isFetching, refetch } = loadsApi.useGetLoadQuery({ ...suppressToast, params: { id: loadId } });
  return (
    <div className={classes.page}>
      <SubPageHeader
        title={load === undefined ? 'Load' : `Load ${load.loadNumber}`}
        backTo={loadsPath}
        state={load?.rc == null ? null : formatRc(load.rc)}
      >
        {load === undefined ? null : (
          <>
            <Button component={Link} to={loadSheetPath(loadId)} variant="default" leftSection={<IconPrinter size={16} stroke={1.75} />}>
              Print
            </Button>
            <Button
              component={Link}
              to={duplicateLoadPath(loadId)}
              variant="default"
              leftSection={<IconCopyPlus size={16} stroke={1.75} />}
            >
              Duplicate
            </Button>
            {load.deletedAt === null ? (
              <Button component={Link} to={editLoadPath(loadId)} leftSection={<IconPencil size={16} stroke={1.75} />}>
                Edit
              </Button>
            ) : null}
            <LoadMore load={load} onGone={onClose} />
          </>
        )}
      </SubPageHeader>
      {load !== undefined ? (
        <Columns load={load} />
      ) : error === undefined ? (
        <LoadSkeleton row={null} />
      ) : (
        <LoadMissing error={error} isRetrying={isFetching} onRetry={() => void refetch()} onClose={onClose} />
      )}
    </div>
  );
}

function Columns({ load }: { load: Load }) {
  const { zone, broker, views, claims, freeMinutes } = useLoadFacts(load);
  const { change, dialogs } = useStatusChange();
  return (
    <>
      <LoadNotices load={load} />
      <div className={classes.columns}>
        <div className={classes.left}>
          <DrawerHead
            title={<Lane from={`${load.pickupCity}, ${load.pickupState}`} to={`${load.deliveryCity}, ${load.deliveryState}`} />}
            line={<AboutLine load={load} />}
          >
            <StatusLine load={load} onChange={(status) => change([toRow(load)], status)} />
            <AttentionLine load={load} freeMinutes={freeMinutes} />
          </DrawerHead>
          <DrawerSection isFlush>
            <FigureStrip figures={loadFigures(load)} />
          </DrawerSection>
          <DrawerSection title="Stops">
            <Timeline load={load} views={views} isWhole />
          </DrawerSection>
          <Money load={load} claims={claims} />
          <Documents load={load} />
          <Notes load={load} zone={zone} />
        </div>
        <div className={classes.right}>
          <DrawerSection isFlush>
            <LoadMap load={load} className={classes.map} />
          </DrawerSection>
          <DrawerSection isFlush>
            <DriverRow load={load} />
          </DrawerSection>
          <LoadProfitSection load={load} />
          <BrokerFacts load={load} broker={broker} />
          <LoadEmails load={load} />
          <ReferenceFacts load={load} />
          <FreightFacts load={load} />
          <History loadId={load.id} zone={zone} />
        </div>
      </div>
      {dialogs}
    </>
  );
}
