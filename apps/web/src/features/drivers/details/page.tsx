import type { Driver } from '@headhaul/contracts/drivers';
import { dayAt } from '@headhaul/domain/time/zoned-time';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconDots, IconFilterPlus, IconMail, IconPencil, IconPhone } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { ListError } from '../../../shared/list/list-states/list-error.tsx';
import { Avatar } from '../../../shared/list/rows/avatar.tsx';
import { SubPageHeader } from '../../../shared/list/work-header.tsx';
import { notify } from '../../../shared/notify.ts';
import { notifyUndo } from '../../../shared/notify-undo.tsx';
import { useNow } from '../../../shared/time/use-now.ts';
import { ConfirmDialog } from '../../../shared/ui/confirm-dialog.tsx';
import { useIsMobile } from '../../../shared/ui/viewport.ts';
import { useDriverFilter } from '../../board-filters/driver-filter.public.ts';
import { companyApi } from '../../company/company.api.ts';
import { driversApi } from '../drivers.api.ts';
import { driverName, formatEmpty, truckLine } from '../labels.ts';
import { driverPaths } from '../paths.ts';
import { DriverStatusMenu } from '../status-menu.tsx';
import { DriverDocuments } from './documents.tsx';
import { DriverFacts } from './facts.tsx';
import { DriverLoads } from './loads.tsx';
import classes from './page.module.css';
import { DriverWeeks } from './weeks.tsx';

/** The list that the user came from: their own drivers, or the company's. */
function useListPath(): string {
  const { state } = useLocation();
  const from = (state as { from?: unknown } | null)?.from;
  return driverPaths(typeof from === 'string' ? from : '').list;
}

export default function DriverPage() {
  const { driverId = '' } = useParams();
  const listPath = useListPath();
  const query = driversApi.useGetDriverQuery({ params: { id: driverId } });
  const driver = query.currentData;
  if (driver !== undefined) return <Whole key={driver.id} driver={driver} />;
  const status = query.error !== undefined && 'status' in query.error ? query.error.status : undefined;
  return (
    <div className={classes.page}>
      <SubPageHeader title="Driver" backTo={listPath} />
      {status === 404 || status === 400 ? (
        <p className={classes.gone}>
          There is no such driver in your company. <Link to={listPath}>Back to the drivers</Link>
        </p>
      ) : query.isError ? (
        <ListError
          title="Couldn’t load this driver"
          error={query.error}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <div className={classes.columns} aria-busy="true">
          <div className={classes.bone} data-size="tall" />
          <div className={classes.bone} />
        </div>
      )}
    </div>
  );
}

