import { type CompanyExport, dataTransferEndpoints } from '@headhaul/contracts/data-transfer';
import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconDownload, IconPackageExport, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { saveFile } from '../../shared/api/save-file.ts';
import { formatFileSize } from '../../shared/format/file-size.ts';
import { notify } from '../../shared/notify.ts';
import { daysUntil, formatAgo } from '../../shared/time/format-time.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { dataTransferApi } from '../data-transfer/data-transfer.api.ts';
import classes from './company-export-section.module.css';
import page from './company-page.module.css';

/** Live events report when an export is ready. Polling covers missed events. */
const pollMs = 5_000;

/** A download of all the company's data. Owners only. */
export function CompanyExportSection() {
  const now = useNow();
  const [isWaiting, setIsWaiting] = useState(false);
  const { data } = dataTransferApi.useListCompanyExportsQuery(undefined, {
    pollingInterval: isWaiting ? pollMs : 0,
    skipPollingIfUnfocused: true,
  });
  const [start, { isLoading }] = dataTransferApi.useStartCompanyExportMutation();
  const exports = data?.exports ?? [];
  const isBeingMade = exports.some(isUnderWay);
  if (isBeingMade !== isWaiting) setIsWaiting(isBeingMade);

  return (
    <section className={`${page.card} ${classes.section}`} aria-labelledby="export-title">
      <div className={classes.head}>
        <div>
          <h2 id="export-title">Export everything</h2>
          <p>
            Loads, drivers, trucks, brokers, the team, the log and every document in one zip, as CSV and JSON. It is made in the background,
            stays here for seven days, and only owners can get it.
          </p>
        </div>
        <Button
          variant="default"
          size="md"
          leftSection={<IconPackageExport size={18} stroke={1.75} />}
          loading={isLoading}
          disabled={isBeingMade}
          onClick={() => void start()}
        >
          Export data
        </Button>
      </div>
      {exports.length === 0 ? null : (
        <ul className={classes.lines} aria-live="polite">
          {exports.map((one) => (
            <ExportLine key={one.id} data={one} now={now} />
          ))}
        </ul>
      )}
    </section>
  );
}

function isUnderWay({ state }: Pick<CompanyExport, 'state'>): boolean {
  return state === 'WAITING' || state === 'RUNNING';
}

function ExportLine({ data, now }: { data: CompanyExport; now: number }) {
  const zone = useOfficeZone();
  const [remove, { isLoading: isRemoving }] = dataTransferApi.useRemoveCompanyExportMutation();
  const [isSaving, setIsSaving] = useState(false);
  const save = async () => {
    setIsSaving(true);
    await saveFile(
      dataTransferEndpoints.getCompanyExportContent,
      { params: { id: data.id } },
      `Headhaul ${data.createdAt.slice(0, 10)}.zip`,
    ).catch(() => notify('error', 'Couldn’t download the export. Please try again.'));
    setIsSaving(false);
  };
  return (
    <li data-state={data.state}>
      <div>
        <b>{formatState(data)}</b>
        <small>{formatLine(data, now, zone)}</small>
      </div>
      {data.state === 'READY' ? (
        <Button variant="default" leftSection={<IconDownload size={16} stroke={1.75} />} loading={isSaving} onClick={() => void save()}>
          Download
        </Button>
      ) : null}
      {isUnderWay(data) ? null : (
        <Tooltip label="Remove">
          <ActionIcon
            aria-label={`Remove the export of ${formatAgo(data.createdAt, now, zone)}`}
            loading={isRemoving}
            onClick={() => void remove({ params: { id: data.id } })}
          >
            <IconTrash size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
    </li>
  );
}

function formatState({ state, sizeBytes }: CompanyExport): string {
  switch (state) {
    case 'WAITING':
      return 'Waiting for its turn…';
    case 'RUNNING':
      return 'Being made…';
    case 'READY':
      return `Ready${sizeBytes === null ? '' : `, ${formatFileSize(sizeBytes)}`}`;
    case 'FAILED':
      return 'It could not be made. Ask for a new one.';
    case 'EXPIRED':
      return 'Expired';
  }
}

function formatLine({ state, createdAt, expiresAt }: CompanyExport, now: number, zone: string): string {
  const asked = `Asked for ${lower(formatAgo(createdAt, now, zone))}`;
  if (isUnderWay({ state })) return `${asked}. You can leave this page.`;
  if (state !== 'READY' || expiresAt === null) return asked;
  const days = daysUntil(expiresAt, now);
  return `${asked}, stays ${days} more ${days === 1 ? 'day' : 'days'}`;
}

/** "just now" and "yesterday" in lower case, for use within a sentence. Dates stay as they are. */
function lower(words: string): string {
  const within: Record<string, string> = { Now: 'just now', Yesterday: 'yesterday' };
  return within[words] ?? words;
}
