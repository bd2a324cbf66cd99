import type { DataImport } from '@headhaul/contracts/data-transfer';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useSearchParams } from 'react-router';
import { failureCode, suppressToast } from '../../shared/api/api-failure.ts';
import { ListError } from '../../shared/list/list-states/list-error.tsx';
import { StateLine, SubPageHeader } from '../../shared/list/work-header.tsx';
import { dataTransferApi } from './data-transfer.api.ts';
import { ImportCheck } from './import-check.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportEnd } from './import-end.tsx';
import { countOf } from './import-labels.ts';
import classes from './import-page.module.css';
import { ImportProgress } from './import-progress.tsx';
import { ImportStart } from './import-start.tsx';
import { forgetPlace, placeOf, readPlace, rememberPlace, useImportPlace } from './use-import-place.ts';

/** Live events report the progress of an import. Polling covers missed events. */
const pollMs = 3_000;
const steps = ['File', 'Columns', 'Check', 'Import'];

/** Imports loads from a spreadsheet in four steps: choose the file, map its columns, check the first rows, import. */
export default function ImportPage() {
  const [params] = useSearchParams();
  const id = params.get('import');
  return id === null ? <StartOrReturn /> : <OpenImport key={id} id={id} />;
}

/** Returns to an import that was left open. */
function StartOrReturn() {
  const [place] = useState(readPlace);
  const { data, isError } = dataTransferApi.useGetImportQuery(
    { ...suppressToast, params: { id: place?.id ?? '' } },
    { skip: place === null },
  );
  if (place !== null && data !== undefined && isOpen(data)) return <Navigate to={placeOf(place.id, place.step)} replace />;
  if (place !== null && data === undefined && !isError) return <Frame at={0} />;
  return (
    <Frame at={0}>
      <ImportStart />
    </Frame>
  );
}

function isOpen({ state }: DataImport): boolean {
  return state === 'UPLOADED' || state === 'RUNNING';
}

function OpenImport({ id }: { id: string }) {
  const [isRunning, setIsRunning] = useState(false);
  const { data, error, isFetching, refetch } = dataTransferApi.useGetImportQuery(
    { ...suppressToast, params: { id } },
    { pollingInterval: isRunning ? pollMs : 0, skipPollingIfUnfocused: true, refetchOnMountOrArgChange: true },
  );
  const state = data?.state;
  useEffect(() => {
    setIsRunning(state === 'RUNNING');
    if (state === 'UPLOADED' || state === 'RUNNING') rememberPlace(id);
    else if (state !== undefined && readPlace()?.id === id) forgetPlace();
  }, [state, id]);

  if (data !== undefined) return <Steps data={data} />;
  if (error === undefined) return <Frame at={1} />;
  const isGone = ['not_found', 'validation_failed'].includes(failureCode(error) ?? '');
  return (
    <Frame at={0}>
      {isGone ? (
        <ImportStart note="That import is not here any more. Choose the file again." />
      ) : (
        <ListError
          title="Couldn’t load the import"
          error={error}
          safe="An import that runs goes on without this page."
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Frame>
  );
}

function Steps({ data }: { data: DataImport }) {
  const place = useImportPlace(data);
  const file = [data.fileName, countOf(data.rows, 'row')];
  if (data.state === 'RUNNING') {
    return (
      <Frame at={3} file={file}>
        <ImportProgress data={data} />
      </Frame>
    );
  }
  if (data.state !== 'UPLOADED') {
    return (
      <Frame at={4} file={file}>
        <ImportEnd data={data} />
      </Frame>
    );
  }
  return place.step === 'columns' ? (
    <Frame at={1} file={file}>
      <ImportColumns data={data} mapping={place.mapping} onChange={place.setMapping} onNext={() => place.goTo('check')} />
    </Frame>
  ) : (
    <Frame at={2} file={file}>
      <ImportCheck data={data} mapping={place.mapping} onBack={() => place.goTo('columns')} />
    </Frame>
  );
}

interface FrameProps {
  /** How many steps are done. */
  at: number;
  /** The file name and the number of rows. */
  file?: readonly string[];
  children?: ReactNode;
}

function Frame({ at, file = [], children }: FrameProps) {
  const screen = useRef<HTMLDivElement>(null);
  // Each step starts at the top of the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: The effect runs when the step changes.
  useEffect(() => {
    screen.current?.closest('main')?.scrollTo(0, 0);
  }, [at]);
  return (
    <div ref={screen} className={classes.screen}>
      <SubPageHeader title="Import loads" backTo="/dispatcher/my-loads" state={<StateLine parts={file} />}>
        {file.length === 0 ? undefined : (
          <Link to="/dispatcher/my-loads/import" className={classes.other} onClick={forgetPlace}>
            Another file
          </Link>
        )}
      </SubPageHeader>
      <ol className={classes.steps} aria-label="Steps">
        {steps.map((step, index) => (
          <li key={step} data-state={index < at ? 'done' : index === at ? 'now' : 'ahead'} aria-current={index === at ? 'step' : undefined}>
            <span aria-hidden="true">{index + 1}</span>
            {step}
          </li>
        ))}
      </ol>
      {children}
    </div>
  );
}