function Whole({ driver }: { driver: Driver }) {
  const nowMs = useNow();
  const listPath = useListPath();
  const { data: company } = companyApi.useGetMyCompanyQuery();
  const timeZone = company?.timeZone ?? 'America/Chicago';
  const name = driverName(driver);
  const empty = formatEmpty(driver, nowMs);
  const isArchived = driver.deletedAt !== null;
  const isMobile = useIsMobile();

  return (
    <div className={classes.page}>
      <title>{`${name} · Headhaul`}</title>
      <SubPageHeader
        backTo={listPath}
        title={
          <span className={classes.title}>
            <Avatar name={name} size={32} />
            {name}
          </span>
        }
        state={
          <span className={classes.state}>
            <DriverStatusMenu driver={driver} timeZone={timeZone} size="free" />
            <span>{isArchived ? 'In the archive' : truckLine(driver)}</span>
          </span>
        }
      >
        {driver.phone === null ? null : (
          <Button
            component="a"
            href={`tel:${driver.phone}`}
            variant="default"
            leftSection={<IconPhone size={16} stroke={1.75} />}
            className={classes.wide}
          >
            Call
          </Button>
        )}
        {isArchived ? null : (
          <Button
            component={Link}
            to={`${driverPaths(listPath).edit}/${driver.id}`}
            leftSection={<IconPencil size={16} stroke={1.75} />}
            className={classes.wide}
          >
            Edit
          </Button>
        )}
        <MoreMenu driver={driver} />
      </SubPageHeader>
      <div className={classes.columns}>
        <div className={classes.main}>
          <section className={classes.card}>
            {isMobile ? (
              <div className={classes.pill}>
                <DriverStatusMenu driver={driver} timeZone={timeZone} size="free" />
              </div>
            ) : null}
            <dl className={classes.now}>
              <div>
                <dt>Empty</dt>
                <dd>{empty.first}</dd>
                <dd data-tone={empty.tone}>{empty.second}</dd>
              </div>
              <div>
                <dt>Dispatcher</dt>
                <dd>{driver.dispatcherName ?? 'Unassigned'}</dd>
                {driver.teamPartnerName === null ? null : <dd>Team with {driver.teamPartnerName}</dd>}
              </div>
              <div>
                <dt>Home</dt>
                <dd>
                  {driver.homeCity === null ? 'Not set' : [driver.homeCity, driver.homeState].filter((part) => part !== null).join(', ')}
                </dd>
                {driver.statusNote === null ? null : <dd>{driver.statusNote}</dd>}
              </div>
            </dl>
          </section>
          <DriverLoads driver={driver} nowMs={nowMs} />
        </div>
        <div className={classes.side}>
          {company === undefined ? null : <DriverWeeks driverId={driver.id} company={company} nowMs={nowMs} />}
          <DriverDocuments driver={driver} today={dayAt(nowMs, timeZone)} />
          <DriverFacts driver={driver} />
        </div>
      </div>
      <div className={classes.bar}>
        {driver.phone === null ? null : (
          <Button
            component="a"
            href={`tel:${driver.phone}`}
            variant="default"
            size="lg"
            leftSection={<IconPhone size={18} stroke={1.75} />}
          >
            Call
          </Button>
        )}
        {isArchived ? null : (
          <Button
            component={Link}
            to={`${driverPaths(listPath).edit}/${driver.id}`}
            size="lg"
            leftSection={<IconPencil size={18} stroke={1.75} />}
          >
            Edit
          </Button>
        )}
      </div>
    </div>
  );
}

function MoreMenu({ driver }: { driver: Driver }) {
  const [isAsking, setAsking] = useState(false);
  const [archive, archiving] = driversApi.useArchiveDriverMutation();
  const [restore] = driversApi.useRestoreDriverMutation();
  const boardFilter = useDriverFilter();
  const navigate = useNavigate();
  const listPath = useListPath();
  const input = { params: { id: driver.id } };
  const name = driverName(driver);

  const putAway = async () => {
    const { error } = await archive(input);
    setAsking(false);
    if (error !== undefined) return;
    void navigate(listPath);
    notifyUndo({ title: `${name} is in the archive`, onUndo: () => void restore(input) });
  };
  const takeOut = async () => {
    const { error } = await restore(input);
    if (error === undefined) notify('success', `${name} is back in the list`);
  };

  return (
    <>
      <Menu position="bottom-end" width={190}>
        <Menu.Target>
          <ActionIcon size={32} aria-label={`More about ${name}`} className={classes.more}>
            <IconDots size={18} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {driver.email === null ? null : (
            <Menu.Item component="a" href={`mailto:${driver.email}`} leftSection={<IconMail size={16} stroke={1.75} />}>
              Write an email
            </Menu.Item>
          )}
          {driver.deletedAt === null ? (
            <Menu.Item
              leftSection={<IconFilterPlus size={16} stroke={1.75} />}
              disabled={boardFilter.isBusy}
              onClick={() => void boardFilter.make(driver)}
            >
              Make a board filter
            </Menu.Item>
          ) : null}
          {driver.deletedAt === null ? (
            <Menu.Item leftSection={<IconArchive size={16} stroke={1.75} />} onClick={() => setAsking(true)}>
              Archive
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconArchiveOff size={16} stroke={1.75} />} onClick={() => void takeOut()}>
              Take out of the archive
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        isOpen={isAsking}
        title={`Archive ${name}?`}
        action="Archive"
        tone="danger"
        isBusy={archiving.isLoading}
        onConfirm={() => void putAway()}
        onClose={() => setAsking(false)}
      >
        <p>{name} leaves the list and the week. Loads, documents and figures stay, and you can take them out of the archive at any time.</p>
      </ConfirmDialog>
    </>
  );
}
