import { type DataImport, importColumns, maxImportRows } from '@headhaul/contracts/data-transfer';
import { writeCsv } from '@headhaul/domain/tables/csv';
import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { saveBlob } from '../../shared/api/save-file.ts';
import { formatAgo } from '../../shared/time/format-time.ts';
import { useNow } from '../../shared/time/use-now.ts';
import { useOfficeZone } from '../../shared/time/use-office-zone.ts';
import { dataTransferApi } from './data-transfer.api.ts';
import { formatOutcome } from './import-labels.ts';
import classes from './import-page.module.css';
import { fileProblem, formatRefusal } from './table-file.public.ts';
import { importPath, placeOf, rememberPlace } from './use-import-place.ts';

/** Takes a file that is dropped, chosen, or passed on from another screen. */
export function ImportStart({ note }: { note?: string }) {
  const navigate = useNavigate();
  const { state: brought } = useLocation();
  const [upload, { isLoading }] = dataTransferApi.useUploadImportMutation();
  const [fileName, setFileName] = useState('');
  const [problem, setProblem] = useState(note ?? null);

  const send = async (file: File) => {
    const refused = fileProblem(file);
    setProblem(refused);
    if (refused !== null) return;
    setFileName(file.name);
    const { data, error } = await upload({ file, isQuiet: true });
    if (data === undefined) return setProblem(formatRefusal(error));
    rememberPlace(data.id);
    void navigate(placeOf(data.id), { replace: true });
  };

  const carried =
    typeof brought === 'object' && brought !== null && 'file' in brought && brought.file instanceof File ? brought.file : null;
  const hasTaken = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: The file is taken once, so that a reload does not upload it again.
  useEffect(() => {
    if (carried === null || hasTaken.current) return;
    hasTaken.current = true;
    void navigate(importPath, { replace: true, state: null });
    void send(carried);
  }, [carried]);

  return (
    <div className={classes.content}>
      {problem === null ? null : (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
      <DropZone isBusy={isLoading} fileName={fileName} onFile={(file) => void send(file)} />
      <p className={classes.hint}>
        Starting from nothing?{' '}
        <button type="button" onClick={() => saveBlob(new Blob([emptySheet()], { type: 'text/csv' }), 'Loads to import.csv')}>
          Get an empty sheet with our columns
        </button>
      </p>
      <PastImports />
    </div>
  );
}

function emptySheet(): string {
  return writeCsv([Object.values(importColumns).map(({ words }) => words)]);
}

interface DropZoneProps {
  isBusy: boolean;
  fileName: string;
  onFile: (file: File) => void;
}

function DropZone({ isBusy, fileName, onFile }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && !isBusy) onFile(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Dropping is for the mouse. The button inside does the same by keyboard.
    <div
      className={classes.drop}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden="true" />
      <h2>{isBusy ? `Reading ${fileName}…` : 'Drop a spreadsheet here'}</h2>
      <p>
        CSV or Excel, one load a row, at most {maxImportRows.toLocaleString('en-US')} rows. Any columns in any order: we guess what they
        hold, you check it, and nothing is made before you say so.
      </p>
      <Button size="md" loading={isBusy} onClick={() => input.current?.click()}>
        Choose file
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.xlsx"
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
    </div>
  );
}

function PastImports() {
  const now = useNow();
  const { data } = dataTransferApi.useListImportsQuery();
  if (data === undefined || data.imports.length === 0) return null;
  return (
    <section className={`${classes.card} ${classes.past}`} aria-labelledby="past-title">
      <h2 id="past-title">Past imports</h2>
      <ul>
        {data.imports.map((one) => (
          <PastImport key={one.id} data={one} now={now} />
        ))}
      </ul>
    </section>
  );
}

function PastImport({ data, now }: { data: DataImport; now: number }) {
  const who = data.createdByName === null ? '' : `${data.createdByName}, `;
  const zone = useOfficeZone();
  const ways = { UPLOADED: 'Continue', RUNNING: 'See it run', DONE: 'See', FAILED: 'See', CANCELLED: 'See' } as const;
  return (
    <li>
      <div>
        <b>{data.fileName}</b>
        <small data-tone={data.state === 'FAILED' ? 'bad' : undefined}>{formatOutcome(data)}</small>
      </div>
      <small>
        {who}
        {formatAgo(data.createdAt, now, zone)}
      </small>
      <Link to={placeOf(data.id)} aria-label={`${ways[data.state]} ${data.fileName}`}>
        {ways[data.state]}
      </Link>
    </li>
  );
}
